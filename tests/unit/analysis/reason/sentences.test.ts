/** From made plans and catalogs to sentences: none is broken, whatever differs between two arms. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { reasonOf } from "../../../../src/analysis/reason/reason.ts";
import {
  type DatabaseObject,
  OBJECT_KINDS,
  type Observed,
  type PlanNode,
} from "../../../../src/model/observed.ts";
import { causeSentences, differenceLines, otherCauses } from "../../../../src/report/words/reason.ts";
import { makeChange } from "../../../support/reports.ts";

const NAMES = ["event", "person", "latest", "event_person", "app.note", "price(integer)"] as const;
const name = fc.constantFrom(...NAMES);
const optional = <Key extends string, T>(key: Key, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((found) => (found === undefined ? {} : { [key]: found }));

const node: fc.Arbitrary<PlanNode> = fc
  .tuple(
    fc.constantFrom("Seq Scan", "Index Scan", "Append", "Sort", "Nested Loop", "ModifyTable"),
    optional("relation", name),
    optional("index", name),
    optional("by", fc.array(fc.constantFrom("id", "at"), { maxLength: 2 })),
    optional("manner", fc.constantFrom("Left", "Update")),
  )
  .map(([type, ...more]) => Object.assign({ depth: 0, type, rows: 1 }, ...more) as PlanNode);

const object: fc.Arbitrary<DatabaseObject> = fc
  .tuple(
    fc.constantFrom(...OBJECT_KINDS),
    name,
    optional("on", name),
    fc.constantFrom("", "CREATE INDEX event_person ON event (person)", "SELECT 1", "on", "off"),
    optional("uses", fc.array(name, { maxLength: 2 })),
  )
  .map(
    ([kind, called, on, definition, uses]) =>
      ({ kind, name: called, definition, ...on, ...uses }) as DatabaseObject,
  );

const size = fc.record({ name, rows: fc.option(fc.nat(1e6)), bytes: fc.nat(1e8) });

const observed: fc.Arbitrary<Observed> = fc
  .record({
    nodes: fc.array(node, { minLength: 1, maxLength: 4 }),
    sql: fc.constantFrom("SELECT * FROM latest", "UPDATE event SET at = $1", "SELECT price(1)"),
    objects: fc.array(object, { maxLength: 8 }),
    sizes: fc.array(size, { maxLength: 3 }),
  })
  .map(({ nodes, sql, objects, sizes }) => ({
    databases: [{ database: "d", workloads: ["w"], objects, sizes }],
    plans: [{ workload: "w", plans: [{ statement: "read", sql, cost: 1, nodes, names: [...NAMES] }] }],
  }));

const BROKEN = / {2}|[:;,(] *[:;,.)]|\( | \)|undefined|NaN|\bnull\b| [.;:,]|^ | $|: ?$/;

it("breaks no sentence about plans and catalogs that differ", () => {
  const changes = [makeChange("w", { metric: "qps", effect: -0.5 })];
  let said = 0;
  fc.assert(
    fc.property(observed, observed, (base, head) => {
      const part = { report: { name: "w", statements: [], changes }, base: [], head: [] };
      const reason = reasonOf({ observed: base }, { observed: head }, [part])!;
      const sentences = [...causeSentences(reason), ...otherCauses(reason)];
      said += sentences.length;
      for (const { code, text } of sentences) {
        expect(code).not.toBe("");
        expect(code === null ? text : `${code} ${text}`, JSON.stringify([base, head])).not.toMatch(BROKEN);
      }
      for (const line of differenceLines(reason)) expect(line).not.toMatch(/undefined|NaN|\bnull\b/);
    }),
    { numRuns: 500 },
  );
  expect(said).toBeGreaterThan(100);
});
