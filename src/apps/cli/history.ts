import { environment } from "../../io/host/environment.ts";
import type { HistoryQuery, Store } from "../../io/store/store.ts";
import type { ChangeEvent } from "../../model/answers.ts";
import { EXIT_CODE } from "../../model/errors.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { METRIC_IDS } from "../../model/metric.ts";
import { ARMS } from "../../model/run.ts";
import { openExisting } from "../../pipeline/invocation/open-store.ts";
import { historyLocation, type StoreLocation } from "../../pipeline/invocation/store-location.ts";
import { changesAround } from "../../pipeline/queries/changes.ts";
import { otherConditions } from "../../pipeline/queries/other-conditions.ts";
import {
  HISTORY_FORMATS,
  type Miss,
  missesOf,
  NAMED,
  type OtherConditions,
  renderHistory,
} from "../../report/terminal/history.ts";
import { type AnyCommand, Command, Option } from "./commander.ts";
import { addHelp } from "./help-text.ts";
import { isoDate, METRIC_WORDS, metricWord, wholeNumber, withFields } from "./options.ts";

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
    .option("--since <date>", "Only measurements at or after this time, ISO 8601.", isoDate)
    .option("--until <date>", "Only measurements before this time, ISO 8601.", isoDate)
    .option("--limit <n>", "Number of points, the newest ones.", wholeNumber, 50)
    .addOption(
      new Option("--format <format>", "Format of the output.").choices([...HISTORY_FORMATS]).default("table"),
    )
    .option("--change-points", "Mark lasting shifts; JSON becomes { points, changes } (default: in tables).")
    .option("--no-change-points", "Do not look for shifts.");
  addHelp(command, {
    examples: [
      ["history --workload read-write --metric p99", "the newest 50 runs of one workload"],
      ["history --workload TPC-C --metric p90:new_order", "of one kind of its events"],
      ["history --branch main --arm head --since 2026-11-01", "what main measured this month"],
      ["history --limit 1000 --format csv > history.csv", "for a spreadsheet"],
    ],
    outcomes: ["fine", "usage", ["internal", "the store cannot be read"]],
  });
  return withFields(command, "history").action(async (words) => {
    const location = await historyLocation(words, environment(), process.cwd());
    const { store: _, config: __, format, changePoints, ...query } = words;
    const isMarked = changePoints ?? format === "table";
    const { points, events, misses, others, there } = await readHistory(location, query, {
      isMarked,
      isTable: format === "table",
    });
    // A file or a pipe gets all of it.
    const width = process.stdout.columns || Number.POSITIVE_INFINITY;
    process.stdout.write(`${renderHistory(points, format, events, misses, others, there, width)}\n`);
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
}>;

/**
 * @param isMarked whether changes of level are looked for
 * @param isTable whether what differs between fingerprints is looked for
 */
async function readHistory(
  location: StoreLocation,
  query: HistoryQuery,
  { isMarked, isTable }: Readonly<{ isMarked: boolean; isTable: boolean }>,
): Promise<HistoryRead> {
  const store = await openExisting(location, "read");
  try {
    const points = await store.history(query);
    const there = points.length === 0 ? await thereIn(store, query) : [];
    return {
      points,
      there,
      events: isMarked ? await changesAround(store, query) : null,
      misses: points.length === 0 ? await missesIn(store, query, there) : [],
      others: isTable ? await otherConditions(store, points) : [],
    };
  } finally {
    await store.close();
  }
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
