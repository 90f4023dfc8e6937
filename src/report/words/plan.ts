/** Two plans of a statement, step by step: which steps the other arm has not, and where the time goes. */
import { stepText } from "../../analysis/reason/causes.ts";
import type { PlanNode } from "../../model/observed.ts";
import type { PlanDifference } from "../../model/reason.ts";
import { sumOf } from "../../stats/summary.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount, formatMean, formatTime, plural } from "../../text/units.ts";

const STEP_MOST = 160;

/** A step with what is known of it; texts, "" where it is not. */
export type PlanStep = Readonly<{
  depth: number;
  step: string;
  /** True: the other arm's plan has no such step. */
  isOther: boolean;
  /** Share, from 0 to 1, of the time of the slower arm; of its buffers where times are not known. Null where nothing was executed. */
  share: number | null;
  /** Time and buffers of the step alone, without those below. */
  time: string;
  rows: string;
  buffers: string;
}>;

export type PlanSteps = Readonly<Record<"base" | "head", readonly PlanStep[]>>;

/** Both plans; bars of both arms are on one scale. */
export function planSteps({ base, head }: PlanDifference): PlanSteps {
  const common = commonSteps(base, head);
  const work = { base: ownWork(base), head: ownWork(head) };
  const most = Math.max(...[work.base, work.head].map((own) => sumOf(own, weightOf)));
  const steps = (nodes: readonly PlanNode[], own: readonly (OwnWork | null)[], same: ReadonlySet<number>) =>
    nodes.map((node, at): PlanStep => {
      const done = own[at]!;
      return {
        depth: node.depth,
        step: planStepName(node),
        isOther: !same.has(at),
        share: done === null || most === 0 ? null : weightOf(done) / most,
        time: done?.ms == null ? "" : formatTime(done.ms * 1e6),
        rows: plannedRowsText(node),
        buffers: done === null ? "" : formatCount(done.buffers),
      };
    });
  return {
    base: steps(base, work.base, new Set(common.map(([at]) => at))),
    head: steps(head, work.head, new Set(common.map(([, at]) => at))),
  };
}

/** Why it is slower, in two sentences: what a call takes, and the steps that take most of it. Empty where nothing was executed. */
export function planAnswer({ base, head }: PlanDifference): string {
  const [before, now] = [mostWork(base), mostWork(head)];
  if (before === null || now === null) return "";
  return `A call takes ${now.whole} (base: ${before.whole}). Most of it is in ${now.step} (${now.own}); at base in ${before.step} (${before.own}).`;
}

function mostWork(nodes: readonly PlanNode[]): Readonly<Record<"whole" | "own" | "step", string>> | null {
  const [root] = nodes;
  const own = ownWork(nodes);
  const most = own.indexOf(own.toSorted((a, b) => weightOf(b) - weightOf(a))[0]!);
  if (root?.actual === undefined || own[most] == null) return null;
  const amount = ({ ms, buffers }: Readonly<{ ms?: number | null | undefined; buffers: number }>) =>
    ms == null ? plural(Math.round(buffers), "buffer") : formatTime(ms * 1e6);
  return { whole: amount(root.actual), own: amount(own[most]), step: planStepName(nodes[most]!) };
}

function planStepName(node: PlanNode): string {
  return plainLine(stepText(node), STEP_MOST);
}

type OwnWork = Readonly<{ ms: number | null; buffers: number }>;

function weightOf(work: OwnWork | null): number {
  return work === null ? 0 : (work.ms ?? work.buffers);
}

/** OwnWork of each step without that of the steps right below it. */
function ownWork(nodes: readonly PlanNode[]): readonly (OwnWork | null)[] {
  return nodes.map(({ depth, actual }, at) => {
    if (actual === undefined) return null;
    const next = nodes.findIndex((node, i) => i > at && node.depth <= depth);
    const below = nodes
      .slice(at + 1, next < 0 ? nodes.length : next)
      .filter((node) => node.depth === depth + 1);
    const own = (whole: number, of: (node: PlanNode) => number) => Math.max(0, whole - sumOf(below, of));
    return {
      ms: actual.ms === undefined ? null : own(actual.ms, (node) => node.actual?.ms ?? 0),
      buffers: own(actual.buffers, (node) => node.actual?.buffers ?? 0),
    };
  });
}

/** From so many times the expected rows on, an estimate is wrong enough to be said. */
const WRONG = 10;

/** "1 expected, 812 came in each of 4 loops: 812 times too few". */
function plannedRowsText({ rows, actual }: PlanNode): string {
  const expected = `${formatCount(Math.round(rows))} expected`;
  if (actual === undefined) return expected;
  if (actual.loops === 0) return `${expected}, never executed`;
  const loops = actual.loops === 1 ? "" : ` in each of ${formatCount(actual.loops)} loops`;
  const [low, high] = [Math.min(rows, actual.rows), Math.max(rows, actual.rows)].map((count) =>
    Math.max(1, count),
  ) as [number, number];
  const wrong =
    high / low < WRONG ? "" : `: ${formatMean(high / low)} times too ${actual.rows > rows ? "few" : "many"}`;
  return `${expected}, ${formatMean(actual.rows)} came${loops}${wrong}`;
}

/** The longest sequence of steps that both have: pairs of their places. */
function commonSteps(
  base: readonly PlanNode[],
  head: readonly PlanNode[],
): readonly (readonly [number, number])[] {
  const [a, b] = [base.map(stepText), head.map(stepText)];
  // lengths[i][j]: of what both have from these places on.
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}
