/**
 * Known causes of slow PostgreSQL, one in each file `cases/AREA/NAME.sql`:
 *
 *     -- What is slow, and why.
 *     -- effect: 0.31
 *     -- base
 *     Statements of base, after those of cases/base.sql. May be left out.
 *     -- migration
 *     Statements of head; a line of the one that is the cause ends with `-- planted`.
 *     -- script of base
 *     The workload of base in pgbench's language, if head's is another one. That is then the cause, and the migration has decoys alone.
 *     -- script
 *     The workload of head, a line of which is marked if base has another one.
 *
 * The effect is events of head for one of base, measured with two connections on a machine of two cores.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { splitStatements } from "../../src/io/database/sql/statements.ts";

/** planted: the cause; needed: what it cannot be without, or goes with it; decoy: what no workload touches. */
export type Role = "planted" | "needed" | "decoy";

export type Piece = Readonly<{ text: string; role: Role }>;

export type Case = Readonly<{
  /** AREA/NAME. */
  name: string;
  area: string;
  about: string;
  /** Events of head for one of base; NaN if the file has none. */
  effect: number;
  /** Statements of base. */
  base: readonly string[];
  /** Head's migration in its order. */
  migration: readonly Piece[];
  script: Readonly<{
    base: string;
    head: string;
    /** Line of head's that is planted, from 1; null: they are the same. */
    planted: number | null;
  }>;
}>;

/** The area of migrations in which nothing is planted. */
export const EQUAL = "decoys";

const FOLDER = path.join(import.meta.dirname, "cases");
const MARK = / *-- planted$/;
const SECTION = /^-- (base|migration|script of base|script)\n/m;

export function readCases(): readonly Case[] {
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .map((file) => /^(\w[\w-]*)[/\\](\w[\w-]*)\.sql$/.exec(file)?.slice(1).join("/"))
    .filter((name) => name !== undefined);
  return names.toSorted().map((name) => readCase(name, read(`${name}.sql`)));
}

/** A migration of decoys alone, after which nothing is slow. */
export function decoysAlone(text: string): Case {
  const script = { base: text, head: text, planted: null };
  return { name: EQUAL, area: EQUAL, about: "", effect: 1, base: sharedBase(), migration: decoys(), script };
}

export function readCase(name: string, text: string): Case {
  const [head = "", ...parts] = text.split(SECTION);
  const sections = new Map(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""]] : [])));
  const [, effect = "NaN"] = /^-- effect: (\S+)$/m.exec(head) ?? [];
  const own = statementsOf(sections.get("base") ?? "").map((piece) => piece.text);
  const change = statementsOf(sections.get("migration") ?? "");
  return {
    name,
    area: name.split("/")[0] ?? name,
    about: /^-- (.*)$/m.exec(head)?.[1] ?? "",
    effect: Number(effect),
    base: [...sharedBase(), ...own],
    migration: amongDecoys(name, change),
    script: scriptOf(sections.get("script") ?? "", sections.get("script of base")),
  };
}

function scriptOf(text: string, ofBase: string | undefined): Case["script"] {
  const at = text.split("\n").findIndex((line) => MARK.test(line));
  const head = text.replaceAll(new RegExp(MARK, "gm"), "");
  return { base: ofBase ?? head, head, planted: at < 0 ? null : at + 1 };
}

/** Some decoys stand before the change and the others after it: how many, the length of the name decides. */
function amongDecoys(name: string, change: readonly Piece[]): readonly Piece[] {
  const all = decoys();
  const before = name.length % (all.length + 1);
  return [...all.slice(0, before), ...change, ...all.slice(before)];
}

function statementsOf(sql: string): readonly Piece[] {
  const lines = sql.split("\n");
  return splitStatements(sql).map(({ text, line }) => {
    const own = lines.slice(line - 1, line + text.split("\n").length - 1);
    return { text, role: own.some((each) => MARK.test(each)) ? "planted" : "needed" };
  });
}

function sharedBase(): readonly string[] {
  return splitStatements(read("base.sql")).map(({ text }) => text);
}

function decoys(): readonly Piece[] {
  return splitStatements(read("decoys.sql")).map(({ text }) => ({ text, role: "decoy" }));
}

function read(file: string) {
  return readFileSync(path.join(FOLDER, file), "utf8");
}
