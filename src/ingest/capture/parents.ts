/** Rows that only one row may refer to: what inserts the one takes along what inserts the other. */
import { columnType, type SchemaFacts } from "./facts.ts";
import type { StepTally, UnitTally } from "./tally.ts";

/** @param all units, some of which may make the rows. @returns the unit, with their statements before its own for tables into which it inserts nothing */
export function withOwnParents(unit: UnitTally, all: readonly UnitTally[], facts: SchemaFacts): UnitTally {
  let offset = 0;
  for (const step of unit.steps) {
    for (const [slot, place] of step.shape.slots.entries()) {
      const column = place.inserts ? columnType(facts, step.shape, place) : null;
      const target = column !== null && facts.singles.has(column) ? facts.references.get(column) : undefined;
      const isWritten = isOneRow(step) && step.values[slot]!.kind !== null;
      if (target === undefined || !isWritten) continue;
      const [table, key] = target.split(/\.(?=[^.]*$)/) as [string, string];
      const subjects = unit.steps.map(({ shape }) => shape.subject);
      if (subjects.some((each) => each.verb === "insert" && each.table === table)) continue;
      const parent = parentUnit(table, key, all);
      if (parent !== null) return withOwnParents(withParent(parent, unit, offset + slot, key), all, facts);
    }
    offset += step.values.length;
  }
  return unit;
}

function isOneRow({ repeats, lengths }: StepTally): boolean {
  return repeats.value === 1 && lengths.every(({ value }) => value === 1);
}

/** The commonest statement by itself that makes a row of the table whose key is known then. */
function parentUnit(table: string, key: string, all: readonly UnitTally[]): UnitTally | null {
  const known = all.filter(({ steps: [step, ...others] }) => {
    const { subject, slots } = step!.shape;
    const hasKey = subject.returns.includes(key) || slots.some((each) => each.inserts && each.column === key);
    return others.length === 0 && subject.table === table && hasKey && isOneRow(step!);
  });
  return known.toSorted((a, b) => b.count - a.count)[0] ?? null;
}

/** @param at place of the parent's key among the unit's own: a key that the program makes is one variable for both */
function withParent(parent: UnitTally, unit: UnitTally, at: number, key: string): UnitTally {
  const { values, shape } = parent.steps[0]!;
  const given = shape.slots.findIndex(({ column }) => column === key);
  const own = unit.links.map((link) =>
    given >= 0 && link === unit.links[at] ? given : link + values.length,
  );
  return { ...unit, steps: [...parent.steps, ...unit.steps], links: [...parent.links, ...own] };
}
