/** The looks that a side-by-side measurement plans before it begins, and what each of them may decide (docs/decisions/056-early-looks.md). */
import { z } from "zod";
import { list, object } from "./shape.ts";

/** A way for a gate to pass though its bound lies beyond its limit. */
const Pass = object({
  /** Farthest bound, as a multiple of the limit. */
  most: z.number(),
  /** One-sided level of that bound; absent: the look's own. */
  level: z.number().optional(),
  /** Largest estimate, as a part of the limit. */
  estimate: z.number(),
  /** Part of the limit up to which the estimate may lie, if the worst of so many equal gates lies there by chance; absent: it may not. */
  reach: z.number().optional(),
});
export type Pass = z.infer<typeof Pass>;

export const PlannedLook = object({
  /** Sessions of a workload, after which its look is taken. */
  sessions: z.number().int().nonnegative(),
  /** Share of alpha that calls of "worse" may spend at this look. */
  worse: z.number(),
  /** Share of alpha that calls of "better" may spend. */
  better: z.number(),
  /** Weight of the bounds' level: the levels of all looks are in proportion to these. */
  bound: z.number(),
  passes: list(Pass),
  /** When a call needs every session beyond the limit: always, or if no stored measurement tells the noise. Absent: never. */
  every: z.enum(["always", "unknown-noise"]).optional(),
  /** True for a look that is taken only while few workloads want it. */
  few: z.literal(true).optional(),
});
export type PlannedLook = z.infer<typeof PlannedLook>;

/** Number of equal looks, of `plan.sessions` each, or the looks one by one. */
export const Looks = z.union([z.int().min(1).max(3), z.array(PlannedLook).min(1).readonly()]).default(1);
export type Looks = z.infer<typeof Looks>;
