// Checks of three workloads on session log ratios that a simulation draws, with the product's own judgement and choice of looks.
import { importTypeScript } from "../../lib/import-ts.mjs";

const { DEFAULT_GATES } = await importTypeScript("src/config/parse.ts");
const { judge } = await importTypeScript("src/compare/judge.ts");
const { nextLook } = await importTypeScript("src/compare/looks.ts");
const { meanOf, sampleShift } = await importTypeScript("src/stats/shift.ts");
const { drawNormal } = await importTypeScript("src/stats/random.ts");

/** Of one look. */
export const SESSIONS = 8;
export const MOST_LOOKS = 3;
export const WORKLOADS = ["a", "b", "c"];
/** The defaults; their floors are for latencies that a simulation has not. */
export const GATES = DEFAULT_GATES.map((gate) => ({ ...gate, floor: null }));
/** Standard deviation of a session's log ratio of QPS, CPU time and p99. */
export const MACHINES = {
  "1 / 1 / 4": [0.01, 0.01, 0.04],
  "1.7 / 1.5 / 6": [0.017, 0.015, 0.06],
  "2.4 / 2 / 8": [0.024, 0.02, 0.08],
  "3.5 / 3 / 12": [0.035, 0.03, 0.12],
};
/** What is good for a session is good for all metrics of a workload (correlation .6): QPS rises, CPU time and p99 fall. */
export const GOODNESS = [1, -1, -1];

const RULES = { alpha: 0.05, gates: GATES, errorLimit: 0.001, decide: "significant-and-relevant" };
const NOTHING = { estimate: 1, values: [], statistics: null };

/**
 * Log ratios by workload, metric and session, for as many looks as there may be.
 * @param sds by metric
 * @param effectOf true log change in a workload, metric and session, by their places
 */
export function drawRatios(rng, sds, effectOf) {
  return WORKLOADS.map((_, workload) => {
    const shared = Array.from({ length: MOST_LOOKS * SESSIONS }, () => drawNormal(rng));
    return sds.map((sd, metric) =>
      shared.map((z, session) => {
        const noise = Math.sqrt(0.6) * GOODNESS[metric] * z + Math.sqrt(0.4) * drawNormal(rng);
        return effectOf(workload, metric, session) + sd * noise;
      }),
    );
  });
}

/**
 * @param ratios by workload, metric and session
 * @param priorsOf what is known of the gates' noise, out of what the sessions show; null by gate: nothing
 * @returns the report's workloads with their changes, whether the check is green, and what it measured (one look of all: 1)
 */
export function checkOf(ratios, looks, priorsOf = (spreads) => spreads.map(() => null)) {
  const at = WORKLOADS.map(() => 1);
  let workloads = judged(ratios, at, looks, priorsOf);
  for (let look = 1; look < looks; look++) {
    const { suspects, undecided } = nextLook({ plan: { sessions: SESSIONS }, workloads }, look);
    const again = [...suspects.map(({ workload }) => workload), ...(looks > 2 ? undecided : [])];
    if (again.length === 0) break;
    for (const [w, name] of WORKLOADS.entries()) if (again.includes(name)) at[w] = look + 1;
    workloads = judged(ratios, at, looks, priorsOf);
  }
  const verdicts = workloads.flatMap(({ changes }) => changes.map(({ verdict }) => verdict));
  const isGreen = verdicts.every(
    ({ kind, notWorse }) => kind === "unchanged" || kind === "improved" || notWorse === true,
  );
  return { workloads, verdicts, isGreen, cost: at.reduce((sum, each) => sum + each, 0) / WORKLOADS.length };
}

function judged(ratios, at, looks, priorsOf) {
  const gates = WORKLOADS.flatMap((workload, w) =>
    GATES.map((limit, m) => ({
      workload,
      limit,
      look: { at: at[w], of: looks },
      sample: meanOf(ratios[w][m].slice(0, at[w] * SESSIONS)),
    })),
  );
  const priors = priorsOf(gates.map(({ workload, sample }) => ({ group: workload, spread: sample.spread })));
  const findings = gates.map(({ workload, limit, look, sample }, i) => ({
    workload,
    metric: limit.metric,
    limit: { role: "gate", ...limit },
    base: NOTHING,
    head: NOTHING,
    look,
    evidence: { kind: "shift", shift: sampleShift(sample, priors[i]), objection: null },
  }));
  const changes = judge(findings, RULES);
  return WORKLOADS.map((name, w) => ({
    name,
    sessions: at[w] * SESSIONS,
    changes: changes.filter(({ workload }) => workload === name),
  }));
}
