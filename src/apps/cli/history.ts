import { commitFacts } from "../../io/git/commit.ts";
import { askGit } from "../../io/git/git.ts";
import { environment } from "../../io/host/environment.ts";
import type { HistoryQuery, Store } from "../../io/store/store.ts";
import type { ChangeEvent } from "../../model/answers.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { Ledger } from "../../model/ledger.ts";
import { METRIC_IDS } from "../../model/metric.ts";
import { ARMS } from "../../model/run.ts";
import { openExisting } from "../../pipeline/invocation/open-store.ts";
import { historyLocation, type StoreLocation } from "../../pipeline/invocation/store-location.ts";
import { changesAround } from "../../pipeline/queries/changes.ts";
import { ledgers } from "../../pipeline/queries/ledger.ts";
import { otherConditions } from "../../pipeline/queries/other-conditions.ts";
import {
  HISTORY_FORMATS,
  type HistoryFormat,
  type Miss,
  missesOf,
  NAMED,
  type OtherConditions,
  renderHistory,
} from "../../report/terminal/history.ts";
import { renderLedgers } from "../../report/terminal/ledger.ts";
import { type AnyCommand, Command, Option } from "./commander.ts";
import { addHelp } from "./help-text.ts";
import {
  isoDate,
  METRIC_WORDS,
  metricWord,
  type Since,
  sinceWord,
  wholeNumber,
  withFields,
} from "./options.ts";

export function historyVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("history")
    .summary("Print a metric over commits.")
    .description("Print a metric of a workload over the commits in the store, oldest first.")
    .option("--repository <owner/name>", "Only runs of this repository, and runs without a known repository.")
    .option("--suite <name>", "Only this suite.")
    .option("--workload <name>", "Only this workload.")
    .addOption(
      new Option("--metric <metric>", `Metric to print: ${METRIC_WORDS}.`)
        .argParser(metricWord)
        .default("qps"),
    )
    .option("--branch <name>", "Only runs of this branch.")
    .addOption(new Option("--arm <arm>", "Only this arm of side-by-side runs.").choices([...ARMS]))
    .option(
      "--since <start>",
      "Only measurements since this time (ISO 8601). With a tag or commit: only commits since then, and the sum of their changes.",
      sinceWord,
    )
    .option("--until <date>", "Only measurements before this time, ISO 8601.", isoDate)
    .option("--limit <n>", "Number of newest points to print.", wholeNumber, 50)
    .addOption(
      new Option("--format <format>", "Format of the output.").choices([...HISTORY_FORMATS]).default("table"),
    )
    .option(
      "--change-points",
      "Mark changes of level; JSON output becomes { points, changes } (default: on in tables).",
    )
    .option("--no-change-points", "Do not mark changes of level.");
  addHelp(command, {
    examples: [
      ["history --workload read-write --metric p99", "print the newest 50 runs of one workload"],
      ["history --workload TPC-C --metric p90:new_order", "print the latency of one kind of its events"],
      ["history --branch main --arm head --since 2026-11-01", "print what was measured on main since a date"],
      ["history --branch main --since v1.2", "add up what main gained and lost since a tag, push by push"],
      ["history --limit 1000 --format csv > history.csv", "write a file for a spreadsheet"],
    ],
    outcomes: ["fine", "usage", ["internal", "the store cannot be read"]],
  });
  return withFields(command, "history").action(async (words) => {
    const location = await historyLocation(words, environment(), process.cwd());
    const { store: _, config: __, format, changePoints, since, ...query } = words;
    const isMarked = changePoints ?? format === "table";
    const read = await readHistory(location, query, since, { isMarked, isTable: format === "table" });
    // A file or a pipe gets all of it.
    const width = process.stdout.columns || Number.POSITIVE_INFINITY;
    process.stdout.write(`${textOf(read, format, width)}\n`);
    finish(EXIT_CODE.fine);
  });
}

type HistoryRead = Readonly<{
  points: readonly HistoryPoint[];
  events: readonly ChangeEvent[] | null;
  misses: readonly Miss[];
  others: readonly OtherConditions[];
  /** Points that the store has instead, if none match. */
  there: readonly HistoryPoint[];
  /** Sums since a commit, by its name; absent: none were asked for. */
  sums?: Readonly<{ name: string; ledgers: readonly Ledger[] }>;
}>;

function textOf(
  { points, events, misses, others, there, sums }: HistoryRead,
  format: HistoryFormat,
  width: number,
): string {
  if (sums !== undefined && format === "json")
    return JSON.stringify(
      { points, ...(events === null ? {} : { changes: events }), ledgers: sums.ledgers },
      null,
      2,
    );
  const text = renderHistory(points, format, events, misses, others, there, width);
  return sums === undefined || format === "csv"
    ? text
    : `${text}\n\n${renderLedgers(sums.name, sums.ledgers, width)}`;
}

/**
 * @param isMarked whether changes of level are looked for
 * @param isTable whether what differs between fingerprints is looked for
 */
async function readHistory(
  location: StoreLocation,
  asked: HistoryQuery,
  since: Since | undefined,
  { isMarked, isTable }: Readonly<{ isMarked: boolean; isTable: boolean }>,
): Promise<HistoryRead> {
  const store = await openExisting(location, "read");
  try {
    const start = since === undefined ? null : await startOf(since, asked, store);
    const query = { ...asked, ...start?.filter };
    const points = await store.history(query);
    const there = points.length === 0 ? await thereIn(store, query) : [];
    return {
      points,
      there,
      events: isMarked ? await changesAround(store, query) : null,
      misses: points.length === 0 ? await missesIn(store, query, there) : [],
      others: isTable ? await otherConditions(store, points) : [],
      ...(start?.commit === undefined ? {} : { sums: await sumsAfter(start.commit, asked, store) }),
    };
  } finally {
    await store.close();
  }
}

type Start = Readonly<{
  filter: Pick<HistoryQuery, "since" | "orderedFrom">;
  /** Absent: a time was asked for. */
  commit?: Readonly<{ name: string; sha: string; time: string }>;
}>;

/** @throws PlumblineError of kind "usage" for a name that neither git nor the store knows */
async function startOf(since: Since, { repository }: HistoryQuery, store: Store): Promise<Start> {
  if ("date" in since) return { filter: { since: since.date } };
  const name = since.commit;
  const cwd = process.cwd();
  const sha = await askGit(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
  const facts = sha === null ? null : await commitFacts(cwd, sha, null);
  const place = repository === undefined ? {} : { repository };
  const [run] = await store.list({ ...place, commit: sha ?? name, limit: 1 });
  const time = facts?.time ?? run?.orderedAt;
  if (time === undefined) {
    throw new PlumblineError(
      "usage",
      `--since: there is no tag or commit ${JSON.stringify(name)} here, and the store has no run of it`,
      {
        remedy: "fetch the tags (git fetch --tags), or name a commit that was measured or a date",
      },
    );
  }
  return { filter: { orderedFrom: time }, commit: { name, sha: sha ?? run!.commit, time } };
}

/** What each branch's side-by-side measurements after a commit add up to, in every gate. */
async function sumsAfter(
  { name, sha, time }: NonNullable<Start["commit"]>,
  { repository, suite, branch, workload }: HistoryQuery,
  store: Store,
): Promise<NonNullable<HistoryRead["sums"]>> {
  const given = { repository, suite, branch, workload };
  const scope = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { name, ledgers: await ledgers(store, { ...scope, since: sha, sinceTime: time }) };
}

/** Newest points of any metric that are looked through for the names that there are. */
const LOOKED_THROUGH = 1_000 * METRIC_IDS.length;

/** Points that fit all but the metric; any, if nothing does. */
async function thereIn(store: Store, query: HistoryQuery): Promise<readonly HistoryPoint[]> {
  const { metric: _, ...names } = query;
  const near = await store.history({ ...names, limit: LOOKED_THROUGH });
  return near.length > 0 ? near : await store.history({ limit: LOOKED_THROUGH });
}

/** Names of the question that no run has: what else the store has may be what was meant. */
async function missesIn(
  store: Store,
  query: HistoryQuery,
  there: readonly HistoryPoint[],
): Promise<readonly Miss[]> {
  const unknown: Partial<Record<Miss["field"], string>> = {};
  for (const field of NAMED) {
    const name = query[field];
    if (name !== undefined && (await store.history({ [field]: name, limit: 1 })).length === 0)
      unknown[field] = name;
  }
  return missesOf(unknown, there);
}
