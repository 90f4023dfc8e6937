/** What must hold of every reader of what comes from outside, whatever it is given: `npm run fuzz` looks for more of the same, for longer. */
import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultOf, keptFor, mutation, READERS } from "./support/readers.ts";

const SEED = 20_261_127;
const CHANGES = 40;

describe.each([...READERS])(
  "the reader of %s answers, or says what is wrong in an error of ours",
  (name, reader) => {
    const known = [...new Set([...reader.seeds(), ...keptFor(name)])];

    it("for what it knows, and for what once was a finding", async () => {
      for (const text of ["", ...known]) expect(await faultOf(reader, text), text.slice(0, 200)).toBeNull();
    });

    it("for what nobody wrote", async () => {
      const texts = fc.tuple(mutation, fc.constantFrom(...known), fc.constantFrom(...known));
      const property = fc.asyncProperty(texts, async ([change, text, other]) => {
        const fault = await faultOf(reader, change(text, other));
        if (fault !== null) throw fault;
      });
      await fc.assert(property, { seed: SEED, numRuns: CHANGES });
    });
  },
);

it("have each a line in the table of readers", () => {
  const table = readFileSync(path.join(process.cwd(), "tests/property/README.md"), "utf8");
  const named = [...table.matchAll(/^\|.*\|([^|]*)\|$/gm)].flatMap(([, targets = ""]) =>
    [...targets.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const there = [...READERS.keys()].map((name) => name.replace(/^import-.*/, "import-FORMAT"));
  expect(new Set(named)).toEqual(new Set(there));
});
