/** Which of the candidates makes the application's schema, and why none of the others. */

import { efCore } from "./families/ef-core.ts";
import { goosePrograms } from "./families/goose.ts";
import { inCode } from "./families/in-code.ts";
import { markedSql } from "./families/marked-sql.ts";
import { programs } from "./families/programs.ts";
import { sqlFiles } from "./families/sql-files.ts";
import { dumps, plainSql, sqlc } from "./families/whole-schemas.ts";
import { withTheirBases } from "./lacking-tables.ts";
import { withPrerequisites } from "./prerequisites.ts";
import {
  type Candidate,
  foreignSql,
  inFolder,
  isAside,
  isForPostgres,
  isInPart,
  isPostgresSql,
  mayBePostgresSql,
  namesPostgres,
  otherDialect,
  type Repository,
} from "./repository.ts";

/** In the order in which they go where nothing else decides. */
const FINDERS: readonly ((repository: Repository) => readonly Candidate[])[] = [
  dumps,
  sqlFiles,
  sqlc,
  programs,
  goosePrograms,
  efCore,
  markedSql,
  plainSql,
  inCode,
];

export type SchemaChoice = Readonly<{
  chosen: Candidate | null;
  /** The others, each with the reason why it was passed over. */
  others: readonly Readonly<{ candidate: Candidate; why: string }>[];
}>;

export function chooseSchema(repository: Repository): SchemaChoice {
  const found = FINDERS.flatMap((finder) => finder(repository)).filter(({ place }) =>
    isInPart(repository, place),
  );
  const plain = found.filter((each) => each.isPlain === true && whyUnfit(repository, each) === null);
  const based = withTheirBases(repository, found, plain);
  const all = based.map((each, at) => (typeof each === "string" ? found[at]! : each));
  const unfit = new Map(
    all.map((candidate, at) => {
      const lacks = typeof based[at] === "string" ? based[at] : null;
      return [candidate, whyUnfit(repository, candidate) ?? lacks];
    }),
  );
  const fit = all.filter((candidate) => unfit.get(candidate) === null && !isInsideAnother(candidate, all));
  const [best = null] = fit.toSorted((a, b) => compareCandidates(repository, a, b));
  const others = all
    .filter((candidate) => candidate !== best && !isInsideAnother(candidate, all))
    .map((candidate) => ({ candidate, why: unfit.get(candidate) ?? whyNotChosen(candidate, best!) }));
  return { chosen: best === null ? null : ofPart(repository, withPrerequisites(repository, best)), others };
}

/** SQL that init writes lies with the part that it is for: another part may need other SQL. */
function ofPart({ part }: Repository, candidate: Candidate): Candidate {
  const { steps, writes, unsure } = candidate;
  const moved = Object.keys(writes ?? {}).filter((file) => /^bench\/[^/]+\.sql$/.test(file));
  if (part === undefined || steps === null || moved.length === 0) return candidate;
  const placed = (file: string) => (moved.includes(file) ? inFolder(part, file) : file);
  return {
    ...candidate,
    steps: steps.map((step) => (typeof step === "string" ? placed(step) : step)),
    writes: Object.fromEntries(Object.entries(writes!).map(([file, text]) => [placed(file), text])),
    unsure: unsure.map((line) => moved.reduce((text, file) => text.replaceAll(file, placed(file)), line)),
  };
}

/** Reasons that no number of files makes up for. */
function whyUnfit({ read }: Repository, { place, sql, dialect }: Candidate): string | null {
  if (isAside(`${place}/`)) return "it lies with tests, examples, templates or upgrades";
  const named = otherDialect(place);
  if (named !== null) return `its path says ${named}`;
  if (dialect !== undefined && dialect !== null)
    return /^(?:postgres|pg)/.test(dialect) ? null : `its tool says ${dialect}`;
  if (namesPostgres(place)) return null;
  const texts = sql.filter((file) => otherDialect(file) === null).map((file) => read(file) ?? "");
  const foreign = texts.map(foreignSql).find((dialect) => dialect !== null);
  return foreign === undefined || foreign === null || texts.some(isPostgresSql)
    ? null
    : `its SQL is ${foreign}'s`;
}

const RANK: readonly ((candidate: Candidate, repository: Repository) => number)[] = [
  ({ isPlain }) => Number(isPlain !== true),
  ({ isReadOnly }) => Number(isReadOnly !== true),
  ({ isPush, isPlain, steps }) => (isPlain === true ? 0 : isPush === true ? 1 : steps === null ? 0 : 2),
  ({ isPlatform }) => Number(isPlatform === true),
  ({ place }) => Number(isForPostgres(place)),
  ({ isWhole }) => Number(isWhole === true),
  ({ sql }, { read }) => Number(sql.length === 0 || sql.some((file) => mayBePostgresSql(read(file) ?? ""))),
  // Of SQL that no tool orders, the most tables are the schema, whether or not their order is known.
  ({ isPlain, sql }, { read }) => (isPlain === true ? tablesIn(sql, read) : 0),
  ({ steps }) => Number(steps !== null),
  ({ count }) => count,
];

function tablesIn(sql: readonly string[], read: Repository["read"]): number {
  return sql.reduce((sum, file) => sum + ((read(file) ?? "").match(MADE)?.length ?? 0), 0);
}

const MADE = /^[ \t]*CREATE\s+(?:UNLOGGED\s+)?TABLE\b/gim;

/** Below 0: `a` goes first. */
function compareCandidates(repository: Repository, a: Candidate, b: Candidate): number {
  for (const rank of RANK) {
    const order = rank(b, repository) - rank(a, repository);
    if (order !== 0) return order;
  }
  return 0;
}

/** What lies within the files of a tool is no other schema: SQL of no tool, or a folder that another tool has already. */
function isInsideAnother(candidate: Candidate, all: readonly Candidate[]): boolean {
  const { place, isPlain } = candidate;
  const earlier = all.slice(0, all.indexOf(candidate)).filter((other) => other.isPlain !== true);
  return earlier.some(
    (other) => place === other.place || (isPlain === true && place.startsWith(`${other.place}/`)),
  );
}

export const NOT_APPLIED = "its files cannot be applied as they are";

function whyNotChosen(
  { tool, place, isPlain, isReadOnly, isPush, isPlatform, count, steps }: Candidate,
  chosen: Candidate,
): string {
  if (isPlain === true && chosen.isPlain !== true) return `${chosen.tool} goes before SQL of no known tool`;
  if (isForPostgres(chosen.place) && !isForPostgres(place)) return "its path does not say PostgreSQL";
  if (isPush === true && chosen.isPush !== true)
    return `migrations go before models, and ${chosen.tool} has them`;
  if (chosen.isPlatform === true && isPlatform !== true)
    return `${chosen.tool}'s server is the application's`;
  if (isReadOnly === true) return `${chosen.tool} applies a schema, and ${tool} only reads one`;
  if (chosen.isWhole === true) return "the whole schema goes before its migrations";
  if (steps === null) return NOT_APPLIED;
  return count < chosen.count ? "it has fewer files" : "the first of several alike was taken";
}
