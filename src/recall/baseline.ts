/** What the store knows that a measurement is judged by: earlier measurements for their noise, the branch's runs for their level. */
import type { Config } from "../config/parse.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Acceptance } from "../model/acceptance.ts";
import type { Pair, Run } from "../model/run.ts";
import type { Store } from "../store/store.ts";

/** More than is used of them, for some may be of other machines. */
const EARLIER_MEASUREMENTS = 40;

/** Measurements whose noise may be that of the next one. */
export async function earlierMeasurements(
  { suite, measure }: Config,
  { overrides, origin }: Pick<Invocation, "overrides" | "origin">,
  store: Store,
): Promise<readonly Pair[]> {
  if ((overrides.mode ?? measure.mode) !== "side-by-side") return [];
  return await store.measurements({ ...ofRepository(origin), suite, limit: EARLIER_MEASUREMENTS });
}

/** The stored runs of a branch that a head alone is compared with, and what was accepted among them. */
export type Baseline = Readonly<{ branch: string; runs: readonly Run[]; accepted: readonly Acceptance[] }>;

export async function baselineOf(
  { suite, id, measurement, fingerprint, origin }: Run,
  { branch, runs: limit }: Config["baseline"],
  store: Store,
): Promise<Baseline> {
  const place = { ...ofRepository(origin), suite, branch };
  const query = { ...place, mode: measurement.mode, except: id, limit };
  const alike = await store.baseline({ ...query, fingerprint });
  // Where there are few, the report says what kept the others out.
  const all = alike.length < limit ? await store.baseline(query) : [];
  const others = all.filter((run) => run.fingerprint !== fingerprint);
  return { branch, runs: [...alike, ...others], accepted: await store.acceptances(place) };
}

/** Suites of several repositories may have one name. */
export function ofRepository({
  repository,
}: Pick<Run["origin"], "repository">): Readonly<{ repository?: string }> {
  return repository === null ? {} : { repository };
}
