/** Whoever judges the documents of a measurement, by whatever verb, says the same: they hold all that a judgement uses. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareArms } from "../../src/analysis/verdict/arms.ts";
import { conditionsOfRun, summarizeEarlier } from "../../src/analysis/verdict/earlier.ts";
import { type LookPlan, looksOf } from "../../src/config/looks.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { rulesOf } from "../../src/config/rules.ts";
import type { Store } from "../../src/io/store/store.ts";
import { parseDocument } from "../../src/model/document.ts";
import type { Rules } from "../../src/model/rules.ts";
import type { Pair } from "../../src/model/run.ts";
import { Run } from "../../src/model/run.ts";
import { compareRuns } from "../../src/pipeline/check.ts";
import { stamp } from "../../src/pipeline/documents/stamp.ts";
import { makePair } from "../support/runs.ts";

const CONFIG = parseConfig(
  "database: { deploy: { local: } }\nworkloads: [{ name: a, run: oltp_point_select }]",
  "plumbline.yml",
);
const WORKLOADS = [
  { name: "a", workload: "oltp_point_select", rate: 200 },
  { name: "b", workload: "oltp_read_only", rate: 100 },
];
/** Base and head side by side: whatever the store has was asked for before. */
const STORE = new Proxy({} as Store, {
  get: (_, name) => {
    throw new Error(`the judgement asked the store for ${String(name)}`);
  },
});
const NO_PROGRESS = { stage: () => undefined, update: () => undefined, note: () => undefined };

function pairOf(seed: number, noise: number, sessions: number, change = 0): Pair {
  const [base, head] = makePair({ seed, noise, sessions, workloads: WORKLOADS }, change);
  return { base, head };
}

/** As `check` writes them. */
function documents(own: Pair, stored: readonly Pair[], looks: LookPlan, others: Partial<Rules>): Pair {
  const earlier = summarizeEarlier(
    stored,
    conditionsOfRun(own.base),
    rulesOf(CONFIG),
    own.head.measurement.id,
  );
  const sessions = looks === 1 ? own.head.plan.sessions : 4;
  const plan = { ...own.head.plan, sessions, looks: looksOf(looks, sessions) };
  return {
    base: { ...own.base, plan, rules: { ...rulesOf(CONFIG), ...others } },
    head: { ...own.head, plan, rules: rulesOf(CONFIG), earlier },
  };
}

const recipe = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  noise: fc.constantFrom(0.002, 0.01, 0.03),
  stored: fc.integer({ min: 0, max: 8 }),
  quiet: fc.constantFrom(0.002, 0.01),
  sessions: fc.integer({ min: 3, max: 8 }),
  looks: fc.constantFrom<LookPlan>(1, 2, "early", "thorough"),
  change: fc.constantFrom(0, -0.02, -0.05, 0.05),
  others: fc.constantFrom<Partial<Rules>>({}, { alpha: 0.1 }, { gates: [], errorLimit: 0 }),
});

describe("check and compare", () => {
  it("agree on every verdict, interval and look, and use what was known of the noise", async () => {
    let helped = 0;
    await fc.assert(
      fc.asyncProperty(recipe, async ({ seed, noise, stored, quiet, sessions, looks, change, others }) => {
        const own = pairOf(seed, noise, sessions, change);
        const before = Array.from({ length: stored }, (_, i) => pairOf(2e6 + seed + i, quiet, 4));
        const runs = documents(own, before, looks, others);
        const checked = await compareRuns(CONFIG, runs, STORE, NO_PROGRESS);
        const read = (run: Run) => parseDocument(Run, JSON.stringify(run), "run.json");
        const [base, head] = [read(runs.base), read(runs.head)];
        const compared = compareArms(base, head, head.rules!, stamp());
        const { id: _a, createdAt: _b, ...one } = checked;
        const { id: _c, createdAt: _d, ...other } = compared;
        expect(other).toEqual(one);
        const { earlier: _, ...unaware } = head;
        const alone = compareArms(base, unaware, head.rules!, stamp());
        if (JSON.stringify(alone.workloads) !== JSON.stringify(compared.workloads)) helped += 1;
      }),
      { seed: 20_261_122, numRuns: 40 },
    );
    expect(helped).toBeGreaterThan(5);
  });
});
