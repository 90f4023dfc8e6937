import { expect, it } from "vitest";
import { valueOfType } from "../../../../src/ingest/capture/typed.ts";
import { ValueTally } from "../../../../src/ingest/capture/values.ts";

function tallyOf(value: string): ValueTally {
  const tally = new ValueTally();
  tally.add({ value, isQuoted: true });
  return tally;
}

const ROW = `(default,"a ""b"", c",0,,f,"{""key"": ""secret""}","2024-05-01 10:00:00+02",2.5)`;

it("makes up a row of a program's own type field by field, in its form", () => {
  const made = valueOfType("job_to_defer", tallyOf(ROW))!;
  expect(made).toMatch(
    /^\("\w{7}","\w -\w-, \w","1",,f,"\{\\"key\\": ?\\"\w{6}\\"\}","2026-01-01 12:00:00\+00","1\.5"\)$/,
  );
  expect(made).not.toMatch(/default|secret/);
});

it.each([
  ["(,,)", "(,,)"],
  ["()", "()"],
  ["(7)", '("1")'],
])("keeps the number of fields, and those without text: %s", (row, made) => {
  expect(valueOfType("pair", tallyOf(row))).toBe(made);
});

it("takes no text in parentheses for a row", () => {
  expect(valueOfType("text", tallyOf("(a,b)"))).toBeNull();
});

it("takes an array apart at its own commas alone", () => {
  const rows = tallyOf(String.raw`{"(a,\"{\"\"b\"\": 1, \"\"c\"\": 2}\",)",NULL,plain}`);
  expect([rows.elements!.count, rows.elements!.nulls]).toEqual([3, 1]);
  expect(rows.elements!.sample).toBe(`(a,"{""b"": 1, ""c"": 2}",)`);
});

it("names the one schema that a test's own stands for", () => {
  expect(valueOfType("regclass", tallyOf('"app_2026_03_01t10_schema_01".job_id_seq'))).toBe(
    '"app".job_id_seq',
  );
  expect(valueOfType("regclass", tallyOf("app.job_id_seq"))).toBe("app.job_id_seq");
});
