/** Reports of a branch's side-by-side measurements -> what each says that its commits changed. */
import type { EarlierSpread } from "../../model/earlier.ts";
import type { MeasuredCommit } from "../../model/measured-commit.ts";
import type { MetricId } from "../../model/metric.ts";
import { ALL_WORKLOADS, type Change, type Report } from "../../model/report.ts";
import { relevantChange } from "../../model/rules.ts";
import { startSign } from "../../model/run.ts";
import { sampleInTurns } from "../../stats/sessions.ts";
import { spreadOf } from "../verdict/earlier.ts";

/** What one measurement says of one metric of one workload. */
export type PairedChange = Readonly<{
  workload: string;
  metric: MetricId;
  /** Log ratio of head to base. */
  estimate: number;
  /** Variance of the estimate, in units of that of one session's log ratio. */
  leverage: number;
  /** Spread of one session's log ratio. */
  spread: EarlierSpread;
  /** The smallest relative worsening that is a regression; null where the metric gates nothing. */
  limit: number | null;
  isRed: boolean;
}>;

/** What one measurement says of its commits. */
export type MeasuredChange = Readonly<{
  runId: string;
  base: MeasuredCommit;
  head: MeasuredCommit;
  /** ISO 8601 in UTC: head's place in the order of commits, and when it was judged. */
  at: string;
  measuredAt: string;
  changes: readonly PairedChange[];
}>;

/** Fewest sessions: two tell nothing of their spread. */
const FEWEST_SESSIONS = 3;

/** @returns null for a report that compares no two commits side by side, or a work tree that is no commit */
export function measuredChange(report: Report): MeasuredChange | null {
  const { baseline, head, mode, createdAt, workloads, plan } = report;
  if (mode !== "side-by-side" || baseline.kind !== "arm") return null;
  const [before, after] = [baseline.run.commit, head.commit];
  if (before.sha === after.sha || before.dirty || after.dirty) return null;
  const changes = workloads.flatMap((workload) => workload.changes);
  return {
    runId: head.id,
    base: commitOf(before),
    head: commitOf(after),
    at: after.time ?? createdAt,
    measuredAt: createdAt,
    changes: changes.flatMap((change) => pairedOf(change, plan) ?? []),
  };
}

function commitOf({ sha, time, subject, author }: Report["head"]["commit"]): MeasuredCommit {
  return { sha, time, subject, author: author ?? null };
}

function pairedOf(change: Change, plan: Report["plan"]): PairedChange | null {
  const { workload, metric, role, base, head, verdict } = change;
  if (workload === ALL_WORKLOADS || base.values.length !== head.values.length) return null;
  const ratios = head.values.map((value, i) => Math.log(value / base.values[i]!));
  if (!ratios.every(Number.isFinite)) return null;
  const limit = role === "gate" ? relevantChange(change, base.estimate) : null;
  const isRed = role === "gate" && verdict.kind === "regressed";
  return pairedChange({ workload, metric, limit, isRed }, ratios, plan);
}

/**
 * The change that sessions show.
 * @param ratios log ratios of head to base, session by session
 * @returns null for too few sessions, and for copies of one
 */
export function pairedChange(
  facts: Pick<PairedChange, "workload" | "metric" | "limit" | "isRed">,
  ratios: readonly number[],
  plan: Pick<Report["plan"], "sessions" | "looks">,
): PairedChange | null {
  const used = sessionsOfFirstLook(ratios, plan);
  if (used.length < FEWEST_SESSIONS) return null;
  const sessions = used.map((_, i) => i);
  const signs = sessions.map(startSign);
  const { estimate, leverage } = sampleInTurns(used, signs, null);
  const spread = spreadOf({ ratios: used, sessions });
  return spread.variance < OF_COPIES ? null : { ...facts, estimate, leverage, spread };
}

/** Sessions that differ by no more than rounding are copies of one (docs/method.md, "How much data a verdict needs"). */
const OF_COPIES = 1e-24;

/**
 * The sessions whose mean no stopping bends: those of the first look. Which workloads get a second one depends on what the first
 * shows, so that the mean of all sessions is on average nearer to "no change" than the truth, and a sum of such means more so.
 */
function sessionsOfFirstLook(
  ratios: readonly number[],
  { sessions, looks }: Pick<Report["plan"], "sessions" | "looks">,
): readonly number[] {
  return ratios.slice(0, typeof looks === "number" ? sessions : looks[0]!.sessions);
}
