/** Migrations that change tables which none of them makes: a file before them does, or they are not the schema. */
import { type Candidate, firstAndMore, type Repository } from "./repository.ts";

const NAME = String.raw`((?:"[^"]+"|[a-z_][\w$]*)(?:\.(?:"[^"]+"|[a-z_][\w$]*))?)`;
/** `SELECT a, b INTO t`. The list is bounded, because each SELECT in the rows of a COPY would be searched to the end of the file. */
const SELECT_INTO = String.raw`\bSELECT\b[^;]{0,2000}?\bINTO\s+(?:TABLE\s+)?${NAME}`;
const MADE = new RegExp(
  String.raw`\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|FOREIGN|MATERIALIZED|RECURSIVE)\s+)*(?:TABLE|VIEW)\s+(?:IF\s+NOT\s+EXISTS\s+)?${NAME}|\bRENAME\s+TO\s+${NAME}|${SELECT_INTO}`,
  "gi",
);
const CHANGED = new RegExp(
  String.raw`\bALTER\s+TABLE\s+(?:ONLY\s+)?${NAME}(?=[\s;])|\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?(?:"[^"]+"|\w+)\s+ON\s+(?:ONLY\s+)?${NAME}|\bREFERENCES\s+${NAME}\s*\(`,
  "gi",
);
const ADDED = /\bADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi;

type Tables = Readonly<{ made: ReadonlySet<string>; lacking: readonly string[] }>;

/** Tables that SQL makes, and those that it changes or refers to without making them. */
function tablesNamedIn(text: string): Tables {
  const plain = (name: string) => name.replace(/^.*\./, "").replaceAll('"', "").toLowerCase();
  const namesIn = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((found) => plain(found.slice(1).find((name) => name !== undefined)!));
  const made = new Set(namesIn(MADE));
  const changed = new Set(namesIn(CHANGED));
  // In `ALTER TABLE IF EXISTS x` nothing is taken for granted.
  return { made, lacking: [...changed].filter((name) => !made.has(name) && name !== "if").toSorted() };
}

function sqlOfCandidate({ read }: Repository, { sql, writes = {} }: Candidate): string {
  return [...Object.values(writes), ...sql.map((file) => read(file) ?? "")]
    .join("\n")
    .replace(/--.*|\/\*[\s\S]*?\*\//g, "");
}

type ReadCandidate = Readonly<{ text: string; tables: Tables }>;

/**
 * Each candidate after the file that makes the tables which its own change; as it is where it needs none.
 * @param plain SQL of no tool, which may be that file
 * @returns a reason where a candidate is no schema: another one has what it comes to, or nothing makes its tables
 */
export function withTheirBases(
  repository: Repository,
  candidates: readonly Candidate[],
  plain: readonly Candidate[],
): readonly (Candidate | string)[] {
  const known = new Map<Candidate, ReadCandidate>();
  const read = (candidate: Candidate): ReadCandidate => {
    const before = known.get(candidate);
    if (before !== undefined) return before;
    const text = sqlOfCandidate(repository, candidate);
    const tables = tablesNamedIn(text);
    known.set(candidate, { text, tables });
    return { text, tables };
  };
  return candidates.map((each) => withItsBase(each, plain, read));
}

function withItsBase(
  candidate: Candidate,
  plain: readonly Candidate[],
  read: (candidate: Candidate) => ReadCandidate,
): Candidate | string {
  const { steps, sql, isPlain, unsure } = candidate;
  if (steps === null || sql.length === 0 || isPlain === true) return candidate;
  const { text, tables } = read(candidate);
  const { made, lacking } = tables;
  if (lacking.length === 0) return candidate;
  const base = plain.find(
    (each) => each.steps !== null && lacking.every((name) => read(each).tables.made.has(name)),
  );
  const names = firstAndMore(lacking);
  if (base === undefined) {
    if (lacking.length >= made.size) return `it changes tables that it does not make (${names})`;
    return { ...candidate, unsure: [...unsure, `its files change ${names}, which none of them makes`] };
  }
  const ofBase = read(base);
  const added = [...text.matchAll(ADDED)].map(([, name]) => name!);
  const shared = added.filter((name) => new RegExp(String.raw`\b${name}\b`, "i").test(ofBase.text));
  const isMade = [...made].some((name) => ofBase.tables.made.has(name));
  if (isMade || shared.length * 2 > added.length) return `${base.place} has what it comes to`;
  return {
    ...candidate,
    steps: [...base.steps!, ...steps],
    sql: [...base.sql, ...sql],
    unsure: [...unsure, `its files change ${names}, which ${base.place} makes: that is applied before`],
  };
}
