import { expect, it } from "vitest";
import { tokenOf } from "../../../../src/apps/cli/token.ts";

it("is what the environment has, or none", () => {
  expect(tokenOf("T", {})).toBeNull();
  expect(tokenOf("T", { T: "" })).toBeNull();
  expect(tokenOf("T", { T: "0123456789abcdef" })).toBe("0123456789abcdef");
});

it("is refused where it can be guessed, and not said", () => {
  const refused = {
    kind: "usage",
    message: expect.stringMatching(/^T has 15 characters/),
    remedy: expect.stringMatching(/^export T=/),
  };
  const ask = () => tokenOf("T", { T: "0123456789abcde" });
  expect(ask).toThrow(expect.objectContaining(refused));
  expect(ask).not.toThrow("0123456789abcde");
});
