import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { fieldsIn } from "../../../../src/config/fields.ts";
import { renderActionYml } from "../../../../src/io/host/action-yml.ts";
import { OUTPUTS } from "../../../../src/io/host/actions.ts";

describe("action.yml", () => {
  it("is fresh: `npm run build` would write the same", () => {
    expect(readFileSync(new URL("../../../../action.yml", import.meta.url), "utf8")).toBe(renderActionYml());
  });

  it("has every input and output of the tables, with its default and a description", () => {
    const action = parse(renderActionYml());
    expect(Object.keys(action.inputs)).toEqual(fieldsIn("action").map(({ name }) => name));
    expect(Object.keys(action.outputs)).toEqual(OUTPUTS.map(({ name }) => name));
    for (const field of fieldsIn("action")) {
      expect(action.inputs[field.name]).toMatchObject({
        default: field.default,
        description: expect.stringContaining(field.help),
      });
    }
  });
});
