/** A metric in a document. Apart from the table of metrics, which browsers load, too: they read no documents. */
import { z } from "zod";
import { KIND_MEASURES, KIND_NAME, METRIC_IDS } from "./metric.ts";

export const Metric = z.union([
  z.enum(METRIC_IDS),
  z.templateLiteral([z.enum(KIND_MEASURES), ":", z.string().regex(KIND_NAME)]),
]);
