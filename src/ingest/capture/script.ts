/** A unit as a script in pgbench's language, with a head that says where it is from and what was replaced. */

import { formatMean, formatPercent, formatTime, plainSpaces } from "../../text/units.ts";
import { isNewKey, type Lookup, lookupOf, type SchemaFacts, slotFacts } from "./facts.ts";
import { linksByKey, plainColumn, type Returned, returnedValues } from "./links.ts";
import type { Protocol } from "./log/said.ts";
import { hasSecrets } from "./privacy.ts";
import type { Piece, Slot } from "./sql/shape.ts";
import type { Mean, StepTally, UnitTally } from "./tally.ts";
import type { ValueTally } from "./values.ts";
import {
  DRAWN_OF_LIST_MOST,
  drawn,
  fixed,
  listLine,
  rowsWriting,
  rowWriting,
  sqlLiteral,
  valuesLine,
  type Writing,
  type WritingStyle,
  writingOf,
} from "./writing.ts";

export type ScriptText = Readonly<{
  text: string;
  /** Texts that stand in it as they were in the log, by where they stand. */
  kept: readonly Readonly<{ column: string; words: readonly string[] }>[];
  /** What is shorter than it was in the log, for people. */
  cut: readonly string[];
}>;

/** Most values of a list, elements of an array or rows of an INSERT, and most repetitions of a statement. */
const LIST_MOST = 5_000;
const REPEATS_MOST = 50;
/** The load generator refuses more variables in one statement. */
const VARIABLES_MOST = 256;
/** Variables that pgbench sets itself. */
const RESERVED: ReadonlySet<string> = new Set(["client_id", "scale", "random_seed", "default_seed"]);

/** @param head lines of its first comment: how often it was seen, and where. @param facts null where no database was asked */
export function scriptOf(
  unit: UnitTally,
  head: readonly string[],
  manner: WritingStyle,
  facts: SchemaFacts | null,
): ScriptText {
  return new ScriptWriter(unit, manner, facts).write(head);
}

function offsetsOf({ steps }: UnitTally): readonly number[] {
  const offsets: number[] = [];
  let next = 0;
  for (const { values } of steps) {
    offsets.push(next);
    next += values.length;
  }
  return offsets;
}

/** A word that places share, of several: the variable that says which, from 1. */
type WordChoice = Readonly<{ leader: number; name: string; words: readonly string[] }>;

/** A value that several places share. */
type Shared = Readonly<{ writing: Writing; names: readonly string[] }>;

class ScriptWriter {
  readonly #unit: UnitTally;
  readonly #manner: WritingStyle;
  readonly #facts: SchemaFacts | null;
  /** Position of each step's first slot among the slots of all steps. */
  readonly #offsets: readonly number[];
  readonly #returned: ReadonlyMap<number, Returned>;
  readonly #shared = new Map<number, Shared>();
  readonly #choices = new Map<number, WordChoice>();
  /** The word of the statement that is being written. */
  #chosen: Readonly<{ leader: number; word: string }> | null = null;
  readonly #names = new Set<string>();
  readonly #sets: string[] = [];
  readonly #said = new Map<string, string>();
  readonly #kept = new Map<string, readonly string[]>();
  readonly #cut = new Set<string>();
  /** Variables in the statement that is being written, and values that are written without. */
  #variables = 0;
  #fixed = 0;

  constructor(unit: UnitTally, manner: WritingStyle, facts: SchemaFacts | null) {
    this.#unit = facts === null ? unit : { ...unit, links: linksByKey(unit, facts) };
    this.#manner = manner;
    this.#facts = facts;
    this.#offsets = offsetsOf(unit);
    this.#returned = returnedValues(this.#unit, this.#offsets, facts);
  }

  write(head: readonly string[]): ScriptText {
    const { frame, steps } = this.#unit;
    this.#seek();
    for (const name of new Set(steps.flatMap(({ shape }) => shape.folded)))
      this.#cut.add(`Schema ${name}: it stands for schemas whose names have a hash or a day after that.`);
    const body = steps.flatMap((step, position) => this.#step(step, position));
    const framed = frame === null ? body : [`${frame.begin};`, ...body, `${frame.end};`];
    const comments = [...head, ...this.#notes()].map((line) => `-- ${line}`);
    const kept = [...this.#kept].map(([column, words]) => ({ column, words }));
    return { text: `${[...comments, ...this.#sets, ...framed].join("\n")}\n`, kept, cut: [...this.#cut] };
  }

  /** Rows that are looked for, or that new rows refer to, are drawn from those that are there: a row for each table of a statement. */
  #seek(): void {
    const { steps, links } = this.#unit;
    const places = steps.flatMap((step, position) => {
      const once = step.repeats.value > 1.5 ? [] : slotsWrittenOnce(step);
      return once.map((slot) => ({ step, position, slot, at: this.#offsets[position]! + slot }));
    });
    const made = places.filter(({ step, slot }) =>
      isNewKey(this.#facts, step.shape, step.shape.slots[slot]!),
    );
    const isMade = new Set(made.map(({ at }) => links[at]!));
    const rows = new Map<string, { table: string; columns: { column: string; name: string }[] }>();
    for (const { step, position, slot, at } of places) {
      const place = step.shape.slots[slot]!;
      const lookup = this.#lookupAt(step, slot);
      const leader = links[at]!;
      const isTaken = this.#shared.has(leader) || this.#returned.has(at) || isMade.has(leader);
      if (lookup === null || isTaken) continue;
      if (step.values[slot]!.kind === "array") this.#seekArray(step, slot, leader, lookup);
      if (!isOfRows(step.values[slot]!)) continue;
      const row = rows.get(`${position} ${lookup.table}`) ?? { table: lookup.table, columns: [] };
      rows.set(`${position} ${lookup.table}`, row);
      const known = row.columns.find(({ column }) => column === lookup.column);
      const name = known?.name ?? this.#name(place.column);
      if (known === undefined) row.columns.push({ column: lookup.column, name });
      const writing = rowWriting(lookup, this.#manner);
      this.#shared.set(leader, { writing, names: [name] });
      this.#said.set(plainColumn(place.column), writing.what!);
    }
    for (const { table, columns } of rows.values()) this.#sets.push(valuesLine(table, columns));
  }

  #lookupAt(step: StepTally, slot: number): Lookup | null {
    const lookup = lookupOf(this.#facts, step.shape, step.shape.slots[slot]!);
    if (lookup === null || lookup.isKey) return lookup;
    return this.#writing(step, slot, hasSecrets(step.shape.key)).kept.length > 0 ? null : lookup;
  }

  /** An array whose elements are looked for. */
  #seekArray(step: StepTally, slot: number, leader: number, lookup: Lookup): void {
    const { elements, arrays } = step.values[slot]!;
    const { column, seeks, isTypeBefore } = step.shape.slots[slot]!;
    const [, type] =
      /^(uuid|text|varchar)\[\]$/.exec(slotFacts(this.#facts, step.shape, slot).type ?? "") ?? [];
    const length = Math.round((elements?.count ?? 0) / Math.max(1, arrays));
    if (type === undefined || !seeks || isTypeBefore || length < 1 || !isOfRows(elements!)) return;
    const names = this.#listNames(lookup, column, length);
    if (names.length < length)
      this.#cut.add(`${plainColumn(column)}: only ${names.length} of ${length} elements of an array.`);
    const writing = rowsWriting(lookup, type, this.#manner);
    this.#shared.set(leader, { writing, names });
    this.#said.set(plainColumn(column), writing.what!);
  }

  /** Draws so many values for one list; at most DRAWN_OF_LIST_MOST. @returns their names */
  #listNames(lookup: Lookup, column: string | null, length: number): readonly string[] {
    const names = Array.from({ length: Math.min(length, DRAWN_OF_LIST_MOST) }, () => this.#name(column));
    this.#sets.push(listLine(lookup, names));
    return names;
  }

  /** The first values of a list that are looked for, of rows that are there; none where others are meant. */
  #listed(step: StepTally, position: number, slot: number, length: number): readonly string[] {
    const place = step.shape.slots[slot]!;
    const lookup = this.#lookupAt(step, slot);
    const isTaken = this.#returned.has(this.#offsets[position]! + slot);
    if (length < 2 || lookup === null || !place.seeks || isTaken || !isOfRows(step.values[slot]!)) return [];
    if (this.#variables + Math.min(length, DRAWN_OF_LIST_MOST) > VARIABLES_MOST) return [];
    const names = this.#listNames(lookup, place.column, length);
    this.#variables += names.length;
    const writing = rowWriting(lookup, this.#manner);
    this.#said.set(plainColumn(place.column), writing.what!);
    return names.map((name) => writing.sql([name], step.values[slot]!.isQuoted));
  }

  #notes(): readonly string[] {
    const said = [...this.#said].map(([name, what]) => `${name}: ${what}`);
    const guesses = [...new Set([...this.#returned.values()].map(({ what }) => what))];
    const isOpen =
      guesses.length === 0 &&
      this.#unit.steps.slice(0, -1).some(({ shape }) => shape.subject.returns.length > 0);
    return [
      ...(said.length === 0 ? [] : ["Replaced:", ...said.map((line) => `  ${line}`)]),
      ...this.#cut,
      ...guesses,
      ...(isOpen
        ? [
            "What an INSERT returns may be what a later statement is given: a log does not tell. \\gset would link them.",
          ]
        : []),
    ];
  }

  #step(step: StepTally, position: number): readonly string[] {
    const times = this.#length(step.repeats, REPEATS_MOST, `repetitions of statement ${position + 1}`);
    const prefix = [...this.#returned.values()].find(({ from }) => from === position)?.prefix;
    const end = prefix === undefined ? ";" : ` \\gset ${prefix}`;
    const written = () => `${this.#statement(step, position).trim()}${end}`;
    const choice = times === 1 ? this.#choiceIn(step, position) : null;
    if (choice === null) return Array.from({ length: times }, written);
    return choice.words.flatMap((word, i) => {
      this.#chosen = { leader: choice.leader, word };
      const last = i === choice.words.length - 1;
      const line = last ? "\\else" : `\\${i === 0 ? "if" : "elif"} :${choice.name} = ${i + 1}`;
      const lines = [line, written(), ...(last ? ["\\endif"] : [])];
      this.#chosen = null;
      return lines;
    });
  }

  /** The first value of a statement that is one of several words, which it is written with in turn: so each keeps its plan. */
  #choiceIn(step: StepTally, position: number): WordChoice | null {
    const isSecretive = hasSecrets(step.shape.key);
    for (const piece of step.shape.pieces) {
      const at = piece.kind === "slot" ? this.#offsets[position]! + piece.slot : -1;
      if (piece.kind !== "slot" || this.#returned.has(at)) continue;
      const leader = this.#unit.links[at]!;
      const { words } = this.#sharedAt(leader, step, piece.slot, isSecretive).writing;
      if (words === undefined) continue;
      const known =
        this.#choices.get(leader) ?? this.#newChoice(leader, words, step.shape.slots[piece.slot]!);
      this.#choices.set(leader, known);
      return known;
    }
    return null;
  }

  #newChoice(leader: number, words: NonNullable<Writing["words"]>, { column }: Slot): WordChoice {
    const name = this.#name(column);
    const of = words.map(([, times], i) => [BigInt(i + 1), times] as const);
    this.#sets.push(`\\set ${name} ${drawn({ of })}`);
    return { leader, name, words: words.map(([word]) => word) };
  }

  #sharedAt(leader: number, step: StepTally, slot: number, secretive: boolean): Shared {
    const known = this.#shared.get(leader) ?? this.#draw(step, slot, secretive, this.#isMade(leader));
    this.#shared.set(leader, known);
    return known;
  }

  /** True if a statement makes the row whose key that is, be it only after another has looked for it. */
  #isMade(leader: number): boolean {
    return this.#unit.steps.some(({ shape }, position) =>
      shape.slots.some(
        (_, slot) =>
          this.#unit.links[this.#offsets[position]! + slot] === leader &&
          slotFacts(this.#facts, shape, slot).isOwnKey,
      ),
    );
  }

  #statement({ shape, lengths, ...step }: StepTally, position: number): string {
    let list = 0;
    this.#variables = 0;
    const isSecretive = hasSecrets(shape.key);
    const value = (slot: number, isOneOfMany: boolean) =>
      this.#value({ ...step, shape, lengths }, position, slot, isOneOfMany, isSecretive);
    const written = (piece: Piece, isOneOfMany: boolean): string => {
      switch (piece.kind) {
        case "text":
          return piece.text;
        case "slot":
          return value(piece.slot, isOneOfMany);
        case "list": {
          const length = this.#length(
            lengths[list++]!,
            LIST_MOST,
            `values of a list of statement ${position + 1}`,
          );
          const of = { ...step, shape, lengths };
          const listed = isOneOfMany ? [] : this.#listed(of, position, piece.slot, length);
          const { words = [] } = this.#writing(of, piece.slot, isSecretive);
          const each = (at: number) => {
            const one = listed[at] ?? value(piece.slot, isOneOfMany || length > 1);
            return words.length > 0 && length > 1 ? sqlLiteral(words[at % words.length]![0]) : one;
          };
          return Array.from({ length }, (_, at) => each(at) + piece.tail).join(", ");
        }
        case "rows": {
          const length = this.#length(lengths[list++]!, LIST_MOST, `rows of statement ${position + 1}`);
          return this.#rows(length, position, () =>
            piece.row.map((part) => written(part, isOneOfMany || length > 1)).join(""),
          );
        }
      }
    };
    const isRepeated = step.repeats.value > 1.5;
    return shape.pieces.map((piece) => written(piece, isRepeated)).join("");
  }

  #length({ value }: Mean, most: number, what: string): number {
    const length = Math.max(1, Math.round(value));
    if (length > most) this.#cut.add(`Only ${most} of ${length} ${what}.`);
    return Math.min(most, length);
  }

  /** Rows of an INSERT must differ in each event, as their keys do: there are only as many as there can be variables for. */
  #rows(length: number, position: number, row: () => string): string {
    const rows = [row()];
    const perRow = this.#variables;
    while (rows.length < length && this.#variables + perRow <= VARIABLES_MOST) rows.push(row());
    if (rows.length < length)
      this.#cut.add(
        `Only ${rows.length} of ${length} rows of statement ${position + 1}: it has ${perRow} variables a row, and ${VARIABLES_MOST} at most.`,
      );
    return rows.join(", ");
  }

  /** @param isOneOfMany each has a value of its own, unless all always had the same */
  #value(step: StepTally, position: number, slot: number, isOneOfMany: boolean, secretive: boolean): string {
    const at = this.#offsets[position]! + slot;
    const isQuoted = step.values[slot]!.isQuoted;
    // By position, and not by what was equal: in a fresh database keys of several tables count alike.
    const returned = this.#returned.get(at);
    if (returned !== undefined) {
      this.#variables += 1;
      return isQuoted && this.#manner.inText ? `':${returned.name}'` : `:${returned.name}`;
    }
    const leader = this.#unit.links[at]!;
    const isShared = !isOneOfMany || leader !== at;
    if (isShared && this.#chosen?.leader === leader) return sqlLiteral(this.#chosen.word);
    if (this.#variables >= VARIABLES_MOST) return this.#withoutVariables(step, slot, secretive);
    const { writing, names } = isShared
      ? this.#sharedAt(leader, step, slot, secretive)
      : this.#draw(step, slot, secretive);
    this.#variables += names.length;
    return writing.sql(names, isQuoted);
  }

  /** What is beyond the variables that a statement may have is as many as it was, but the same in each event. */
  #withoutVariables(step: StepTally, slot: number, secretive: boolean): string {
    const { column } = step.shape.slots[slot]!;
    const writing = this.#writing(step, slot, secretive);
    if (writing.draws.length > 0)
      this.#cut.add(
        `${plainColumn(column)}: ${VARIABLES_MOST} values are drawn, which is the most; the others are the same in each event.`,
      );
    return fixed(writing, step.values[slot]!.isQuoted, this.#fixed++);
  }

  #writing({ shape, values }: StepTally, slot: number, secretive: boolean, isMade = false): Writing {
    const { column, inserts } = shape.slots[slot]!;
    const facts = slotFacts(this.#facts, shape, slot);
    const place = { column, inserts, secretive, ...facts, isOwnKey: facts.isOwnKey || isMade };
    return writingOf(values[slot]!, place, this.#manner);
  }

  #draw(step: StepTally, slot: number, secretive: boolean, isMade = false): Shared {
    const { column } = step.shape.slots[slot]!;
    const writing = this.#writing(step, slot, secretive, isMade);
    const names = writing.draws.map((draw) => {
      const name = this.#name(column);
      this.#sets.push(`\\set ${name} ${drawn(draw)}`);
      return name;
    });
    const label = names[0] ?? column ?? "a text";
    if (writing.what !== null && !this.#said.has(plainColumn(column)))
      this.#said.set(column === null ? label : plainColumn(column), writing.what);
    if (writing.kept.length > 0) this.#kept.set(plainColumn(column), writing.kept);
    return { writing, names };
  }

  #name(column: string | null): string {
    const base = (column ?? "value")
      .replace(/([a-z\d])([A-Z])/g, "$1_$2")
      .replace(/\W+/g, "_")
      .toLowerCase();
    const usable = /^[a-z_]/.test(base) && !RESERVED.has(base) ? base : `v_${base}`;
    let name = usable;
    for (let number = 2; this.#names.has(name); number++) name = `${usable}_${number}`;
    this.#names.add(name);
    return name;
  }
}

/** True for values that rows are known by, where most are in the log. */
function isOfRows({ kind, nulls, unknown, count }: ValueTally): boolean {
  return (nulls + unknown) * 2 < count && (kind === "uuid" || kind === "text");
}

/** Slots that stand in the statement once: in no list, and in an INSERT of one row. */
function slotsWrittenOnce({ shape, lengths }: StepTally): readonly number[] {
  let list = 0;
  const within = (pieces: readonly Piece[]): readonly number[] =>
    pieces.flatMap((piece) => {
      if (piece.kind === "slot") return [piece.slot];
      if (piece.kind === "text") return [];
      const isOne = Math.round(lengths[list++]!.value) <= 1;
      if (piece.kind === "list") return isOne ? [piece.slot] : [];
      return isOne ? within(piece.row) : [];
    });
  return within(shape.pieces);
}

/** `-- ` lines that name the source of a script. */
export function scriptHead(
  { count, totalMs, timed, protocols, steps }: UnitTally,
  { source, share }: Readonly<{ source: string; share: number | null }>,
): string[] {
  const mean = timed === 0 ? "durations are not in the log" : `mean ${formatTime((1e6 * totalMs) / timed)}`;
  const part = share === null ? "" : `, ${formatPercent(share)} of the time of all`;
  const [protocol] = [...protocols].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return [
    plainSpaces(`Captured from ${source}: ${count === 1 ? "once" : `${count} times`}, ${mean}${part}.`),
    ...(protocol === undefined ? [] : [`The program sent it ${SENT[protocol]}.`]),
    ...steps.flatMap((step, position) => statementHead(step, position, steps.length)),
  ];
}

const SENT: Readonly<Record<Protocol, string>> = {
  simple: "as text (simple protocol)",
  extended: "with parameters (extended protocol)",
  prepared: "prepared",
};

function statementHead(
  { durations, repeats }: StepTally,
  position: number,
  steps: number,
): readonly string[] {
  if (steps === 1) return [];
  const times = repeats.value > 1 ? `, ${formatMean(repeats.value)} times` : "";
  const mean = Number.isNaN(durations.value) ? "" : `mean ${formatTime(1e6 * durations.value)}`;
  return mean + times === ""
    ? []
    : [plainSpaces(`  statement ${position + 1}: ${(mean + times).replace(/^, /, "")}`)];
}
