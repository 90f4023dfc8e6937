/** A question's words -> the store's filter. */

import type { RunFilter, Store } from "../../io/store/store.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Scope } from "../../model/questions.ts";

/** More measurements of one commit than there are. */
const RUNS_MOST = 1_000;

/** @throws PlumblineError of kind "usage" for a commit that was never measured */
export async function filterOf(store: Pick<Store, "list">, scope: Scope): Promise<RunFilter> {
  const { from, to, fromCommit, toCommit, ...same } = scope;
  const { repository, suite, branch, arm, fingerprint } = same;
  const first = fromCommit === undefined ? undefined : await runPlaces(store, fromCommit, scope);
  const last = toCommit === undefined ? undefined : await runPlaces(store, toCommit, scope);
  return {
    ...(repository === undefined ? {} : { repository }),
    ...(suite === undefined ? {} : { suite }),
    ...(branch === undefined ? {} : { branch }),
    ...(arm === undefined ? {} : { arm }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(from === undefined ? {} : { since: from }),
    ...(to === undefined ? {} : { until: to }),
    ...(first === undefined ? {} : { orderedFrom: first[0]! }),
    ...(last === undefined ? {} : { orderedTo: last.at(-1)! }),
  };
}

/** Places of a commit's runs in the order of commits. */
async function runPlaces(
  store: Pick<Store, "list">,
  commit: string,
  { repository, suite }: Scope,
): Promise<readonly string[]> {
  const place = {
    ...(repository === undefined ? {} : { repository }),
    ...(suite === undefined ? {} : { suite }),
  };
  const runs = await store.list({ ...place, commit, limit: RUNS_MOST });
  if (runs.length > 0) return runs.map(({ orderedAt }) => orderedAt);
  throw new PlumblineError("usage", `no run of commit ${commit} is stored`, {
    remedy: "see `runs` for the commits that are stored",
  });
}
