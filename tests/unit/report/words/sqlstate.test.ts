import { expect, it } from "vitest";
import { sqlstateText } from "../../../../src/report/words/sqlstate.ts";

it.each([
  ["40001", "40001 serialization failure"],
  ["40P01", "40P01 deadlock detected"],
  ["XX000", "XX000 internal error"],
  ["99999", "99999"],
  ["constructor", "constructor"],
  ["__proto__", "__proto__"],
])("%s is %s", (state, text) => expect(sqlstateText(state)).toBe(text));
