/** Chooses the units that become scripts, their names and their weights, and writes the lines of plumbline.yml that drive them. */

import { sumOf } from "../../stats/summary.ts";
import type { SchemaFacts } from "./facts.ts";
import type { Protocol } from "./log/said.ts";
import { withOwnParents } from "./parents.ts";
import { type ScriptText, scriptHead, scriptOf } from "./script.ts";
import { databaseKind } from "./sql/marks.ts";
import type { UnitTally } from "./tally.ts";

export type CapturedScript = ScriptText &
  Readonly<{
    /** Name of the script's file, without `.sql`. */
    name: string;
    weight: number;
    count: number;
    /** Null where the log has no durations. */
    meanMs: number | null;
  }>;

export type Captured = Readonly<{
  scripts: readonly CapturedScript[];
  protocol: Protocol;
  database: string | null;
  /** Units of the database, of all shapes. */
  units: number;
  shapes: number;
  /** Shapes in no script, and their shares of executions and of time (null where the log has no durations). */
  leftOut: Readonly<{ shapes: number; ofCount: number; ofTime: number | null }>;
  /** Other databases in the log, by their units. */
  others: readonly Readonly<{ database: string | null; units: number }>[];
}>;

export type ScriptWish = Readonly<{
  /** Largest number of scripts. */
  most: number;
  /** Null: the one with most units. */
  database: string | null;
  /** Null: as most statements were sent. */
  protocol: Protocol | null;
  keep: boolean;
  /** Short whole numbers of which there were few may stand in the scripts. */
  keepNumbers: boolean;
  /** Logs that were read, for the scripts' heads. */
  source: string;
}>;

/** The units of one database that weigh most. @returns null where nothing was captured, of that database or at all */
export function chosenFrom(
  all: readonly UnitTally[],
  wish: Pick<ScriptWish, "database" | "most">,
): Readonly<{ database: string | null; chosen: readonly UnitTally[] }> | null {
  const kind = wish.database === null ? null : databaseKind(wish.database);
  const named = perDatabase(all).find(
    (each) => kind === null || (each.database !== null && databaseKind(each.database) === kind),
  );
  const database = named?.database ?? wish.database;
  const units = all.filter((unit) => unit.database === database);
  return units.length === 0 ? null : { database, chosen: heaviest(units, wish.most) };
}

/** @param facts what a database says of the chosen units, if one was asked. @returns null as chosenFrom */
export function capturedFrom(
  all: readonly UnitTally[],
  wish: ScriptWish,
  facts: SchemaFacts | null = null,
): Captured | null {
  const choice = chosenFrom(all, wish);
  if (choice === null) return null;
  const { database, chosen } = choice;
  const units = all.filter((unit) => unit.database === database);
  const protocol = wish.protocol ?? usualProtocol(chosen);
  const manner = { inText: protocol === "simple", keep: wish.keep, keepNumbers: wish.keepNumbers };
  const totalMs = sumOf(units, ({ totalMs: ms }) => ms);
  const count = sumOf(units, (unit) => unit.count);
  const weights = weightsOf(chosen);
  const names = unitFileNames(chosen);
  const scripts = chosen.map((unit, position) => {
    const share = totalMs > 0 ? unit.totalMs / totalMs : null;
    const whole = facts === null ? unit : withOwnParents(unit, units, facts);
    const head = scriptHead(whole, { source: wish.source, share });
    if (whole !== unit) head.push(OTHERS);
    const script = scriptOf(whole, head, manner, facts);
    const meanMs = unit.timed === 0 ? null : unit.totalMs / unit.timed;
    return { ...script, name: names[position]!, weight: weights[position]!, count: unit.count, meanMs };
  });
  return {
    scripts,
    protocol,
    database,
    units: count,
    shapes: units.length,
    leftOut: {
      shapes: units.length - chosen.length,
      ofCount: 1 - sumOf(chosen, (unit) => unit.count) / count,
      ofTime: totalMs > 0 ? 1 - sumOf(chosen, ({ totalMs: ms }) => ms) / totalMs : null,
    },
    others: perDatabase(all).filter((each) => each.database !== database),
  };
}

const OTHERS = "Statement 1 is another script's: it makes the row that only one may refer to.";

function perDatabase(all: readonly UnitTally[]): Captured["others"] {
  const units = new Map<string | null, number>();
  for (const { database, count } of all) units.set(database, (units.get(database) ?? 0) + count);
  return [...units]
    .map(([database, each]) => ({ database, units: each }))
    .toSorted((a, b) => b.units - a.units);
}

/** Half of them by time, the others by how often they came; the heaviest first. */
function heaviest(units: readonly UnitTally[], most: number): readonly UnitTally[] {
  const byTime = units.filter(({ totalMs }) => totalMs > 0).toSorted((a, b) => b.totalMs - a.totalMs);
  const byCount = units.toSorted((a, b) => b.count - a.count);
  const chosen = new Set(byTime.slice(0, Math.ceil(most / 2)));
  for (const unit of [...byCount, ...byTime]) if (chosen.size < most) chosen.add(unit);
  return [...chosen].toSorted((a, b) => b.totalMs - a.totalMs || b.count - a.count);
}

function usualProtocol(units: readonly UnitTally[]): Protocol {
  const times = new Map<Protocol, number>();
  for (const { protocols } of units) {
    for (const [protocol, count] of protocols) times.set(protocol, (times.get(protocol) ?? 0) + count);
  }
  const [[usual] = ["simple" as const]] = [...times].toSorted(([, a], [, b]) => b - a) as [
    [Protocol, number]?,
  ];
  return usual;
}

/** Weight of the most frequent unit, if that many were seen; the others are scaled to it. */
const WEIGHT_MOST = 1_000;

function weightsOf(units: readonly UnitTally[]): readonly number[] {
  const most = Math.max(...units.map(({ count }) => count));
  const scale = Math.min(1, WEIGHT_MOST / most);
  return units.map(({ count }) => Math.max(1, Math.round(count * scale)));
}

const WRITES: ReadonlySet<string> = new Set(["insert", "update", "delete", "merge"]);

/** Names units after what they do: the first write of a transaction, else its first statement. */
function unitFileNames(units: readonly UnitTally[]): readonly string[] {
  const taken = new Map<string, number>();
  return units.map(({ steps, frame }) => {
    const subjects = steps.map(({ shape }) => shape.subject);
    const main = subjects.find(({ verb }) => WRITES.has(verb)) ?? subjects[0]!;
    const words = [frame === null ? "" : "tx", main.verb, main.table ?? ""].filter((word) => word !== "");
    const base =
      words
        .join("-")
        .toLowerCase()
        .replace(/[^a-z\d]+/g, "-")
        .replace(/^-|-$/g, "")
        .slice(0, 60) || "statement";
    const number = (taken.get(base) ?? 0) + 1;
    taken.set(base, number);
    return number === 1 ? base : `${base}-${number}`;
  });
}

/** A workload of plumbline.yml. @param folder as plumbline.yml is to name it */
export function workloadLines(
  { scripts, protocol }: Pick<Captured, "scripts" | "protocol">,
  folder: string,
): string {
  const named = scripts.map(
    ({ name, weight }) => `      - { file: ${yamlText(`${folder}/${name}.sql`)}, weight: ${weight} }`,
  );
  return [
    "workloads:",
    "  - name: captured",
    "    script:",
    ...named,
    `    protocol: ${protocol}`,
    "    options: { threads: 4 }",
    "",
  ].join("\n");
}

function yamlText(text: string): string {
  return /^[\w./-]+$/.test(text) && !text.startsWith("-") ? text : JSON.stringify(text);
}
