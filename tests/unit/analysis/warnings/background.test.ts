import { describe, expect, it } from "vitest";
import { measuredSessions } from "../../../../src/analysis/verdict/arm-values.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { backgroundOf, cpuByProcess, idleCpus } from "../../../../src/analysis/warnings/background.ts";
import type { Run } from "../../../../src/model/run.ts";
import { makePair } from "../../../support/runs.ts";
import { RULES, STAMP, withSessions } from "../verdict/story.ts";

const [base, head] = makePair({ sessions: 8, noise: 0.001, workloads: [{ name: "w" }] }, Math.log(0.9));
const working = (run: Run, cpus: number): Run =>
  withSessions(run, (session) => ({
    ...session,
    serverCpu: { drivenNs: 1e9, backendsNs: 9e8, idleNs: cpus * 2e9, idleWallNs: 2e9 },
  }));
const sessionsOf = (run: Run) => run.workloads[0]!.sessions;
const background = (inBase: number, inHead: number, cpus = 4) =>
  backgroundOf(
    "w",
    {
      base: measuredSessions(sessionsOf(working(base, inBase)), null),
      head: measuredSessions(sessionsOf(working(head, inHead)), null),
    },
    cpus,
  );

describe("CPU by process", () => {
  const session = sessionsOf(base)[0]!;
  const told = (drivenNs: number, backendsNs: number | undefined, committedQueries: number) => ({
    ...session,
    committedQueries,
    serverCpu: { drivenNs, ...(backendsNs === undefined ? {} : { backendsNs }), idleNs: 0, idleWallNs: 1 },
  });

  it("is that of the connections and that of the rest, per statement of all sessions together", () => {
    expect(cpuByProcess([told(1000, 900, 10), told(3000, 2100, 20)])).toEqual({
      connections: 100,
      background: 1000 / 30,
    });
    expect(cpuByProcess([told(100, 101, 10)]), "clocks are read one after the other").toEqual({
      connections: 10.1,
      background: 0,
    });
  });

  it("is unknown where processes cannot be told apart, or nothing was answered", () => {
    expect(cpuByProcess([told(1000, undefined, 10)])).toBeNull();
    expect(cpuByProcess([told(1000, 900, 0)])).toBeNull();
    expect(cpuByProcess([session])).toBeNull();
  });

  it("is of those sessions in which they can", () => {
    expect(cpuByProcess([told(1000, undefined, 50), told(1000, 900, 10), session])).toEqual({
      connections: 90,
      background: 10,
    });
    expect(cpuByProcess([])).toBeNull();
  });

  it("is in the report", () => {
    const [workload] = compareArms(working(base, 0), working(head, 0), RULES, STAMP).workloads;
    const { connections, background } = workload!.cpuByProcess!.head;
    expect(connections / (connections + background)).toBeCloseTo(0.9, 12);
  });
});

describe("CPU of idle servers", () => {
  it("is what they used over the time in which the other one was driven", () => {
    expect(idleCpus(sessionsOf(working(base, 0.25)))).toBeCloseTo(0.25, 12);
    expect(idleCpus(sessionsOf(base))).toBeNull();
    const untold = { drivenNs: 1, idleNs: 0, idleWallNs: 0 };
    expect(idleCpus([{ ...sessionsOf(base)[0]!, serverCpu: untold }])).toBeNull();
  });

  it("forbids to judge speed where one arm's is larger by two hundredths of the machine, whichever it is", () => {
    for (const [inBase, inHead, spares] of [
      [0, 0.09, "regressed"],
      [0.09, 0, "improved"],
    ] as const) {
      const { bias, warnings } = background(inBase, inHead);
      expect(bias("qps")).toEqual({ why: expect.stringMatching(/0\.09.* of 4 CPUs/), spares });
      expect(bias("p99")).toBeDefined();
      // In its own slices a server's work is part of its CPU time, whoever does it.
      expect(bias("server-cpu")).toBeUndefined();
      expect(warnings.map(({ code }) => code)).toEqual(["background-work"]);
    }
    expect(background(0, 0.07).bias("qps")).toBeUndefined();
    expect(background(0, 0.07, 2).bias("qps")).toBeDefined();
    expect(background(0, 1, 50).bias("qps"), "at the limit").toBeUndefined();
    expect(background(0, 1, 50).warnings).toEqual([]);
  });

  it("is said of the workload, with what each server used", () => {
    const why =
      "the servers use CPU while idle (base 0.00, head 0.09 of 4 CPUs), which slows both arms: side by side does not show its cost";
    expect(background(0, 0.09).warnings).toEqual([
      {
        code: "background-work",
        message: why,
        remedy: expect.stringMatching(
          /autovacuum.*let them finish before the measurement.*measure\.mode: history/,
        ),
        workload: "w",
      },
    ]);
    expect(background(0, 0.09).bias("qps")!.why).toBe(why);
    expect(background(0.5, 0.52).warnings[0]!.message).toMatch(
      /\(base 0\.50, head 0\.52 of 4 CPUs\).*cost; it is the same in both, so verdicts stand$/,
    );
  });

  it("is the mean of those sessions that could see it", () => {
    const [first, second, third] = sessionsOf(base);
    const seen = (idleNs: number, idleWallNs: number) => ({ drivenNs: 1, idleNs, idleWallNs });
    expect(
      idleCpus([
        { ...first!, serverCpu: seen(10, 100) },
        { ...second!, serverCpu: seen(90, 300) },
        { ...third!, serverCpu: seen(7, 0) },
      ]),
    ).toBeCloseTo(0.2, 12);
    expect(idleCpus([])).toBeNull();
  });

  it("is nothing where one arm's cannot be seen", () => {
    const seen = measuredSessions(sessionsOf(working(head, 3)), null);
    const unseen = measuredSessions(sessionsOf(base), null);
    for (const arms of [
      { base: unseen, head: seen },
      { base: seen, head: unseen },
    ]) {
      const { bias, warnings } = backgroundOf("w", arms, 4);
      expect(bias("qps")).toBeUndefined();
      expect(warnings).toEqual([]);
    }
    expect(background(0, 0.09).warnings[0]!.remedy).toContain("autovacuum");
  });

  it("is said where it is alike in both arms, and forbids nothing", () => {
    const { bias, warnings } = background(0.5, 0.52);
    expect(bias("qps")).toBeUndefined();
    expect(warnings[0]!.message).toContain("the same in both");
    expect(background(0.05, 0.06).warnings).toEqual([]);
  });
});

describe("a comparison", () => {
  const rules = {
    alpha: 0.05,
    gates: [{ metric: "qps", margin: 0.02, floor: null }],
    errorLimit: 0.001,
    decide: "significant-and-relevant",
  } as const;
  const stamp = {
    id: "4c2f2f1e-0f0a-4c87-9f0e-2f52d5c5e001",
    createdAt: "2026-01-02T00:00:00.000Z",
    version: "0.1.0",
  };
  const qps = (one: Run, other: Run) => {
    const report = compareArms(one, other, rules, stamp);
    const [workload] = report.workloads;
    const { verdict } = workload!.changes.find(({ metric }) => metric === "qps")!;
    return { verdict, idle: workload!.idleCpus, codes: report.warnings.map(({ code }) => code) };
  };

  it("stands where head is worse though its own work slows base, too, and shows what each used", () => {
    const { verdict, idle } = qps(working(base, 0), working(head, 0.3));
    expect(verdict.kind).toBe("regressed");
    expect(idle!.head).toBeCloseTo(0.3, 12);
    expect(idle!.base).toBe(0);
  });

  it("is inconclusive where that work may hide a difference, or may be it", () => {
    // Base is slowed by nothing of its own, and looks like head.
    expect(qps(working(base, 0), { ...working(base, 0.3), id: head.id }).verdict.kind).toBe("inconclusive");
    expect(qps(working(base, 0.3), working(head, 0)).verdict.kind).toBe("inconclusive");
    expect(qps(working(head, 0.3), working(base, 0)).verdict.kind).toBe("improved");
  });

  it("says where nobody can see it", () => {
    const remote = (run: Run) => withSessions(run, (session) => ({ ...session, serverCpuNs: null }));
    expect(qps(remote(base), remote(head)).codes).toContain("background-unseen");
    expect(qps(base, head).codes).not.toContain("background-unseen");
  });
});
