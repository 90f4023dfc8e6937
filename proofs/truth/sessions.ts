/**
 * A case as a check measures it: in several sessions, in which either server starts first by turns, judged by the product's own modules. What hits one session
 * by chance is in the interval, which should hold the truth.
 */

import { sessionValues } from "../../src/analysis/samples/values.ts";
import { speedFinding } from "../../src/analysis/verdict/speed.ts";
import { metricInfo } from "../../src/model/metric.ts";
import type { Rules } from "../../src/model/rules.ts";
import { type Session, startsHeadFirst } from "../../src/model/run.ts";
import type { Case } from "./cases.ts";
import { points } from "./lines.ts";
import { sideBySide, type Times, type Tools } from "./measure.ts";
import type { Behaviour } from "./server.ts";
import { drawQuantileNs, type Load, MEASURES, type Measure, meanDrawNs } from "./truth.ts";

const RULES: Rules = { alpha: 0.05, gates: [], errorLimit: 0.001, decide: "significant-and-relevant" };
const CONFIDENCE = 0.9;

export type SessionsLine = Readonly<{
  measure: Measure;
  /** Head against base, relative. */
  truth: number;
  /** What the sessions show, with its interval; null where they have too few requests. */
  shown: Readonly<{ effect: number; low: number; high: number }> | null;
}>;

/**
 * @param count of sessions, each as long as `times.togetherSeconds`
 * @returns null where no theory says what is true: of queues and stalls
 */
export async function measureSessions(
  each: Case,
  tools: Tools,
  times: Times,
  count: number,
): Promise<readonly SessionsLine[] | null> {
  if ([each.base, each.head].some(({ servers, stall }) => servers !== undefined || stall !== undefined))
    return null;
  const pairs: Readonly<{ base: Session; head: Session }>[] = [];
  for (let index = 0; index < count; index++) {
    const first = startsHeadFirst(index) ? { ...each, base: each.head, head: each.base } : each;
    const { sessions } = await sideBySide(first, tools, times);
    const [one, other] = sessions.map((session) => ({ ...session, index }));
    pairs.push(startsHeadFirst(index) ? { base: other!, head: one! } : { base: one!, head: other! });
  }
  return MEASURES.map((measure) => {
    const of = (behaviour: Behaviour) => drawnOf(behaviour, each.load, measure);
    return { measure, truth: of(each.head) / of(each.base) - 1, shown: shownBy(pairs, measure) };
  });
}

/** By theory, of a server that each connection has for itself: what it takes without the network and the client. */
function drawnOf(behaviour: Behaviour, { rate, connections }: Load, measure: Measure): number {
  const mean = meanDrawNs(behaviour);
  if (measure === "qps") return rate ?? connections / mean;
  if (measure === "mean" || behaviour.random === undefined) return mean;
  return drawQuantileNs(behaviour, measure === "p50" ? 0.5 : 0.99);
}

function shownBy(
  pairs: readonly Readonly<{ base: Session; head: Session }>[],
  measure: Measure,
): SessionsLine["shown"] {
  const side = (of: (pair: (typeof pairs)[number]) => Session) =>
    pairs.map((pair) => ({ session: of(pair), values: sessionValues(of(pair)) }));
  const arms = { base: side((pair) => pair.base), head: side((pair) => pair.head) };
  const finding = speedFinding(
    "case",
    measure,
    { form: "paired", prior: null, order: null },
    arms,
    null,
    RULES,
  );
  if (finding?.evidence.kind !== "shift") return null;
  const { shift } = finding.evidence;
  const { low, high } = shift.interval(CONFIDENCE);
  return { effect: Math.expm1(shift.estimate), low: Math.expm1(low), high: Math.expm1(high) };
}

/** "p99 truth +4.9, shown +5.8 (-8.0 .. +21.7): holds". */
export function sessionsText(title: string, lines: readonly SessionsLine[]): string {
  const texts = lines.map(({ measure, truth, shown }) => {
    const name = `${metricInfo(measure).label.padEnd(5)} truth ${points(truth)}`;
    if (shown === null) return `${name}: too few requests, which gate nothing`;
    const holds = shown.low <= truth && truth <= shown.high ? "holds the truth" : "MISSES the truth";
    return `${name}, shown ${points(shown.effect)} (${points(shown.low)} .. ${points(shown.high)}): ${holds}`;
  });
  return [title, ...texts].join("\n");
}
