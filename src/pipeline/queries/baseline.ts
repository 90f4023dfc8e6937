/** Stored runs that a measurement is judged by: earlier measurements for their noise, the branch's runs for their level. */
import type { AskedOf } from "../../analysis/verdict/earlier-attempts.ts";
import { fingerprintsOf, isAlike } from "../../analysis/verdict/fingerprint.ts";
import type { Config } from "../../config/parse.ts";
import type { Sources } from "../../io/git/sources.ts";
import type { Store } from "../../io/store/store.ts";
import { describeRun, oldestFirst } from "../../io/store/stored-run.ts";
import type { Acceptance } from "../../model/acceptance.ts";
import type { Pair, Run } from "../../model/run.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { askedOf, possibleAttempts } from "./attempts.ts";

/** More measurements than are used, for some may be of other machines. */
const EARLIER_MEASUREMENTS = 40;
const LOOKED_AT_MOST = 160;

/** Measurements whose noise may be that of the next one. */
export async function earlierMeasurements(
  { suite, measure }: Config,
  { overrides, origin }: Pick<Invocation, "overrides" | "origin">,
  store: Store,
): Promise<readonly Pair[]> {
  if ((overrides.mode ?? measure.mode) !== "side-by-side") return [];
  const { config } = origin;
  // Another config file's measurements of a suite of that name may be the newest.
  for (let limit = EARLIER_MEASUREMENTS; ; limit *= 2) {
    const found = await store.measurements({ ...ofRepository(origin), suite, limit });
    const own = found.filter(({ head }) => isOfConfig(head.origin, config));
    if (own.length >= EARLIER_MEASUREMENTS || found.length < limit || limit >= LOOKED_AT_MOST)
      return own.slice(0, EARLIER_MEASUREMENTS);
  }
}

/** Older runs do not name their config file, and may be of any. */
function isOfConfig(origin: Run["origin"], config: string | undefined): boolean {
  return origin.config === undefined || config === undefined || origin.config === config;
}

/** Earlier measurements of a measurement that is to be made: those whose noise it may have, and those that may have asked the same. */
type KnownEarlier = Readonly<{
  earlier: readonly Pair[];
  attempts: readonly Pair[];
  /** What its question is about; null if that is not known, or both arms are one thing and there is nothing to find. */
  asked: AskedOf | null;
}>;

export async function knownAttempts(
  config: Config,
  invocation: Pick<Invocation, "cwd" | "config" | "output" | "origin">,
  sources: Pick<Sources, "base" | "head">,
  earlier: readonly Pair[],
): Promise<KnownEarlier> {
  const asked = await askedOf(config, invocation, sources);
  return { earlier, attempts: await possibleAttempts(invocation, earlier), asked };
}

/** The stored runs of a branch that a head alone is compared with, and what was accepted among them. */
export type Baseline = Readonly<{ branch: string; runs: readonly Run[]; accepted: readonly Acceptance[] }>;

export async function baselineOf(
  head: Run,
  { branch, runs: limit }: Config["baseline"],
  store: Store,
): Promise<Baseline> {
  const { suite, id, measurement, origin } = head;
  const place = { ...ofRepository(origin), suite, branch };
  const query = { ...place, mode: measurement.mode, except: id, limit };
  const found: Run[] = [];
  for (const fingerprint of fingerprintsOf(head))
    found.push(...(await store.baseline({ ...query, fingerprint })));
  const alike = found
    .filter((run) => isAlike(run, head))
    .toSorted((a, b) => oldestFirst(describeRun(b), describeRun(a)))
    .slice(0, limit);
  // Where there are few, the report says what kept the others out.
  const all = alike.length < limit ? await store.baseline(query) : [];
  const others = all.filter((run) => !isAlike(run, head));
  return { branch, runs: [...alike, ...others], accepted: await store.acceptances(place) };
}

/** Commits of a branch among which the last measured one is looked for. */
const CANDIDATES = 20;

/**
 * The invocation of a workflow, with the newest commits of its target branch that were measured side by side: base is looked for among
 * them. At a terminal, and on a pull request, base is what it was before.
 */
export async function withMeasured<
  I extends Pick<Invocation, "origin" | "overrides" | "targetBranch" | "base">,
>({ suite, baseline, measure }: Config, invocation: I, store: Pick<Store, "list">): Promise<I> {
  const { origin, overrides, targetBranch, base } = invocation;
  const isPush = origin.runUrl !== null && origin.pullRequest === null && base === null;
  if ((overrides.mode ?? measure.mode) !== "side-by-side" || !isPush) return invocation;
  const branch = targetBranch ?? baseline.branch;
  const runs = await store.list({ ...ofRepository(origin), suite, branch, arm: "head", limit: CANDIDATES });
  const pairs = runs.filter(({ mode }) => mode === "side-by-side").toReversed();
  return { ...invocation, measured: [...new Set(pairs.map(({ commit }) => commit))] };
}

/** Suites of several repositories may have one name. */
export function ofRepository({
  repository,
}: Pick<Run["origin"], "repository">): Readonly<{ repository?: string }> {
  return repository === null ? {} : { repository };
}
