import { describe, expect, it } from "vitest";
import { CHOICES, type Choices, FIELDS, fieldsIn, parseChoice, USUAL } from "../../../src/config/fields.ts";
import { MEASURE_MODES } from "../../../src/model/run.ts";

describe("the table of fields", () => {
  it("has a row for each choice, whose default is one of them", () => {
    const rows = new Map(FIELDS.map((row) => [row.name, row]));
    for (const name of Object.keys(CHOICES) as (keyof Choices)[]) {
      const row = rows.get(name)!;
      expect("choices" in row && row.choices).toBe(CHOICES[name]);
      if (name !== "mode") expect(CHOICES[name]).toContain(row.default);
      if (name !== "mode") expect(row.default).toBe(USUAL[name]);
    }
    expect(CHOICES.mode).toEqual(MEASURE_MODES);
  });

  it("names each field once, and says all choices in its help where they are not obvious", () => {
    const names = FIELDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const each of ["regression", "inconclusive", "never"]) {
      expect(FIELDS.find(({ name }) => name === "fail-on")!.help).toContain(each);
    }
  });

  it("has the fields of a place alone, in its order", () => {
    expect(fieldsIn("history").map(({ name }) => name)).toEqual(["config", "store"]);
    expect(fieldsIn("compare").map(({ name }) => name)).toEqual(["output", "fail-on"]);
  });
});

describe("a choice", () => {
  it("is one of its field's", () => {
    expect(parseChoice("mode", "history")).toBe("history");
    expect(parseChoice("alerts", "issue-and-commit")).toBe("issue-and-commit");
  });

  it("of another field is refused with all that there are", () => {
    expect(() => parseChoice("comment", "issue")).toThrow(
      expect.objectContaining({
        kind: "usage",
        message: 'comment: got "issue"',
        remedy: "use one of always, on-change, never",
      }),
    );
  });
});
