import { expect, test } from "vitest";
import { namedTarget } from "../../../../src/io/database/named.ts";
import type { Target } from "../../../../src/io/database/target.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";

const cause = new Error("the server's own words");
const failing = (error: Error): Target => ({
  fresh: true,
  prepare: () => Promise.reject(error),
  openSession: () => Promise.reject(error),
  close: async () => undefined,
});

test("what fails while an arm is prepared or started says which arm it was, and keeps the rest", async () => {
  const target = namedTarget(
    "base",
    failing(new PlumblineError("usage", "db/2.sql:1: no", { remedy: "mend", cause })),
  );
  const expected = { kind: "usage", message: "base: db/2.sql:1: no", remedy: "mend", cause };
  await expect(
    target.prepare(
      [],
      async () => undefined,
      () => undefined,
    ),
  ).rejects.toMatchObject(expected);
  await expect(target.openSession(0)).rejects.toMatchObject(expected);
  expect(target.fresh).toBe(true);
});

test("a fault of our own comes through as it is", async () => {
  await expect(namedTarget("head", failing(cause)).openSession(0)).rejects.toBe(cause);
});

test("so does a build for later sessions; a target that builds nothing anew stays so", async () => {
  const broken = () =>
    Promise.reject(new PlumblineError("target", "the build command ended with exit code 2"));
  const target = namedTarget("head", { ...failing(cause), renew: broken });
  const renewing = target.renew!({ index: 1, look: 1 }, () => undefined);
  await expect(renewing).rejects.toMatchObject({ message: "head: the build command ended with exit code 2" });
  expect(namedTarget("head", failing(cause))).not.toHaveProperty("renew");
});

test("what can be made ahead of a session can be with a name, too; a target that makes nothing stays so", async () => {
  const made: number[] = [];
  const copyAhead = async (index: number) => void made.push(index);
  await namedTarget("head", { ...failing(cause), copyAhead }).copyAhead!(3);
  expect(made).toEqual([3]);
  expect(namedTarget("head", failing(cause))).not.toHaveProperty("copyAhead");
});
