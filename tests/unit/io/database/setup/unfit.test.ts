import { describe, expect, it } from "vitest";
import {
  asFinding,
  FailedCommand,
  isFinding,
  isUnfitSetup,
  UnfitSetup,
  unfit,
} from "../../../../../src/io/database/setup/unfit.ts";
import { PlumblineError } from "../../../../../src/model/errors.ts";

const said = (cause: unknown) => new PlumblineError("usage", "db/1.sql:1: no", { cause });
const server = (code: string) => Object.assign(new Error("no"), { code });

describe("a set-up that cannot fill a database", () => {
  it.each(["42P01", "42601", "23505", "22003", "P0001"])("is one that the server refuses by %s", (code) => {
    const cause = unfit(server(code));
    expect(isUnfitSetup(said(cause))).toBe(true);
    expect((cause as UnfitSetup).code).toBe(code);
  });

  it.each(["08006", "53100", "53300", "57P01", "57P02", "58030", "XX000"])(
    "is none where the server is in trouble: %s",
    (code) => expect(isUnfitSetup(said(unfit(server(code))))).toBe(false),
  );

  it("is none where it was not the server, or not the set-up", () => {
    expect(isUnfitSetup(said(unfit(new Error("socket hang up"))))).toBe(false);
    expect(isUnfitSetup(said(server("42P01")))).toBe(false);
    expect(isUnfitSetup(new UnfitSetup(new Error("no")))).toBe(false);
  });
});

describe("a set-up that works on base and not on head", () => {
  it("is a finding, and no mistake in the config file", () => {
    const error = new PlumblineError("usage", "head: db/1.sql:1: no", {
      remedy: "fix it",
      cause: unfit(server("23514")),
    });
    const finding = asFinding(error);
    expect(isFinding(finding)).toBe(true);
    expect(finding).toMatchObject({
      kind: "target",
      message: "the set-up works on base and not on head: db/1.sql:1: no",
      remedy: "fix it",
    });
    expect(isFinding(error)).toBe(false);
  });

  it("is what a command ends with, too", () => {
    const cause = new FailedCommand("ended with exit code 1");
    expect(isFinding(new PlumblineError("target", "head: the set-up command ended", { cause }))).toBe(true);
    expect(isFinding(new PlumblineError("target", "head: the server is gone"))).toBe(false);
  });

  it("stays what it is where it was not the server who refused", () => {
    const errors = [
      said(new UnfitSetup(new Error("a file of dbmate"))),
      said(server("53100")),
      new Error("no"),
    ];
    expect(errors.map(asFinding)).toEqual(errors);
  });
});
