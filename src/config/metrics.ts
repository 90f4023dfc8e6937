/** Names of metrics that are no names: what was meant. */
import { isOwnMetric, KIND_MEASURES, METRICS, type MetricKind, type WholeMetric } from "../model/metric.ts";
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

/** Of speed, what every workload has; and what the server counts. */
export const SPEED_GATES = gating("speed");
export const WORK_GATES = gating("work");
