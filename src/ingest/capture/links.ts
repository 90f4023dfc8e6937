/** Values that are one: a key in several places, and what an INSERT returned. */
import { columnType, referencedKey, type SchemaFacts } from "./facts.ts";
import type { Slot, StatementShape } from "./sql/shape.ts";
import type { StepTally, UnitTally } from "./tally.ts";

/** A column's name in a comment: of one line, without what a script would read otherwise. */
export function plainColumn(column: string | null): string {
  return column === null ? "a value" : column.replace(/[^\w .-]+/g, "_");
}

/** Links of slots, but of keys of several tables: they count alike in a fresh database. */
export function linksByKey({ steps, links }: UnitTally, facts: SchemaFacts): readonly number[] {
  const keys = steps.flatMap(({ shape }) => shape.slots.map((slot) => keyThere(facts, shape, slot)));
  const firsts = new Map<string, number>();
  return links.map((link, at) => {
    const key = keys[at];
    if (key === null || keys[link] === null || key === keys[link]) return link;
    const first = firsts.get(`${link} ${key}`) ?? at;
    firsts.set(`${link} ${key}`, first);
    return first;
  });
}

/** What a statement returned, as a later one is given it. */
export type Returned = Readonly<{ from: number; prefix: string; name: string; what: string }>;

/** Values that, by their names, are what an INSERT before them returned: by the first slot that has them. */
export function returnedValues(
  { steps, links, count }: UnitTally,
  offsets: readonly number[],
  facts: SchemaFacts | null,
): ReadonlyMap<number, Returned> {
  const found = new Map<number, Returned>();
  for (const [from, { shape, repeats, lengths }] of steps.entries()) {
    const isOne = repeats.value === 1 && lengths.every(({ value }) => value === 1);
    if (!isOne) continue;
    for (const column of shape.subject.returns) {
      for (const [to, step] of steps.entries()) {
        if (to <= from) continue;
        for (const [slot, place] of step.shape.slots.entries()) {
          const at = offsets[to]! + slot;
          // A key that is generated each time varies, and so does what refers to it.
          const mayBe = count === 1 || !step.values[slot]!.isConstant;
          const isOwn = links[at] === at || found.has(links[at]!);
          if (!mayBe || !isOwn || found.has(at)) continue;
          const key = facts === null ? null : keyThere(facts, step.shape, place);
          const isByName = key === null;
          const refers = isByName
            ? refersTo(place, step, shape.subject.table, column)
            : key === `${shape.subject.table}.${column}`;
          if (!refers) continue;
          const prefix = `s${from + 1}_`;
          const what = `${isByName ? "A guess by names" : "By its key"}: ${plainColumn(place.column)} of statement ${to + 1} is taken to be what statement ${from + 1} returned (${plainColumn(column)}).`;
          found.set(at, { from, prefix, name: prefix + column, what });
        }
      }
    }
  }
  return found;
}

/** The key that a place has or refers to, if the database says so. */
function keyThere(facts: SchemaFacts, shape: StatementShape, place: Slot): string | null {
  const column = columnType(facts, shape, place);
  return column === null ? null : referencedKey(facts, column);
}

/** purchase_id for the id of purchase or purchases; id in a statement about that table. */
function refersTo(
  { column }: Slot,
  { shape, values }: StepTally,
  table: string | null,
  returned: string,
): boolean {
  if (column === null || table === null || !/^[a-z_]\w*$/.test(returned)) return false;
  const kind = values[shape.slots.findIndex((slot) => slot.column === column)]?.kind;
  if (kind !== "integer" && kind !== "uuid") return false;
  if (column === returned && shape.subject.table === table) return true;
  const snake = column.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  const one = [table, table.replace(/s$/, ""), table.replace(/es$/, ""), table.replace(/ies$/, "y")];
  return one.some((name) => snake === `${name}_${returned}`) || (returned !== "id" && column === returned);
}
