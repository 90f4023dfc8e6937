/** Plumbline's rule itself: the findings, the judgement and the looks of src/analysis/verdict. */

import { judge } from "../../../src/analysis/verdict/judge.ts";
import { type Look, nextLook, plannedLooks } from "../../../src/analysis/verdict/looks.ts";
import { KnownNoise } from "../../../src/analysis/verdict/noise.ts";
import { ratiosOf, speedFinding } from "../../../src/analysis/verdict/speed.ts";
import { dependenceOf } from "../../../src/analysis/warnings/dependence.ts";
import { DEFAULT_GATES } from "../../../src/config/parse.ts";
import type { Change, Report } from "../../../src/model/report.ts";
import type { Rules } from "../../../src/model/rules.ts";
import { sampleInTurns } from "../../../src/stats/sessions.ts";
import { type Draw, type Rule, workloadsOf } from "../pool.ts";

type Arms = Parameters<typeof speedFinding>[3];

export function ours(
  options: Readonly<{ name: string; looks: number; decide?: Rules["decide"]; gates?: Rules["gates"] }>,
): Rule {
  const rules: Rules = {
    alpha: 0.05,
    gates: options.gates ?? DEFAULT_GATES,
    errorLimit: 0.001,
    decide: options.decide ?? "significant-and-relevant",
  };
  const { looks } = options;
  return {
    name: options.name,
    needs: 0,
    judges: (look) => looks * look,
    call: (draw, look) => {
      const workloads = workloadsOf(draw);
      const at = new Map(workloads.map((workload) => [workload, 1]));
      const judged = () =>
        judgedBy(draw, rules, (workload) => {
          const place = at.get(workload)!;
          return { sessions: place * look, look: { at: place, of: plannedLooks({ sessions: look, looks }) } };
        });
      let changes = judged();
      for (;;) {
        const report = reportOf(changes, workloads, at, { sessions: look, looks });
        const { suspects, undecided } = nextLook(report);
        const again = [...suspects.map(({ workload }) => workload), ...(looks > 2 ? undecided : [])];
        if (again.length === 0) break;
        for (const workload of again) at.set(workload, at.get(workload)! + 1);
        changes = judged();
      }
      const taken = [...at.values()].reduce((sum, place) => sum + place, 0);
      return { regressed: regressedOf(changes), isGreen: isGreen(changes), armSessions: 2 * look * taken };
    },
  };
}

/** As the document of a measurement holds what its store knew. */
function knownFrom({ columns, earlier }: Draw): KnownNoise {
  const series = columns.map(({ workload, metric, base }, i) => ({
    workload,
    metric,
    level: base[0]!,
    ownShare: 0,
    tailWeight: 1,
    spreads: earlier[i]!,
  }));
  return new KnownNoise({ measurements: earlier[0]?.length ?? 0, series }, workloadsOf({ columns }));
}

type Part = Readonly<{ sessions: number; look: Look }>;

function judgedBy(draw: Draw, rules: Rules, partOf: (workload: string) => Part): readonly Change[] {
  const known = knownFrom(draw);
  const gates = draw.columns
    .filter(({ metric }) => rules.gates.some((gate) => gate.metric === metric))
    .map((column) => {
      const { workload, metric } = column;
      const { sessions, look } = partOf(workload);
      const arms = {
        base: armOf(draw, column.base, metric, sessions),
        head: armOf(draw, column.head, metric, sessions),
      };
      const order = known.order(workload, metric);
      const ratios = ratiosOf(workload, metric, arms, rules);
      return {
        workload,
        metric,
        arms,
        look,
        order,
        ratios,
        spread: ratios === null ? null : sampleInTurns(ratios.values, ratios.signs, order).spread,
      };
    });
  const priors = known.priors(gates);
  const { inflation } = dependenceOf(
    gates.flatMap(({ ratios }) => ratios ?? []),
    known.correlation(gates),
    draw.sessions[0] ?? 0,
  );
  const findings = gates.flatMap(({ workload, metric, arms, look, order }, i) => {
    const assumption = { form: "paired", prior: priors[i]!, order, inflation } as const;
    const finding = speedFinding(workload, metric, assumption, arms, null, rules);
    return finding === null ? [] : [{ ...finding, look }];
  });
  return judge(findings, rules);
}

/** As much of a session as the rule looks at. */
function armOf(draw: Draw, values: readonly number[], metric: string, sessions: number): Arms["base"] {
  return values.slice(0, sessions).map(
    (value, i) =>
      ({
        session: {
          index: draw.sessions[i] ?? i,
          latency: { count: MANY },
          failedEvents: 0,
          // Of a length that is not known: no warning about the percentiles' slices.
          slices: { durationNs: [] },
        },
        values: { [metric]: value },
      }) as unknown as Arms["base"][number],
  );
}

/** Pools hold no value that was made of too few requests. */
const MANY = 1e9;

function reportOf(
  changes: readonly Change[],
  workloads: readonly string[],
  at: ReadonlyMap<string, number>,
  plan: Pick<Report["plan"], "sessions" | "looks">,
): Report {
  return {
    plan,
    workloads: workloads.map((name) => ({
      name,
      sessions: at.get(name)! * plan.sessions,
      changes: changes.filter(({ workload }) => workload === name),
    })),
  } as unknown as Report;
}

/** Whether the check passes: no gate is open for the worse (docs/decisions/020-green.md). */
function isGreen(changes: readonly Change[]): boolean {
  return changes.every(
    ({ verdict }) =>
      verdict.kind === "unchanged" ||
      verdict.kind === "improved" ||
      (verdict.kind === "inconclusive" && verdict.notWorse === true),
  );
}

function regressedOf(changes: readonly Change[]): readonly string[] {
  const found = changes.filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed");
  return [...new Set(found.map(({ workload }) => workload))];
}
