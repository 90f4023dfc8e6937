import { readdirSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { holdingMachine, lookAtMachine } from "../../../../src/pipeline/measure/machine.ts";
import { NO_PROGRESS } from "../../../support/measuring.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const { signal } = new AbortController();

describe("the machine is kept for one measurement", () => {
  const hold = <T>(work: () => Promise<T>, progress = NO_PROGRESS) =>
    holdingMachine({ folder, limitMs: 600_000 }, "suite oltp", work, progress, signal);

  it("so that another one waits, says so, and comes next", async () => {
    const order: string[] = [];
    const said: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = hold(async () => {
      order.push("first");
      await held;
      order.push("first has ended");
    });
    await expect.poll(() => order).toEqual(["first"]);
    const second = hold(
      async () => {
        order.push("second");
        return 2;
      },
      { ...NO_PROGRESS, stage: (text) => void said.push(text) },
    );
    await expect.poll(() => said).toEqual(["waiting for this machine, which measures something else"]);
    expect(order).toEqual(["first"]);
    release();
    await first;
    expect(await second).toBe(2);
    expect(order).toEqual(["first", "first has ended", "second"]);
  });

  it("and is free again where the work fails", async () => {
    const failure = new Error("no server");
    await expect(hold(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(await hold(async () => "next")).toBe("next");
  });

  it("but is asked of nobody where no lock was asked for", async () => {
    expect(await holdingMachine(null, "suite", async () => 1, NO_PROGRESS, signal)).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a look at the machine", () => {
  const notes: string[] = [];
  const progress = { note: (text: string) => void notes.push(text) };
  /** A machine of four CPUs. @param busy CPUs that are busy now; null: nobody may look that closely */
  const machine = (loadAverage: number, busy: number | null) => ({
    machineFacts: () => ({ cpuCount: 4 }),
    machineState: () => ({ loadAverage, governors: null, cpuQuota: null, freeDiskBytes: null }),
    busyCpus: async () => {
      if (busy === null) throw new Error("looked at for nothing");
      return busy;
    },
  });
  const look = (rule: "warn" | "fail" | "off", loadAverage: number, busy: number | null) =>
    lookAtMachine(rule, folder, progress, machine(loadAverage, busy));
  beforeEach(() => void notes.splice(0));

  it("takes three seconds only where the last minute was busy, and goes by what runs now", async () => {
    expect(await look("warn", 0.1, null)).toEqual([]);
    expect(await look("warn", 9, 0)).toEqual([]);
    const warnings = await look("warn", 9, 3.5);
    expect(warnings).toMatchObject([
      { code: "busy-before-start", message: expect.stringContaining("3.50 of 4 CPUs were busy in the 3 s") },
    ]);
    expect(notes).toEqual(warnings.map(({ message, remedy }) => `${message} (${remedy})`));
  });

  it("refuses to measure where the config file says so, and names the way out", async () => {
    await expect(look("fail", 9, 3.5)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("something else was running"),
      remedy: expect.stringContaining("; or set measure.preflight to warn"),
    });
    expect(await look("fail", 9, 0)).toEqual([]);
    expect(notes).toEqual([]);
  });

  it("is not taken where it is turned off", async () => {
    expect(await look("off", 9, null)).toEqual([]);
    expect(notes).toEqual([]);
  });
});
