/** Pushes of a branch, each measured side by side with the commit before it; repeatable by seed. */
import { compareArms } from "../../src/analysis/verdict/arms.ts";
import { DEFAULT_GATES } from "../../src/config/parse.ts";
import type { MetricId } from "../../src/model/metric.ts";
import type { Report } from "../../src/model/report.ts";
import type { Rules } from "../../src/model/rules.ts";
import type { Run, Session } from "../../src/model/run.ts";
import { drawNormal, seededRng } from "../../src/stats/random.ts";
import { makePair, uuidOf } from "./runs.ts";

/** One push: what it does to QPS and CPU time of the first workload, as a log ratio of harm. */
export type Push = Readonly<{
  commit: string;
  /** The commit that it is compared with; by default that of the push before. */
  base?: string;
  harm?: number;
  /** Day of the year. */
  day?: number;
  /** Machine model that measured it, of those that take turns. */
  model?: number;
}>;

export type MeasuredPush = Readonly<{ base: Run; head: Run; report: Report }>;

const METRICS: readonly MetricId[] = ["qps", "server-cpu", "p99"];
const LEVELS = [5000, 2e5, 5e6];
const SIDES = [-1, 1, 1];
const NOISE = [0.01, 0.0085, 0.034];
const WORKLOADS = ["checkout", "browse", "report"];
export const PUSH_RULES: Rules = {
  alpha: 0.05,
  gates: DEFAULT_GATES.map((gate) => ({ ...gate, floor: null })),
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};

/** A commit's id, made of its name; an id is its own. */
export function shaOf(name: string): string {
  if (/^[0-9a-f]{40}$/.test(name)) return name;
  return Buffer.from(name, "utf8").toString("hex").padEnd(40, "0").slice(0, 40);
}

/** So many pushes one after the other, the first compared with "c0". */
export function pushesOf(harms: readonly number[]): readonly Push[] {
  return harms.map((harm, i) => ({ commit: `c${i + 1}`, base: `c${i}`, harm }));
}

/** @param noise factor on what sessions differ by; 0: not at all, but for what tells them apart */
export function measuredPushes(pushes: readonly Push[], seed = 1, noise = 1): readonly MeasuredPush[] {
  const rng = seededRng(seed);
  const days = new Map(pushes.map(({ commit, day }, i) => [commit, day ?? i + 1]));
  /** What was lost up to each commit. */
  const lost = new Map<string, number>();
  return pushes.map((push, i) => {
    const before = push.base ?? pushes[i - 1]?.commit ?? "c0";
    const ratios = WORKLOADS.map((_, w) =>
      METRICS.map((_, m) => {
        const harm = w === 0 && m < 2 ? (push.harm ?? 0) : 0;
        return Array.from({ length: 8 }, () => SIDES[m]! * harm + noise * NOISE[m]! * drawNormal(rng));
      }),
    );
    const level = lost.get(before) ?? 0;
    lost.set(push.commit, level + (push.harm ?? 0));
    return pushOf(push.commit, before, ratios, { days, place: i, level, model: push.model ?? 0 });
  });
}

const [TEMPLATE] = makePair({ sessions: 1 });
const SESSION = TEMPLATE.workloads[0]!.sessions[0]!;

function pushOf(
  commit: string,
  before: string,
  ratios: readonly (readonly (readonly number[])[])[],
  {
    days,
    place,
    level,
    model,
  }: Readonly<{ days: ReadonlyMap<string, number>; place: number; level: number; model: number }>,
): MeasuredPush {
  const timeOf = (name: string) =>
    new Date(Date.UTC(2026, 0, 1) + (days.get(name) ?? 0) * 86_400_000).toISOString();
  const measuredAt = new Date(Date.parse(timeOf(commit)) + 60_000 + place).toISOString();
  const run = (arm: "base" | "head"): Run => {
    const name = arm === "head" ? commit : before;
    const luck = (w: number, m: number, s: number) =>
      0.05 * Math.sin(12.9 * (s + 1) * (w + 1) + 78.2 * m) + (w === 0 && m < 2 ? SIDES[m]! * level : 0);
    return {
      ...TEMPLATE,
      id: uuidOf(`${arm} of push ${place} ${commit}`),
      measurement: { id: uuidOf(`push ${place} ${commit}`), mode: "side-by-side", arm },
      commit: {
        sha: shaOf(name),
        branch: "main",
        time: timeOf(name),
        subject: `change ${name}`,
        author: "Ada",
        dirty: false,
      },
      fingerprint: model.toString(16).padStart(8, "0").padEnd(64, "0"),
      startedAt: measuredAt,
      finishedAt: measuredAt,
      plan: { ...TEMPLATE.plan, sessions: 8, looks: 3 },
      rules: PUSH_RULES,
      workloads: ratios.map((metrics, w) => ({
        ...TEMPLATE.workloads[0]!,
        name: WORKLOADS[w]!,
        sessions: metrics[0]!.map(
          (_, s): Session => ({
            ...SESSION,
            index: s,
            latency: { ...SESSION.latency, count: 20_000 },
            reported: Object.fromEntries(
              metrics.map((values, m) => [
                METRICS[m]!,
                LEVELS[m]! * Math.exp(luck(w, m, s) + (arm === "head" ? values[s]! : 0)),
              ]),
            ),
          }),
        ),
      })),
    };
  };
  const [base, head] = [run("base"), run("head")];
  const stamp = { id: uuidOf(`report of push ${place} ${commit}`), createdAt: measuredAt, version: "0" };
  return { base, head, report: compareArms(base, head, PUSH_RULES, stamp) };
}
