import { expect, it } from "vitest";
import { type ErrorKind, EXIT_CODE, PlumblineError } from "../../../src/model/errors.ts";

const CODES: Readonly<Record<ErrorKind, number>> = {
  usage: 2,
  target: 3,
  generator: 4,
  store: 5,
  github: 5,
  machine: 5,
  internal: 5,
  interrupted: 130,
};

it.each(Object.entries(CODES))("%s ends with exit code %d, as scripts rely on", (kind, code) => {
  expect(new PlumblineError(kind as ErrorKind, "why").exitCode).toBe(code);
});

it("has codes of its own for verdicts", () => {
  expect(EXIT_CODE).toMatchObject({ fine: 0, regression: 1, inconclusive: 6 });
});

it("is no longer than somebody reads, in one piece, though it quotes what it was given", () => {
  const { message, remedy } = new PlumblineError("usage", "😀".repeat(50_000), {
    remedy: "x".repeat(30_000),
  });
  expect(message.length).toBeLessThan(20_100);
  expect(message).toMatch(/^(?:😀)+ \.\.\. \(80000 more characters\)$/u);
  expect(remedy).toMatch(/^x{20000} \.\.\. \(10000 more characters\)$/);
});

it("keeps the cause, and shows no password in message or remedy", () => {
  const cause = new Error("first");
  const error = new PlumblineError("target", "cannot connect to postgres://app:hunter2@db/x", {
    remedy: "try postgres://app:hunter2@db/y",
    cause,
  });
  expect(error.cause).toBe(cause);
  expect(`${error.message} ${error.remedy} ${error.stack}`).not.toContain("hunter2");
  expect(error.message).toContain("db/x");
  expect(new PlumblineError("usage", "plain").remedy).toBeUndefined();
});

it("says the same with a name before it, and keeps kind, remedy and cause", () => {
  const cause = new Error("first");
  const named = new PlumblineError("target", "gone", { remedy: "start it", cause }).named("head");
  expect(named).toMatchObject({ kind: "target", message: "head: gone", remedy: "start it", cause });
});

it("says the same in other words, and keeps what they do not have", () => {
  const error = new PlumblineError("store", "gone", { remedy: "start it" });
  const again = error.with({ remedy: "wait", cause: error });
  expect(again).toMatchObject({ kind: "store", message: "gone", remedy: "wait", cause: error });
  expect(error.with({ message: "away" })).toMatchObject({ message: "away", remedy: "start it" });
});

it("stays the document that cannot be read, whoever names it", () => {
  const error = new PlumblineError("store", "cut off", { unreadable: "run 1" });
  expect(error.named("base").unreadable).toBe("run 1");
  expect(error.with({ remedy: "write it again" }).unreadable).toBe("run 1");
});
