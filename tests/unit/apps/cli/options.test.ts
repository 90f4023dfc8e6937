import { describe, expect, it } from "vitest";
import { Command } from "../../../../src/apps/cli/commander.ts";
import {
  durationFrom,
  hostAndPort,
  listOption,
  numberFrom,
  portFrom,
  repositoryName,
  withFields,
} from "../../../../src/apps/cli/options.ts";

const seconds = numberFrom(0.1, 3600, { what: "seconds", isWhole: false });

describe("values of options", () => {
  it.each([
    [numberFrom(1, 100), "100", 100],
    [seconds, "0.5", 0.5],
    [portFrom(0), "0", 0],
    [portFrom(1), "65535", 65_535],
    [durationFrom(), "5ms", 5e6],
    [durationFrom("1s"), "1s", 1e9],
    [hostAndPort, "10.0.0.1:7000", { host: "10.0.0.1", port: 7000 }],
    [hostAndPort, "[::1]:0", { host: "::1", port: 0 }],
    [repositoryName, "acme/db", "acme/db"],
  ])("%# is taken", (parse, text, value) => expect(parse(text)).toEqual(value));

  it.each([
    [numberFrom(1, 100), "0", "a whole number from 1 to 100"],
    [numberFrom(1, 100), "1.5", "a whole number from 1 to 100"],
    [numberFrom(0, 9), "", "a whole number from 0 to 9"],
    [seconds, "0.05", "seconds from 0.1 to 3600"],
    [seconds, "Infinity", "seconds from 0.1 to 3600"],
    [portFrom(0), "65536", "a port from 0 to 65535"],
    [portFrom(1), "0", "a port from 1 to 65535"],
    [durationFrom(), "0s", "a duration such as 90s, 30m or 2h"],
    [durationFrom("1s"), "999ms", "a duration from 1s, such as 90s, 30m or 2h"],
    [hostAndPort, "7000", "a host and a port"],
    [hostAndPort, "here:70000", "a host and a port"],
    [repositoryName, "shop", "a repository such as acme/db"],
  ])("%# is refused", (parse, text, expected) => expect(() => parse(text)).toThrow(expected));
});

describe("the words of a command", () => {
  const parsed = (...args: readonly string[]) =>
    withFields(new Command("x").addOption(listOption("--name <name>", "again and again")), "check")
      .parse(args, { from: "user" })
      .opts();

  it("have a list of what is given again", () => {
    expect(parsed("--name", "a", "--name", "b").name).toEqual(["a", "b"]);
    expect(parsed().name).toBeUndefined();
  });

  it("have the fields of the table, with their defaults", () => {
    expect(parsed("--lock-timeout", "5m")).toMatchObject({ lockTimeout: "5m", config: "plumbline.yml" });
    expect(parsed().store).toBeUndefined();
  });
});
