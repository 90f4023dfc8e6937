/** `plumbline capacity`: the largest load of head's database that keeps its limits, kept in the history. */
import path from "node:path";
import { summarizeCapacity } from "../../analysis/sweep/capacity.ts";
import { CapacityFields } from "../../config/capacity.ts";
import { nearest } from "../../config/nearest.ts";
import type { Config } from "../../config/parse.ts";
import type { ConfigWorkload } from "../../config/rules.ts";
import { assureWritable } from "../../io/host/files.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import type { Run } from "../../model/run.ts";
import { measureRuns } from "../../pipeline/check.ts";
import { loadConfig } from "../../pipeline/invocation/config-file.ts";
import type { Invocation } from "../../pipeline/invocation/invocation.ts";
import { openStore } from "../../pipeline/invocation/open-store.ts";
import { storeOf } from "../../pipeline/invocation/store-location.ts";
import { nearLastCapacities } from "../../pipeline/queries/capacities.ts";
import { capacityText } from "../../report/terminal/capacity.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";
import { durationFrom, withFields } from "./options.ts";

export function capacityVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("capacity")
    .summary("Find the largest load that keeps its limits.")
    .description(
      "Find the largest load at which head keeps its limits, and keep the run in the store (docs/how-to/capacity.md).",
    )
    .argument("[workload...]", "Workloads of the config file (default: those with a `capacity`).")
    .option(
      "--of <option>",
      "Option to search over: rate, threads ... (default: that of the config file, else rate).",
    )
    .option(
      "--limit <metric=duration...>",
      "Latency limits, for example p99=20ms (default: those of the config file).",
    )
    .option(
      "--budget <duration>",
      "Time that all searches may take together, for example 10m. The answer is what is known by then.",
      durationFrom(),
    );
  addHelp(command, {
    examples: [
      ["capacity", "search for each workload that has a `capacity` in plumbline.yml"],
      [
        "capacity checkout --of threads --limit p99=20ms",
        "search over connections, without a `capacity` in plumbline.yml",
      ],
      ["capacity --sessions 3", "use three fresh servers"],
      [
        "capacity checkout --budget 5m",
        "search for five minutes at most; the interval shows how exact the answer is",
      ],
      ["history --metric capacity", "print the capacities found so far"],
    ],
    outcomes: ["fine", ...MEASURING],
  });
  return withFields(command, "measure").action(async (names, words) => {
    const invocation = await invocationHere(words);
    const { of, limit: limits, budget } = words;
    const asked = { of, limits, budget };
    const config = searching(await loadConfig(invocation), names, asked);
    const head = await measuring(words, (progress, signal) =>
      searchAndReport(config, invocation, progress, signal),
    );
    for (const workload of head.workloads) {
      const summary = summarizeCapacity(workload);
      if (summary !== null) process.stdout.write(`${capacityText(summary)}\n`);
    }
    finish(EXIT_CODE.fine);
  });
}

async function searchAndReport(
  config: Config,
  invocation: Invocation,
  progress: Progress,
  signal: AbortSignal,
): Promise<Run> {
  await assureWritable(path.resolve(invocation.cwd, invocation.output));
  const store = await openStore(storeOf(invocation, config), "write", signal);
  try {
    const near = await nearLastCapacities(config, invocation, store);
    const overrides = { ...near.overrides, mode: "history" as const };
    const { head } = await measureRuns(config, { ...near, overrides }, progress, signal);
    await store.save([head]);
    return head;
  } finally {
    await store.close();
  }
}

/** Options of the command line that override the config file; all workloads together share the budget, in nanoseconds. */
type CapacityWords = Readonly<{
  of?: string | undefined;
  limits?: readonly string[] | undefined;
  budget?: number | undefined;
}>;

/**
 * The config file with the workloads alone whose capacity is searched.
 * @throws PlumblineError of kind "usage" if there is none, or one that was asked for does not exist
 */
export function searching(config: Config, names: readonly string[], asked: CapacityWords): Config {
  const known = config.workloads.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const guess = nearest(unknown, known);
    throw new PlumblineError("usage", `unknown workload ${JSON.stringify(unknown)}`, {
      remedy: guess === undefined ? `name one of ${known.join(", ")}` : `did you mean ${guess}?`,
    });
  }
  const entries = config.workloads.map((workload, position) => ({
    workload: { ...workload, capacity: withAsked(workload.capacity, asked) },
    place: config.places.workloads[position]!,
  }));
  const chosen = entries.filter(({ workload: { name, capacity } }) =>
    names.length === 0 ? capacity !== undefined : names.includes(name),
  );
  const without = chosen.find(({ workload }) => workload.capacity === undefined);
  if (chosen.length === 0 || without !== undefined) {
    const whose = without === undefined ? "no workload" : `workload ${without.workload.name}`;
    throw new PlumblineError(
      "usage",
      `${whose} has ${without === undefined ? "a" : "no"} capacity to search: no limit is known`,
      {
        remedy: "give --limit p99=20ms, or write `capacity: { limits: { p99: 20ms } }` under the workload",
      },
    );
  }
  const places = { ...config.places, workloads: chosen.map(({ place }) => place) };
  const workloads = chosen.map(({ workload }) => withBudget(workload, asked, chosen.length));
  return { ...config, workloads, places };
}

type CapacityEntry = ConfigWorkload["capacity"];

/** The workload with its share of the time. @throws PlumblineError of kind "usage" if no trial fits into it */
function withBudget(
  { capacity, ...workload }: ConfigWorkload,
  { budget }: CapacityWords,
  workloads: number,
): ConfigWorkload {
  if (budget === undefined || capacity === undefined) return { capacity, ...workload };
  const share = budget / workloads;
  if (share >= capacity.seconds * 1e9) return { ...workload, capacity: { ...capacity, budget: share } };
  throw new PlumblineError(
    "usage",
    `--budget: no trial of ${workload.name}, ${capacity.seconds} s, fits into it`,
    {
      remedy: "give it more time, or make `capacity.seconds` of the workload smaller",
    },
  );
}

function withAsked(capacity: CapacityEntry, { of, limits }: CapacityWords): CapacityEntry {
  if (of === undefined && limits === undefined) return capacity;
  if (capacity === undefined && limits === undefined) return undefined;
  const base = searchedBy(capacity ?? CapacityFields.parse({ limits: { p99: "1s" } }), of);
  if (limits === undefined) return base;
  const parsed = CapacityFields.safeParse({ limits: Object.fromEntries(limits.map(parseLimit)) });
  if (!parsed.success) {
    throw new PlumblineError(
      "usage",
      `--limit: ${parsed.error.issues.map(({ message }) => message).join("; ")}`,
      {
        remedy: "write a latency and a duration, for example --limit p99=20ms",
      },
    );
  }
  return { ...base, limits: parsed.data.limits };
}

/** Drops the config file's start and end if another option is searched: 5000 of a rate is no number of connections. */
function searchedBy(fields: CapacityFields, of: string | undefined): CapacityFields {
  if (of === undefined || of === fields.of) return fields;
  const { start: _start, most: _most, ...rest } = fields;
  return { ...rest, of };
}

/** @throws PlumblineError of kind "usage"; commander takes all words up to the next option for limits, names of workloads, too */
function parseLimit(text: string): readonly [metric: string, duration: string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new PlumblineError("usage", `--limit: expected METRIC=DURATION, got ${JSON.stringify(text)}`, {
    remedy: "write, for example, --limit p99=20ms, with the workloads before it",
  });
}
