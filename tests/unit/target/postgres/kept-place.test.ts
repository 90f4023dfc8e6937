import { expect, it } from "vitest";
import { keptBytes, keptFolder } from "../../../../src/target/postgres/kept-place.ts";

it("lies where the user's caches lie", () => {
  expect(keptFolder({ XDG_CACHE_HOME: "/caches" })).toBe("/caches/plumbline/data");
  expect(keptFolder({})).toMatch(/\/\.cache\/plumbline\/data$/);
});

it("the environment decides over the config file, and an off switch over both", () => {
  expect(keptBytes(undefined, {})).toBe(10 * 2 ** 30);
  expect(keptBytes(5, {})).toBe(5);
  expect(keptBytes(5, { PLUMBLINE_CACHE: "2GB" })).toBe(2e9);
  expect(keptBytes(5, { PLUMBLINE_CACHE: "off" })).toBeNull();
  expect(keptBytes(false, { PLUMBLINE_CACHE: "2GB" })).toBeNull();
  expect(() => keptBytes(5, { PLUMBLINE_CACHE: "much" })).toThrow(/PLUMBLINE_CACHE: got "much"/);
});
