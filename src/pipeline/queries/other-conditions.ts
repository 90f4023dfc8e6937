/** Differences between the fingerprints of a history: values under unlike ones stand next to each other, and are not comparable. */
import { differingConditions } from "../../analysis/warnings/comparability.ts";
import type { Store } from "../../io/store/store.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { OtherConditions } from "../../report/terminal/history.ts";

/** Documents are large, and more of such lines would not be read. */
const MOST = 5;

/**
 * Compares every fingerprint of a suite with the one that was there before it; the newest so many.
 * @param points oldest first
 */
export async function otherConditions(
  store: Pick<Store, "loadAll">,
  points: readonly HistoryPoint[],
): Promise<readonly OtherConditions[]> {
  const pairs = neighbourPairs(points).slice(-MOST);
  const ids = [...new Set(pairs.flatMap((pair) => pair.map(({ runId }) => runId)))];
  const runs = new Map((ids.length === 0 ? [] : await store.loadAll(ids)).map((run) => [run.id, run]));
  return pairs.map(([before, after]) => {
    const [one, other] = [runs.get(before.runId), runs.get(after.runId)];
    return {
      before: before.fingerprint,
      after: after.fingerprint,
      differ: one === undefined || other === undefined ? [] : differingConditions(one, other),
    };
  });
}

/** The first point of each new fingerprint, behind the point of its suite before it. */
function neighbourPairs(points: readonly HistoryPoint[]): readonly (readonly [HistoryPoint, HistoryPoint])[] {
  const last = new Map<string, HistoryPoint>();
  const seen = new Set<string>();
  return points.flatMap((point) => {
    const suite = JSON.stringify([point.repository, point.suite]);
    const key = JSON.stringify([suite, point.fingerprint]);
    const before = last.get(suite);
    const isNew = !seen.has(key);
    seen.add(key);
    last.set(suite, point);
    return isNew && before !== undefined ? [[before, point] as const] : [];
  });
}
