import { describe, expect, it } from "vitest";
import { failOnOf, invocationOf, lockOf, overridesOf } from "../../../../src/pipeline/invocation/words.ts";

it("nothing said is the usual: plumbline.yml here, base found, an hour of patience", () => {
  expect(invocationOf({}, { PLUMBLINE_LOCK: "/locks" }, "/shop")).toEqual({
    cwd: "/shop",
    config: "plumbline.yml",
    base: null,
    branch: null,
    targetBranch: null,
    overrides: {},
    store: null,
    output: "plumbline-out",
    lock: { folder: "/locks", limitMs: 3_600_000 },
    origin: { repository: null, runUrl: null, attempt: null, pullRequest: null },
    merging: [],
    acceptLabel: null,
  });
});

it("an option is nearer than the environment, and an empty word is none", () => {
  const env = { PLUMBLINE_STORE: "file:env" };
  expect(invocationOf({ store: "file:option" }, env, "/").store).toBe("file:option");
  expect(invocationOf({ store: "" }, env, "/").store).toBe("file:env");
  expect(invocationOf({ base: "", "accept-label": "" }, {}, "/")).toMatchObject({
    base: null,
    acceptLabel: null,
  });
});

describe("numbers", () => {
  it("are those of the plan", () => {
    expect(overridesOf({ mode: "history", sessions: "3", seconds: "0.5", seed: "0" })).toEqual({
      mode: "history",
      sessions: 3,
      seconds: 0.5,
      seed: 0,
    });
    expect(overridesOf({ sessions: "", seconds: "" })).toEqual({});
  });

  it.each([
    ["sessions", "0", "write a whole number from 1 to 200"],
    ["sessions", "1.5", "write a whole number from 1 to 200"],
    ["sessions", "many", "write a whole number from 1 to 200"],
    ["seconds", "0.05", "write a number from 0.1 to 3600"],
    ["seconds", "Infinity", "write a number from 0.1 to 3600"],
    ["seed", "2147483648", "write a whole number from 0 to 2147483647"],
    ["seed", "-1", "write a whole number from 0 to 2147483647"],
  ])("%s: %s is refused with what is allowed", (name, text, remedy) => {
    expect(() => overridesOf({ [name]: text })).toThrow(
      expect.objectContaining({ kind: "usage", message: `${name}: got "${text}"`, remedy }),
    );
  });
});

describe("how long to wait for the machine", () => {
  it("is a duration; with no folder for the lock nobody is waited for", () => {
    expect(lockOf("90s", { PLUMBLINE_LOCK: "/locks" })).toEqual({ folder: "/locks", limitMs: 90_000 });
    expect(lockOf("0s", { PLUMBLINE_LOCK: "/locks" })).toEqual({ folder: "/locks", limitMs: 0 });
  });

  it("is refused as anything else", () => {
    expect(() => lockOf("soon", {})).toThrow(
      expect.objectContaining({ kind: "usage", message: 'lock-timeout: got "soon"' }),
    );
  });
});

it("a verdict to fail on is one that there is", () => {
  expect(failOnOf({})).toBe("regression");
  expect(failOnOf({ failOn: "never" })).toBe("never");
  expect(() => failOnOf({ failOn: "sometimes" })).toThrow(expect.objectContaining({ kind: "usage" }));
});
