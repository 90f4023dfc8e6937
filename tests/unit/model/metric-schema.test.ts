import fc from "fast-check";
import { expect, it } from "vitest";
import { asMetric, KIND_MEASURES, METRIC_IDS } from "../../../src/model/metric.ts";
import { Metric } from "../../../src/model/metric-schema.ts";

it("takes from a document what is a metric everywhere else, and nothing else", () => {
  const measures = fc.constantFrom(...KIND_MEASURES, ...METRIC_IDS, "p98", "");
  const kinds = fc.oneof(fc.string({ maxLength: 70 }), fc.stringMatching(/^[\w.:-]{0,66}$/));
  const words = fc.oneof(
    measures,
    fc.tuple(measures, kinds).map((parts) => parts.join(":")),
    fc.string(),
  );
  fc.assert(
    fc.property(words, (word) => {
      expect(Metric.safeParse(word).success).toBe(asMetric(word) !== null);
    }),
  );
});
