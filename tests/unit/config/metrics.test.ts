import { expect, it } from "vitest";
import { guessedMetric, SPEED_GATES } from "../../../src/config/metrics.ts";

it.each([
  ["pq99", 'did you mean "p99"?'],
  ["speed", /^known here: qps, tps, /],
  ["p98:new_order", 'did you mean "p90:new_order"?'],
  ["tps:checkout", 'did you mean "rate:checkout"?'],
  ["latency:checkout", /^of a kind of events there are rate:KIND, /],
  ["p99:", /^of a kind of events there are rate:KIND, /],
])("%s: %s", (word, hint) => {
  if (typeof hint === "string") expect(guessedMetric(word, SPEED_GATES)).toBe(hint);
  else expect(guessedMetric(word, SPEED_GATES)).toMatch(hint);
});
