import { expect, it } from "vitest";
import { nearest } from "../../../src/config/nearest.ts";

const VERBS = ["check", "compare", "render", "history", "store"];

it.each([
  ["chekc", "check"], // Two letters changed places: one slip of the fingers, however short the word.
  ["hcekc", undefined],
  ["histroy", "history"],
  ["chck", "check"],
  ["Check", "check"],
  ["bench", undefined],
])("%s: %s", (word, guess) => expect(nearest(word, VERBS)).toBe(guess));
