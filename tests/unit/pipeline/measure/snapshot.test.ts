/** In which order a look takes its steps; what it sees is held on real servers (tests/integration/measure/observe.test.ts). */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Plan } from "../../../../src/config/plan.ts";
import type { LoadGenerator } from "../../../../src/io/load/load-generator.ts";
import { snapshotArms } from "../../../../src/pipeline/measure/snapshot.ts";
import { NO_PROGRESS, serverOf, targetOf } from "../../../support/measuring.ts";

const PLAN = { loads: [], workloads: [] } as unknown as Plan;

it("begins the first session's copies when its own servers are up, and does not wait for them", async () => {
  const steps: string[] = [];
  const told = (arm: string) =>
    targetOf({
      copyAhead: (index) => {
        steps.push(`${arm} copies ${index}`);
        return new Promise(() => undefined);
      },
      openSession: async (index) => {
        steps.push(`${arm} starts ${index}`);
        const stop = async () => void steps.push(`${arm} stops ${index}`);
        return serverOf({ product: "another", stop });
      },
    });
  const targets = { base: told("base"), head: told("head") };
  const { signal } = new AbortController();
  await snapshotArms(PLAN, targets, {} as LoadGenerator, 60, NO_PROGRESS, signal);
  expect(steps).toEqual([
    "base starts -2",
    "head starts -2",
    "base copies 0",
    "head copies 0",
    "base stops -2",
    "head stops -2",
  ]);
});

it("an interruption while values are drawn is one error, and waits until the servers have stopped", async () => {
  const interrupt = new AbortController();
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", hear);
  let [opened, stopped] = [0, 0];
  const stop = async () => {
    await sleep(50);
    stopped++;
  };
  const target = targetOf({
    copyAhead: async () => undefined,
    openSession: async () => {
      // Two are for the look; who draws the values opens another.
      if (++opened > 2) {
        interrupt.abort(new Error("interrupted"));
        interrupt.signal.throwIfAborted();
      }
      return serverOf({ product: "another", stop });
    },
  });
  const plan = { loads: [], workloads: [{ name: "a" }] } as unknown as Plan;
  const targets = { base: target, head: target };
  try {
    const looking = snapshotArms(plan, targets, {} as LoadGenerator, 60, NO_PROGRESS, interrupt.signal);
    await expect(looking).rejects.toThrow("interrupted");
  } finally {
    process.off("unhandledRejection", hear);
  }
  expect({ unhandled, stopped }).toEqual({ unhandled: [], stopped: 2 });
});
