import { expect, it } from "vitest";
import { parametersIn } from "../../../../../src/ingest/capture/log/parameters.ts";

it.each([
  ["Parameters: $1 = '5', $2 = NULL, $3 = 'it''s, $4 = ''x'''", ["5", null, "it's, $4 = 'x'"]],
  ["parameters: $1 = 'a\nb'", ["a\nb"]],
  ["Query Parameters: $1 = ''", [""]],
  ["", []],
  ["prepare: PREPARE a AS SELECT 1", []],
  ["parameters: $1 = 'cut o", []],
  ["parameters: $2 = '1'", []],
])("%j", (detail, values) => {
  expect(parametersIn(detail)).toEqual(values);
});
