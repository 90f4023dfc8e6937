/** Names of metrics that are no names: what was meant. */
import {
  asMetric,
  isOwnMetric,
  KIND_MEASURES,
  METRICS,
  type MetricKind,
  metricInfo,
  type WholeMetric,
} from "../model/metric.ts";
import { significant } from "../stats/round.ts";
import { nearest } from "./nearest.ts";

/**
 * @param word that names no metric
 * @param known of all events, where it stands
 */
export function guessedMetric(word: string, known: readonly WholeMetric[]): string {
  const colon = word.indexOf(":");
  if (colon < 0) {
    const guess = nearest(word, known);
    return guess === undefined ? `known here: ${known.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
  }
  const [measure, kind] = [word.slice(0, colon), word.slice(colon + 1)];
  const guess = nearest(measure, KIND_MEASURES) ?? (measure === "tps" ? "rate" : undefined);
  return guess === undefined || kind === ""
    ? `of a kind of events there are ${KIND_MEASURES.map((each) => `${each}:KIND`).join(", ")}`
    : `did you mean ${JSON.stringify(`${guess}:${kind}`)}?`;
}

const gating = (of: MetricKind) =>
  METRICS.filter(({ id, kind, ungated }) => kind === of && ungated === undefined && !isOwnMetric(id)).map(
    ({ id }) => id,
  );

/** Gates of speed, which every workload has, and of the work that the server counts. */
export const SPEED_GATES = gating("speed");
export const WORK_GATES = gating("work");

/**
 * Gates that nothing can fail: what is better when higher, such as throughput, falls by 100 % at most.
 * @param gates by metric; a number, or what has a number as its `change`, is the limit
 * @returns what is wrong, as issues of zod
 */
export function unreachableGates(gates: Readonly<Record<string, unknown>>) {
  return Object.entries(gates).flatMap(([word, gate]) => {
    const metric = asMetric(word);
    const limit = typeof gate === "object" ? (gate as { change?: unknown } | null)?.change : gate;
    if (metric === null || typeof limit !== "number" || limit < 1) return [];
    if (metricInfo(metric).direction !== "higher-is-better") return [];
    const message = `expected a share below 100%, got ${significant(100 * limit, 6)}%: ${metric} cannot fall so far, and the gate would never fail; for no gate write false`;
    return [{ code: "custom" as const, message, path: [word] }];
  });
}
