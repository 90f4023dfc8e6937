/** `plumbline bisect`: from a change of level to the commit that made it. */
import { isDeepStrictEqual } from "node:util";
import { bisectPlan, bisectRange, eventUpTo } from "../../analysis/history/bisect.ts";
import { commitsAfter } from "../../io/git/range.ts";
import { environment } from "../../io/host/environment.ts";
import type { Store } from "../../io/store/store.ts";
import type { ChangeEvent } from "../../model/answers.ts";
import type { BisectPlan } from "../../model/bisect-plan.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { metricInfo } from "../../model/metric.ts";
import { openExisting } from "../../pipeline/invocation/open-store.ts";
import { historyLocation } from "../../pipeline/invocation/store-location.ts";
import { changesAround, changeTime } from "../../pipeline/queries/changes.ts";
import { openSums } from "../../pipeline/queries/ledger.ts";
import { renderBisect } from "../../report/terminal/bisect.ts";
import { measureCommits } from "./backfill.ts";
import { type AnyCommand, Command, Option, type WordsOf } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";
import { type FieldWords, metricWord, wholeNumber, withFields } from "./options.ts";

/** Points that are searched for the change: all metrics of some hundred runs. */
const SEARCHED = 20_000;

type BisectWords = WordsOf<typeof withOptions> & FieldWords<"measure">;

export function bisectVerb(finish: (code: number) => void): AnyCommand {
  const command = withFields(withOptions(new Command("bisect")), "measure");
  addHelp(command, {
    examples: [
      ["bisect --plan", "where is the newest regression, and which commits should be measured next?"],
      [
        "bisect --plan --at 1a9420e --count 4",
        "plan four commits for four machines, to find the cause of one change",
      ],
      ["bisect", "measure here, one commit after the other, until one is left"],
    ],
    outcomes: ["fine", ...MEASURING],
  });
  return command.action(async (words) => {
    const plan = await makeBisectPlan(words, (events, points) => findEvent(events, points, words.at));
    const last = words.plan === true || plan === null ? plan : await narrow(plan, words);
    const none = plan === null ? NOTHING : GONE;
    process.stdout.write(
      `${words.format === "json" ? JSON.stringify(last, null, 2) : planText(last, none)}\n`,
    );
    finish(EXIT_CODE.fine);
  });
}

function withOptions(command: Command) {
  return command
    .summary("Find the commit that shifted a metric.")
    .description(
      "Find the commit that shifted a metric: measure the most informative commit, and repeat until one is left.",
    )
    .option("--plan", "Only print which commits to measure next.")
    .option("--at <commit>", "Newest change up to this commit (default: the newest change for the worse).")
    .option("--suite <name>", "Only this suite.")
    .option("--workload <name>", "Only this workload.")
    .addOption(
      new Option("--metric <metric>", "Only this metric (`plumbline help history` lists them).").argParser(
        metricWord,
      ),
    )
    .option("--branch <name>", "Only the history of this branch.")
    .option("--count <n>", "Number of commits to measure at a time, for as many machines.", wholeNumber, 1)
    .addOption(
      new Option("--format <format>", "Format of the plan.").choices(["table", "json"]).default("table"),
    );
}

function planText(plan: BisectPlan | null, none: string): string {
  return plan === null ? none : renderBisect(plan);
}

const NOTHING = "no change of level for the worse to look into";
const GONE = "the change is gone from the history, now that more is measured";

/**
 * Measures what is planned and plans again, until one commit is left.
 * @returns null if the change is gone from the history, now that more is measured
 */
async function narrow(first: BisectPlan, words: BisectWords): Promise<BisectPlan | null> {
  const invocation = { ...(await invocationHere(words)), branch: first.event.branch };
  return await measuring(words, async (progress, signal) => {
    let plan = first;
    for (let round = 0; plan.next.length > 0 && round < MOST_ROUNDS; round++) {
      await measureCommits(plan.next, invocation, progress, signal);
      const after = await makeBisectPlan(words, (events) => sameEvent(events, first), signal);
      if (after === null) return null;
      assureProgress(plan, after);
      plan = after;
    }
    return plan;
  });
}

/** A level that comes and goes would be narrowed for ever. */
const MOST_ROUNDS = 30;

/** @throws PlumblineError of kind "usage" if the runs that can be made here say nothing about the change */
function assureProgress(before: BisectPlan, after: BisectPlan): void {
  const { shift, next, ends } = after;
  const what = `${metricInfo(shift.metric).label} of ${shift.workload}`;
  if (ends?.state === "alike") {
    throw new PlumblineError(
      "usage",
      `the change of ${what} does not show here: ${ends.runs.from} runs of ${ends.from} and ${ends.runs.to} of ${ends.to} do not differ beyond their noise`,
      { remedy: "run on a machine like the one that showed it, or name another --metric or --workload" },
    );
  }
  if (!isDeepStrictEqual(before, after)) return;
  throw new PlumblineError("usage", `${next.join(", ")} was measured, but not its ${what}`, {
    remedy:
      "add that workload to the config file, and measure where the metric is available (server CPU needs a server that Plumbline starts)",
  });
}

type ChooseEvent = (events: readonly ChangeEvent[], points: readonly HistoryPoint[]) => ChangeEvent | null;

/** The clone's repository, if the store knows it: changes in others have no commits here. */
async function repositoryHere(words: BisectWords, store: Store): Promise<Readonly<{ repository?: string }>> {
  const { origin } = await invocationHere(words);
  const isKnown = (await store.suites()).some(({ repository }) => repository === origin.repository);
  return isKnown && origin.repository !== null ? { repository: origin.repository } : {};
}

async function makeBisectPlan(
  words: BisectWords,
  choose: ChooseEvent,
  signal?: AbortSignal,
): Promise<BisectPlan | null> {
  const cwd = process.cwd();
  const store = await openExisting(await historyLocation(words, environment(), cwd), "read", signal);
  try {
    const { suite, workload, metric, branch } = words;
    const about = {
      ...(await repositoryHere(words, store)),
      ...(suite === undefined ? {} : { suite }),
      ...(branch === undefined ? {} : { branch }),
    };
    const series = {
      ...(workload === undefined ? {} : { workload }),
      ...(metric === undefined ? {} : { metric }),
    };
    const points = await store.history({ ...about, ...series, limit: SEARCHED });
    const found = await changesAround(store, { ...about, ...series });
    const sums = await openSums(
      store,
      { ...about, ...series },
      found.filter(({ open }) => open),
    );
    const all = [...found, ...sums.map((each) => each.event)];
    const event = choose(
      all.filter(({ cause }) => cause === "commit").toSorted((a, b) => changeTime(a) - changeTime(b)),
      points,
    );
    if (event === null) return null;
    const { from, to } = bisectRange(event, points);
    const plan = bisectPlan(event, points, await commitsAfter(cwd, from, to), words.count);
    const summed = sums.find((each) => each.event === event);
    return summed === undefined ? plan : { ...plan, sum: summed.sum };
  } finally {
    await store.close();
  }
}

/** @throws PlumblineError of kind "usage" if nothing changed up to the commit that was named */
function findEvent(
  events: readonly ChangeEvent[],
  points: readonly HistoryPoint[],
  at: string | undefined,
): ChangeEvent | null {
  if (at === undefined) return events.findLast(({ shifts }) => shifts[0]!.direction === "worse") ?? null;
  const event = eventUpTo(events, points, at);
  if (event !== null) return event;
  const known = events.map(({ firstAfter }) => firstAfter.sha.slice(0, 10));
  throw new PlumblineError("usage", `the history has no change of level up to ${at}`, {
    remedy:
      known.length === 0
        ? "name a branch with a longer history (--branch)"
        : `name one of its changes: ${known.join(", ")}`,
  });
}

/**
 * The event of an earlier plan, once more is measured: it lies between other commits then, but still among the plan's. The runs that
 * were made here meanwhile may show it, too, with a wider range than those that it was found in.
 */
function sameEvent(
  events: readonly ChangeEvent[],
  { event, shift, candidates }: BisectPlan,
): ChangeEvent | null {
  const { direction } = event.shifts[0]!;
  const among = events.filter(
    ({ firstAfter, shifts }) =>
      shifts[0]!.direction === direction && candidates.some(({ sha }) => sha === firstAfter.sha),
  );
  const inSameRuns = among.findLast(({ shifts }) => shifts[0]!.fingerprint === shift.fingerprint);
  return inSameRuns ?? among.at(-1) ?? null;
}
