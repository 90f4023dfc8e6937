// What the gate of all workloads together finds, and how often a check calls anything where nothing changed, by simulation with the product's own
// judgement; workloads of a session share part of their noise. docs/decisions/027-suite.md quotes its output.
// usage: node scripts/bench/rule/together.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { judge } = await importTypeScript("src/compare/judge.ts");
const { suiteFindings } = await importTypeScript("src/compare/suite.ts");
const { sampleInTurns } = await importTypeScript("src/stats/sessions.ts");
const { sampleShift } = await importTypeScript("src/stats/shift.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 1000);
const SESSIONS = 8;
const SD = 0.024;
const RULES = { alpha: 0.05, gates: [], errorLimit: 0.001, decide: "significant-and-relevant" };
const nothing = { estimate: 1, values: [], statistics: null };
const sessions = Array.from({ length: SESSIONS }, (_, i) => i);
const signs = sessions.map((i) => (i % 2 === 0 ? -1 : 1));

/** Log ratios of QPS by workload; `shared` is the part of the variance that a session's workloads have in common. */
function draw(rng, workloads, shared, change) {
  const luck = sessions.map(() => drawNormal(rng));
  return Array.from({ length: workloads }, () =>
    luck.map((each) => change + SD * (Math.sqrt(shared) * each + Math.sqrt(1 - shared) * drawNormal(rng))),
  );
}

function judged(series, suite, margin) {
  const limit = { role: "gate", margin, floor: null };
  const own = series.map((values, i) => ({
    workload: `w${i}`,
    metric: "qps",
    limit,
    base: nothing,
    head: nothing,
    evidence: {
      kind: "shift",
      shift: sampleShift(sampleInTurns(values, signs, null), null),
      objection: null,
    },
  }));
  const zeros = sessions.map(() => 0);
  const members = series.map((values, i) => ({
    workload: `w${i}`,
    metric: "qps",
    ratios: { values, wall: values, base: zeros, head: values, sessions, signs },
    order: null,
    objection: null,
  }));
  const rules = { ...RULES, suite: suite === null ? [] : [{ metric: "qps", margin: suite }] };
  const manner = { inflation: () => 1, look: () => ({ at: 1, of: 1 }) };
  const changes = judge([...own, ...suiteFindings(members, manner, rules)], rules);
  const called = changes.filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed");
  const whole = changes.at(-1);
  return {
    any: called.length > 0,
    together: called.some(({ workload }) => !workload.startsWith("w")),
    covers: whole.interval.low <= 0 && whole.interval.high >= 0,
    width: whole.interval.high - whole.interval.low,
  };
}

console.log(
  "| workloads | shared noise | false runs by p alone: without, with the gate | 90 % interval holds the truth | its half width | all 1.5 % slower: called with limits of 2 % alone | with suite: 1% | -3 % in one of them: without, with |",
);
console.log("|--:|--:|--:|--:|--:|--:|--:|--:|");
for (const workloads of [3, 9, 20]) {
  for (const shared of [0, 0.3, 0.6]) {
    const share = (change, one, suite, margin, of) => {
      const rng = seededRng(100 * workloads + 10 * shared);
      let sum = 0;
      for (let run = 0; run < RUNS; run++) {
        const series = draw(rng, workloads, shared, change);
        sum += Number(
          of(
            judged(
              series.map((each, i) => (i === 0 ? each.map((v) => v + one) : each)),
              suite,
              margin,
            ),
          ),
        );
      }
      return sum / RUNS;
    };
    const percent = (value) => (100 * value).toFixed(1);
    const any = ({ any }) => any;
    const small = Math.log1p(-0.015);
    const one = Math.log1p(-0.03);
    const cells = [
      `${percent(share(0, 0, null, 1e-9, any))}, ${percent(share(0, 0, 1e-9, 1e-9, any))}`,
      percent(share(0, 0, null, 0.02, ({ covers }) => covers)),
      percent(share(0, 0, null, 0.02, ({ width }) => width / 2)),
      percent(share(small, 0, null, 0.02, any)),
      percent(share(small, 0, 0.01, 0.02, ({ together }) => together)),
      `${percent(share(0, one, null, 0.02, any))}, ${percent(share(0, one, 0.01, 0.02, any))}`,
    ];
    console.log(`| ${workloads} | ${shared} | ${cells.join(" | ")} |`);
  }
}
