import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StateFacts } from "../../../../src/analysis/warnings/fitness.ts";
import { clockStep, preflight } from "../../../../src/analysis/warnings/preflight.ts";

const QUIET: StateFacts = {
  cpuCount: 16,
  loadAverage: 0.5,
  governors: ["performance"],
  freeDiskBytes: 100 * 2 ** 30,
};
const codes = (facts: Partial<StateFacts>) => preflight({ ...QUIET, ...facts }).map(({ code }) => code);

describe("the machine before the start", () => {
  it("is not mentioned where it is quiet, nor for what it does not show", () => {
    expect(codes({})).toEqual([]);
    expect(codes({ governors: null, freeDiskBytes: null })).toEqual([]);
  });

  it("is busy from an eighth of its CPUs on", () => {
    expect(codes({ loadAverage: 2 })).toEqual([]);
    expect(preflight({ ...QUIET, loadAverage: 2.01 })).toEqual([
      {
        code: "busy-before-start",
        message: "the load average was 2.01 on 16 CPUs before the start: something else was running",
        remedy: "end what else is running, or wait a minute",
      },
    ]);
  });

  it("is judged by what runs now where the load average may tell of what has ended", () => {
    const seconds = 3;
    expect(codes({ loadAverage: 9, busyNow: { cpus: 0.4, seconds } })).toEqual([]);
    expect(preflight({ ...QUIET, busyNow: { cpus: 5.25, seconds } })[0]?.message).toBe(
      "5.25 of 16 CPUs were busy in the 3 s before the start: something else was running",
    );
    const small = { ...QUIET, cpuCount: 1, cpuQuota: 1, busyNow: { cpus: 0.5, seconds } };
    expect(preflight(small).map(({ message }) => message)).toEqual([
      "0.50 of 1 CPU was busy in the 3 s before the start: something else was running",
      "a quota of 1 CPU limits the load generator and its container: a process that uses it up is throttled",
    ]);
  });

  it("gets a warning for its governor and its disk, each with a remedy", () => {
    const warnings = preflight({ ...QUIET, governors: ["powersave"], freeDiskBytes: 2 ** 30 });
    expect(warnings.map(({ code }) => code)).toEqual(["frequency-governor", "little-disk"]);
    for (const { remedy } of warnings) expect(remedy).not.toBe("");
  });
});

describe("what is said of the machine", () => {
  it("has the value that is meant, and is nothing at the limit", () => {
    const facts = { governors: ["powersave", "performance"], freeDiskBytes: 1.5 * 2 ** 30, cpuQuota: 1.5 };
    expect(preflight({ ...QUIET, ...facts }).map(({ message }) => message)).toEqual([
      "the CPUs' frequency governor is powersave, performance: speed follows the load",
      "a quota of 1.5 CPUs limits the load generator and its container: a process that uses it up is throttled",
      "only 1.5 GiB of disk were free before the start",
    ]);
    expect(codes({ cpuQuota: 1.5 })).toEqual(["cpu-quota"]);
    expect(codes({ cpuQuota: 2, freeDiskBytes: 2 * 2 ** 30 })).toEqual([]);
  });
});

describe("the wall clock", () => {
  it("may be off by a second and a thousandth, either way", () => {
    for (const [steady, most] of [
      [0, 1],
      [1000, 2],
    ] as const) {
      expect(clockStep(steady + most, steady)).toEqual([]);
      expect(clockStep(steady - most, steady)).toEqual([]);
      expect(clockStep(steady + most + 0.01, steady)).toHaveLength(1);
      expect(clockStep(steady - most - 0.01, steady)).toHaveLength(1);
    }
    expect(clockStep(130, 100)[0]!.remedy).toContain("measure again");
  });

  it("may be slewed, and no more", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        fc.double({ min: -5e-4, max: 5e-4, noNaN: true }),
        (seconds, slew) => {
          expect(clockStep(seconds * (1 + slew), seconds)).toEqual([]);
        },
      ),
    );
  });

  it("that was set, or stood while the machine slept, is said with direction and size", () => {
    expect(clockStep(130, 100)[0]!.message).toContain("30 s ahead");
    expect(clockStep(70, 100)[0]!.message).toContain("30 s back");
    expect(clockStep(70, 100)[0]!.code).toBe("clock-step");
  });
});
