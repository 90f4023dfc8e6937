import { expect, it } from "vitest";
import { isGone, isSeen, makerText } from "../../../../../src/io/database/place/maker.ts";

const self = JSON.parse(Buffer.from(makerText(), "base64url").toString());
const told = (maker: object) => Buffer.from(JSON.stringify({ ...self, ...maker })).toString("base64url");
/** Above the largest number that a process gets. */
const NOBODY = { pid: 2 ** 22 + 1 };

it("knows its own processes that have ended, and those of an earlier start of the machine", () => {
  expect(isGone(makerText())).toBe(false);
  expect(isSeen(makerText())).toBe(true);
  expect(isSeen(told(NOBODY))).toBe(false);
  expect(isGone(told(NOBODY))).toBe(true);
  expect(isGone(told({ boot: "another" }))).toBe(true);
});

it("says nothing of other machines, nor of what it cannot read", () => {
  expect(isGone(told({ ...NOBODY, host: "another" }))).toBe(false);
  for (const text of ["", "e30", "no label of ours"]) expect(isGone(text)).toBe(false);
});
