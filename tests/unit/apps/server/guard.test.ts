import { expect, it } from "vitest";
import { isTokenOf } from "../../../../src/apps/server/guard.ts";

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

it.each([
  ["Bearer s3cret", true],
  ["bearer s3cret", true],
  [basic("anybody:s3cret"), true],
  [basic(":s3cret"), true],
  ["Bearer s3cre", false],
  ["Bearer s3cret2", false],
  ["Bearer ", false],
  [basic("s3cret:"), false],
  ["Digest s3cret", false],
  ["s3cret", false],
  ["", false],
  [undefined, false],
])("%s", (header, isRight) => {
  expect(isTokenOf(header, "s3cret")).toBe(isRight);
});
