/** All cases, one after the other. */

import { availableParallelism } from "node:os";
import { loadedShare } from "../../src/analysis/samples/throughput.ts";
import { sessionValues } from "../../src/analysis/samples/values.ts";
import { needsOf } from "../../src/analysis/verdict/rules.ts";
import { THROUGHPUT_GAP_MOST, tailObjection, throughputGap } from "../../src/analysis/verdict/slices.ts";
import { tailLack } from "../../src/analysis/verdict/speed.ts";
import { backgroundOf } from "../../src/analysis/warnings/background.ts";
import { LATENESS_GAP_MOST, latenessGap } from "../../src/analysis/warnings/lateness.ts";
import { CASES, type Case } from "./cases.ts";
import { type KeptCases, NOTHING_KEPT } from "./kept.ts";
import { linesOf, textOf } from "./lines.ts";
import { type CaseResult, measureCase, type Times, type Tools } from "./measure.ts";
import { measureSessions, sessionsText } from "./sessions.ts";
import type { Measured } from "./table.ts";
import { isUnsettled, resultOf } from "./takes.ts";
import type { Measure } from "./truth.ts";

export { KeptOtherwise, keptCases } from "./kept.ts";
export { tallyOf, tallyText } from "./lines.ts";
export { compileTruthServer } from "./server.ts";
export { summaryOf, tableOf } from "./table.ts";

/**
 * @param only part of the names of the cases; null: all
 * @param kept where cases are found that need not be measured again
 */
export async function measureAll(
  tools: Tools,
  times: Times,
  only: string | null,
  say: (text: string) => void,
  kept: KeptCases = NOTHING_KEPT,
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const each of CASES.filter((one) => only === null || titleOf(one).includes(only))) {
    const title = titleOf(each);
    let taken = kept.read(title) ?? { title, takes: [] };
    const note = isUnsettled(taken) ? "" : " (kept)";
    while (isUnsettled(taken)) {
      const lines = linesOf(await measureCase(each, tools, times), warningAbout);
      taken = { title, takes: [...taken.takes, lines] };
      kept.keep(taken);
    }
    const result = resultOf(taken);
    say(`${textOf(`${result.title}${note}`, result.lines)}\n`);
    measured.push(result);
  }
  return measured;
}

/** Cases whose truth is theory, in several sessions, each measure with its interval. */
export async function measureAllInSessions(
  tools: Tools,
  times: Times,
  only: string | null,
  count: number,
  say: (text: string) => void,
): Promise<void> {
  for (const each of CASES.filter((one) => only === null || titleOf(one).includes(only))) {
    const lines = await measureSessions(each, tools, times, count);
    if (lines !== null) say(`${sessionsText(titleOf(each), lines)}\n`);
  }
}

export function titleOf({ name, load: { connections, rate } }: Case): string {
  return `${name}; ${connections} connections, ${rate === undefined ? "closed loop" : `open loop, ${rate}/s`}`;
}

/** Below it the values of an arm, not only their ratio, may be off by what its two readings differ. */
const LOADED = 0.98;

/**
 * What the product holds against such sessions: background work, a late load generator, too few requests for a percentile or slices too
 * short for it, two readings that differ.
 */
function warningAbout({ base, head, warnings }: CaseResult, measure: Measure): string | null {
  const arms = {
    base: [{ session: base.session, values: sessionValues(base.session) }],
    head: [{ session: head.session, values: sessionValues(head.session) }],
  };
  const bias = backgroundOf("", arms, availableParallelism()).bias(measure);
  if (bias !== undefined) return bias.why;
  const late = warnings.find(({ code }) => code === "generator-late");
  if (measure === "p99" && late !== undefined) return late.message;
  const lack = tailLack([...arms.base, ...arms.head], measure, needsOf({}).tailRequests);
  if (lack !== null)
    return `${lack.have} requests are too few for ${measure}: it gates from ${lack.need} a session on`;
  const lateness = latenessGap(arms, measure);
  if (Math.abs(lateness) > LATENESS_GAP_MOST)
    return `without the load generator's lateness head/base differs by ${(100 * lateness).toFixed(1)} %`;
  if (measure !== "qps" && measure !== "mean") return tailObjection(arms, measure);
  const gap = throughputGap(arms);
  const loaded = Math.min(loadedShare(base.session), loadedShare(head.session));
  if (Math.abs(gap) > THROUGHPUT_GAP_MOST)
    return `readings of head/base differ by ${(100 * gap).toFixed(1)} %`;
  return loaded < LOADED ? `connections rested ${(100 * (1 - loaded)).toFixed(1)} % of the time` : null;
}
