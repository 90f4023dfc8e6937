import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { Lifetime, prepared } from "../../../../src/io/database/lifetime.ts";

it("ends once: what waits first, then what the target started, then its folder", async () => {
  const life = new Lifetime(undefined);
  const { path } = await life.folder();
  expect((await life.folder()).path).toBe(path);
  const seen: unknown[] = [];
  const own = async () => void seen.push([life.signal.aborted, existsSync(path)]);
  await Promise.all([life.end(own), life.end(own)]);
  expect(seen).toEqual([[true, true]]);
  expect(existsSync(path)).toBe(false);
});

it("ends what waits also by the signal that it was given, and needs no folder", async () => {
  const given = new AbortController();
  const life = new Lifetime(given.signal);
  given.abort();
  expect(life.signal.aborted).toBe(true);
  await life.end(async () => undefined);
});

it("ends where its folder could not be made", async () => {
  const life = new Lifetime(undefined, () => Promise.reject(new Error("full")));
  await expect(life.folder()).rejects.toThrow("full");
  await expect(life.end(async () => undefined)).resolves.toBeUndefined();
});

it("refuses a session before there is anything to start it from", () => {
  expect(() => prepared(undefined)).toThrow("openSession before prepare");
  expect(() => prepared(undefined, "copyAhead")).toThrow("copyAhead before prepare");
  expect(prepared("template")).toBe("template");
});
