/** Plumbline's rule itself: the findings, the judgement and the second look of src/compare. */
import { judge } from "../../../../src/compare/judge.ts";
import { type Look, suspects } from "../../../../src/compare/looks.ts";
import { FEWEST_MEASUREMENTS } from "../../../../src/compare/noise.ts";
import type { Rules } from "../../../../src/compare/rules.ts";
import { speedFinding } from "../../../../src/compare/speed.ts";
import type { Change, Report } from "../../../../src/model/report.ts";
import { cautiousPrior, type Spread } from "../../../../src/stats/moderation.ts";
import { type Column, type Draw, type Rule, workloadsOf } from "../pool.ts";

type Measured = Parameters<typeof speedFinding>[3]["base"][number];

/** The defaults of plumbline.yml (src/config/schema.ts), for the metrics that a pool has. */
const GATES = [
  { metric: "qps", margin: 0.02, floor: null },
  { metric: "server-cpu", margin: 0.02, floor: null },
  { metric: "p99", margin: 0.1, floor: 50_000 },
] as const satisfies Rules["gates"];

export function ours(
  options: Readonly<{ name: string; looks: 1 | 2; decide?: Rules["decide"]; gates?: Rules["gates"] }>,
): Rule {
  const rules: Rules = {
    alpha: 0.05,
    gates: options.gates ?? GATES,
    errorLimit: 0.001,
    decide: options.decide ?? "significant-and-relevant",
  };
  return {
    name: options.name,
    needs: 0,
    judges: (look) => options.looks * look,
    call: (draw, look) => {
      const workloads = workloadsOf(draw);
      const first = judged(draw, rules, () => ({
        sessions: look,
        look: options.looks === 1 ? "only" : "first",
      }));
      if (options.looks === 1)
        return { regressed: regressedOf(first), armSessions: 2 * look * workloads.length };
      const again = new Set(suspects(reportOf(first, workloads)).map(({ workload }) => workload));
      const final =
        again.size === 0
          ? first
          : judged(draw, rules, (workload) =>
              again.has(workload) ? { sessions: 2 * look, look: "both" } : { sessions: look, look: "first" },
            );
      return { regressed: regressedOf(final), armSessions: 2 * look * (workloads.length + again.size) };
    },
  };
}

/** As KnownNoise answers it of the measurements in a store. */
function knownFrom(earlier: readonly Spread[]): Spread | null {
  const spreads = earlier.filter(({ variance }) => variance > 0);
  return spreads.length < FEWEST_MEASUREMENTS ? null : cautiousPrior(spreads);
}

type Part = Readonly<{ sessions: number; look: Look }>;

function judged(draw: Draw, rules: Rules, partOf: (workload: string) => Part): readonly Change[] {
  const findings = draw.columns
    .map((column, i) => ({ column, earlier: draw.earlier[i]! }))
    .filter(({ column }) => rules.gates.some((gate) => gate.metric === column.metric))
    .flatMap(({ column, earlier }) => {
      const { sessions, look } = partOf(column.workload);
      const arms = { base: armOf(column, "base", sessions), head: armOf(column, "head", sessions) };
      const assumption = { form: "paired", prior: knownFrom(earlier) } as const;
      const finding = speedFinding(column.workload, column.metric, assumption, arms, null, rules);
      return finding === null ? [] : [{ ...finding, look }];
    });
  return judge(findings, rules);
}

/** As much of a session as the rule looks at. */
function armOf(column: Column, arm: "base" | "head", sessions: number): readonly Measured[] {
  return column[arm].slice(0, sessions).map(
    (value, index) =>
      ({
        session: { index, latency: { count: MANY }, failedEvents: 0 },
        values: { [column.metric]: value },
      }) as unknown as Measured,
  );
}

/** Pools hold no value that was made of too few requests. */
const MANY = 1e9;

function reportOf(changes: readonly Change[], workloads: readonly string[]): Report {
  return {
    workloads: workloads.map((name) => ({
      name,
      changes: changes.filter(({ workload }) => workload === name),
    })),
  } as unknown as Report;
}

function regressedOf(changes: readonly Change[]): readonly string[] {
  const found = changes.filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed");
  return [...new Set(found.map(({ workload }) => workload))];
}
