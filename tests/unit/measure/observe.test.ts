/** In which order a look takes its steps; what it sees is held on real servers (tests/integration/measure/observe.test.ts). */
import { expect, it } from "vitest";
import type { Plan } from "../../../src/config/plan.ts";
import { lookAtArms } from "../../../src/measure/observe.ts";
import type { LoadGenerator } from "../../../src/runner/load-generator.ts";
import type { Target } from "../../../src/target/target.ts";

const PLAN = { loads: [], workloads: [] } as unknown as Plan;
const OBSERVER = { stage: () => undefined, progress: () => undefined, note: () => undefined };

it("looks at both arms together, and leaves the making of copies to who measures: they are made of its own", async () => {
  const steps: string[] = [];
  const told = (arm: string): Target => ({
    fresh: true,
    prepare: async () => undefined,
    copyAhead: async (index) => void steps.push(`${arm} copies ${index}`),
    openSession: async (index) => {
      steps.push(`${arm} starts ${index}`);
      const stop = async () => void steps.push(`${arm} stops ${index}`);
      const [product, version] = ["another", "1"];
      return { url: () => "", pid: null, product, version, settings: {}, remains: async () => null, stop };
    },
    close: async () => undefined,
  });
  const targets = { base: told("base"), head: told("head") };
  const { signal } = new AbortController();
  await lookAtArms(PLAN, targets, {} as LoadGenerator, 60, OBSERVER, signal);
  expect(steps).toEqual(["base starts -2", "head starts -2", "base stops -2", "head stops -2"]);
});
