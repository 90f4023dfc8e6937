/** A regression that was accepted as the price of a change, by a person with the right to accept it. */
import { z } from "zod";
import type { MetricId } from "./metric.ts";
import { Metric } from "./metric-schema.ts";
import { object } from "./shape.ts";

export const ACCEPTED_BY = ["label", "command", "label-at-head"] as const;

export const Acceptance = object({
  id: z.uuid(),
  /** "owner/name". */
  repository: z.string(),
  pullRequest: z.number().int().positive(),
  /** Suite, workload and metric that it is about; null: all. */
  suite: z.string().nullable(),
  workload: z.string().nullable(),
  metric: Metric.nullable(),
  /** Head of the pull request when it was given. */
  commit: z.string(),
  /**
   * A command accepts what was measured at `commit`; a label whatever the pull request does while the label stays; and on a fork's
   * pull request, where anybody may push, a label accepts `commit` and no later head.
   */
  via: z.enum(ACCEPTED_BY),
  by: z.string(),
  reason: z.string(),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  revoked: object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** Landing of the change on a branch: the branch's history starts again there. `at` orders it: the committer date. */
  landed: object({ commit: z.string(), branch: z.string(), at: z.iso.datetime() }).nullable(),
});
export type Acceptance = z.infer<typeof Acceptance>;

export type MetricSubject = Readonly<{ suite: string; workload: string; metric: MetricId }>;

/** True if it covers this metric of a workload; `holdsFor` decides for which commit and pull request it holds. */
export function speaksOf({ suite, workload, metric }: Acceptance, subject: MetricSubject): boolean {
  return (
    (suite === null || suite === subject.suite) &&
    (workload === null || workload === subject.workload) &&
    (metric === null || metric === subject.metric)
  );
}

/** True if it holds for what was measured at `commit`, a head of its pull request. */
export function holdsFor({ revoked, via, commit: at }: Acceptance, commit: string): boolean {
  return revoked === null && (via === "label" || at === commit);
}
