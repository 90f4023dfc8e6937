/** The query files of a workload as scripts: read from the tree of an arm, and given values by what its set-up makes. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../config/parse.ts";
import { type NamedQuery, namedQueries } from "../../ingest/queries/named.ts";
import { type QueryFacts, queryScript } from "../../ingest/queries/script.ts";
import { globFiles } from "../../io/database/place/glob.ts";
import { DATABASE, startLoggingServer } from "../../io/database/postgres/logging-server.ts";
import { queryFacts } from "../../io/database/sql/query-facts.ts";
import { localOf } from "../../io/database/traits.ts";
import { sha256 } from "../../io/host/files.ts";
import { makeTemporary } from "../../io/host/temporary.ts";
import type { Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import type { Script, ScriptSet } from "../../model/script.ts";

type FoundQuery = NamedQuery & Readonly<{ file: string }>;

/** Reads the queries of the workload of that name; undefined for one that has none. */
type QueryReader = (workload: string, tree: string) => Promise<ScriptSet | undefined>;

export type QueryReaders = Readonly<{
  /** Without values, and so without a database: for what can be checked before one is there. */
  texts: QueryReader;
  /** With values that the database has which database.setup fills: it is made for each call. */
  values: QueryReader;
  /** Queries that have got no values so far, because a program fills them in first. */
  leftOut: () => readonly Warning[];
}>;

/** The load generator takes no more scripts. */
const SCRIPTS_MOST = 128;

/** @throws PlumblineError of kind "usage" for globs that name no file, files without a query, and too many queries */
async function queriesOf(config: Config, position: number, tree: string): Promise<readonly FoundQuery[]> {
  const { queries } = config.workloads[position]!;
  const refuse = refusing(config, position);
  const found: FoundQuery[] = [];
  for (const glob of queries) {
    const files = await globFiles(tree, glob);
    if (files.length === 0)
      throw refuse(
        `no file is named ${glob} in ${tree}`,
        "name query files from the folder where the check runs",
      );
    for (const file of files) {
      const text = await readFile(path.join(tree, file), "utf8");
      found.push(...namedQueries(text, path.basename(file, ".sql")).map((query) => ({ ...query, file })));
    }
  }
  if (found.length === 0 || found.length > SCRIPTS_MOST)
    throw refuse(
      `${found.length} queries in ${queries.join(", ")}; a workload has 1 to ${SCRIPTS_MOST}`,
      "name other files",
    );
  return found;
}

function refusing({ workloads, places }: Config, position: number) {
  const where = `${places.workloads[position]!.run}: ${workloads[position]!.name}`;
  return (what: string, remedy: string) => new PlumblineError("usage", `${where}: ${what}`, { remedy });
}

export function queryReaders(
  config: Config,
  progress: Pick<Progress, "update" | "stage">,
  signal: AbortSignal,
): QueryReaders {
  const leftOut = new Map<string, Warning>();
  const reader =
    (
      textsOf: (
        queries: readonly FoundQuery[],
        options: Options,
        tree: string,
      ) => Promise<readonly (string | null)[]>,
    ): QueryReader =>
    async (name, tree) => {
      const position = config.workloads.findIndex((workload) => workload.name === name);
      const { queries: globs, variables, options } = config.workloads[position]!;
      if (globs.length === 0) return undefined;
      const queries = await queriesOf(config, position, tree);
      const texts = await textsOf(queries, options, tree);
      const templates = queries.filter((_, at) => texts[at] === null);
      for (const { file, name: query } of templates)
        leftOut.set(`${name} ${file}#${query}`, leftOutWarning(name, `${file}#${query}`));
      if (templates.length === queries.length)
        throw refusing(config, position)(`a program fills in all queries of ${globs.join(", ")}`, INSTEAD);
      return { files: await writeQueryScripts(queries, texts), variables };
    };
  return {
    texts: reader(async (queries) => queries.map(({ sql }) => `${sql.replace(/\$\d+/g, "NULL")};\n`)),
    values: reader(async (queries, { protocol }, tree) => {
      const inText = protocol === undefined || protocol === "simple";
      const facts = await factsIn(config, tree, queries, progress, signal);
      return queries.map((query, at) => {
        const known = facts[at]!;
        return known === null ? null : queryScript(query, known, inText);
      });
    }),
    leftOut: () => [...leftOut.values()],
  };
}

const INSTEAD = "write a script of what the program sends, or name other query files";

function leftOutWarning(workload: string, query: string): Warning {
  return {
    code: "query-left-out",
    workload,
    message: `${query} is not measured: it is no SQL before a program has filled it in`,
    remedy: INSTEAD,
  };
}

type Options = Config["workloads"][number]["options"];

async function factsIn(
  { database }: Config,
  tree: string,
  queries: readonly FoundQuery[],
  progress: Pick<Progress, "update" | "stage">,
  signal: AbortSignal,
): Promise<readonly (QueryFacts | null)[]> {
  progress.stage("reading the parameters of the query files");
  const local = localOf(database.deploy);
  const server = await startLoggingServer({
    bin: local?.bin === undefined ? null : path.resolve(tree, local.bin),
    version: local?.version ?? null,
    settings: local?.settings ?? {},
    locale: local?.locale,
    isKept: false,
    setup: database.setup,
    tree,
    report: (what) => progress.update({ what, share: null, secondsLeft: null }),
    signal,
  });
  try {
    return await queryFacts(server.url(DATABASE), queries, signal);
  } finally {
    await server.stop();
  }
}

/** Scripts are known by the query's own text: the values are drawn from rows that a set-up may make anew each time. */
async function writeQueryScripts(
  queries: readonly FoundQuery[],
  texts: readonly (string | null)[],
): Promise<readonly Script[]> {
  const { folder } = await makeTemporary("plumbline-queries-");
  const files: Script[] = [];
  for (const [at, { file, name, sql }] of queries.entries()) {
    const text = texts[at] ?? null;
    if (text === null) continue;
    // A folder each: queries of two files may have one name.
    const place = path.join(folder, String(at), `${name}.sql`);
    await mkdir(path.dirname(place));
    await writeFile(place, text);
    const hash = sha256(sql);
    files.push({ file: `${file}#${name}`, path: place, weight: 1, hash });
  }
  return files;
}
