/**
 * What is shown of servers of known behaviour (npm run bench:truth, in short). The server's clock is the reference: on a busy machine
 * client and server are late alike. A case may be repeated, for a machine may still have a bad second; what is wrong stays wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Case } from "../../proofs/truth/cases.ts";
import { sideBySide, type Tools } from "../../proofs/truth/measure.ts";
import { type Behaviour, compileTruthServer, startTruthServer } from "../../proofs/truth/server.ts";
import { meanDrawNs } from "../../proofs/truth/truth.ts";
import { sessionValues, wallValues } from "../../src/analysis/samples/values.ts";
import { backgroundOf, idleCpus } from "../../src/analysis/warnings/background.ts";
import { nativeLoadGenerator } from "../../src/io/load/native.ts";
import type { Capacity } from "../../src/model/capacity.ts";
import type { Session } from "../../src/model/run.ts";
import { searchCapacities } from "../../src/pipeline/measure/capacity.ts";
import { settled } from "../support/settled.ts";
import { plumblineLoad, runLoad } from "./support/plumbline-load.ts";

const native = path.join(import.meta.dirname, "../../runner-native");
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-truth-"));
let tools: Tools;

beforeAll(() => {
  tools = {
    load: plumblineLoad,
    server: compileTruthServer(native, folder),
    before: { server: [], load: [] },
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const TIMES = { aloneSeconds: 0, togetherSeconds: 4, warmupSeconds: 0.5, slice: "50" };
type Sessions = readonly [base: Session, head: Session];

const measured = async (each: Case) => (await sideBySide(each, tools, TIMES)).sessions as unknown as Sessions;

describe("the server of known behaviour", () => {
  const served = async (behaviour: Behaviour, connections: number) => {
    const server = await startTruthServer(tools.server, behaviour);
    try {
      server.reset();
      await runLoad([
        `--pgsql-url=${server.url}`,
        "--time=1.5",
        `--threads=${connections}`,
        "oltp_point_select",
        "run",
      ]);
      return await server.report();
    } finally {
      server.stop();
    }
  };

  it.each([
    ["fixed", { latencyMs: 5 }],
    ["random, with a tail", { latencyMs: 5, random: "uniform", tail: { share: 0.05, factor: 5 } }],
  ] satisfies [string, Behaviour][])(
    "answers as late as its plan says, and says by how much it was later: %s",
    async (_, behaviour) => {
      const { latencyNs, lateNs } = await served(behaviour, 8);
      const mean = latencyNs.reduce((sum, ns) => sum + ns, 0) / latencyNs.length;
      expect((mean - lateNs) / meanDrawNs(behaviour)).toBeCloseTo(1, 1);
    },
  );

  it.each(["fifo", "sharing"] as const)(
    "works off no more than its servers can, however late it is run: %s",
    async (discipline) => {
      const behaviour: Behaviour = { latencyMs: 2, random: "exponential", servers: 2, discipline };
      const { latencyNs } = await served(behaviour, 12);
      const most = (1.5 / 0.002) * 2;
      expect(latencyNs.length).toBeLessThan(most * 1.1);
      // Eleven others are served at the same time, or before.
      const least = latencyNs.reduce((sum, ns) => sum + ns, 0) / latencyNs.length / 2e6;
      expect(least).toBeGreaterThan(5);
    },
  );
});

describe("throughput side by side, in slices that wait for their last events", () => {
  it("is that of each server alone, though one in sixty events takes twice a slice", async () => {
    const base: Behaviour = { latencyMs: 10, random: "uniform" };
    const head: Behaviour = { ...base, tail: { share: 1 / 60, factor: 11 } };
    const each: Case = { name: "tail", base, head, load: { connections: 16 } };
    // Latency does not depend on load, so that throughput is the connections over it.
    const truth = meanDrawNs(base) / meanDrawNs(head);
    const off = ([base, head]: Sessions, of: (session: Session) => number) => of(head) / of(base) / truth - 1;
    const shown = (session: Session) => sessionValues(session).qps!;
    const sessions = await settled(
      () => measured(each),
      (found) => Math.abs(off(found, shown)) < 0.06,
    );
    expect(Math.abs(off(sessions, shown))).toBeLessThan(0.06);
    // Over the wall time of the slices head looks much slower than it is.
    expect(off(sessions, (session) => wallValues(session).qps!)).toBeLessThan(-0.15);
  });

  it("is that of the plan in an open loop that keeps up", async () => {
    const base: Behaviour = { latencyMs: 10, random: "uniform" };
    const each: Case = { name: "open", base, head: base, load: { connections: 16, rate: 400 } };
    const off = (session: Session) => Math.abs(sessionValues(session).qps! / 400 - 1);
    const sessions = await settled(
      () => measured(each),
      (found) => found.every((session) => off(session) < 0.03),
    );
    for (const session of sessions) expect(off(session)).toBeLessThan(0.03);
  });
});

describe("background work of a server", () => {
  it("is seen while the other one is driven, and forbids to judge by what both suffer from", async () => {
    const base: Behaviour = { latencyMs: 5, random: "uniform" };
    const each: Case = { name: "burn", base, head: { ...base, burn: 0.5 }, load: { connections: 8 } };
    const idle = (session: Session) => idleCpus([session])!;
    const [quiet, busy] = await settled(
      () => measured(each),
      ([, head]) => idle(head) > 0.2,
    );
    expect(idle(busy)).toBeGreaterThan(0.05);
    expect(idle(quiet)).toBeLessThan(idle(busy) / 2);
    // The server answers itself; its child does the other work.
    expect(busy.serverCpu!.backendsNs).toBeLessThan(busy.serverCpu!.drivenNs);
    const arms = {
      base: [{ session: quiet, values: sessionValues(quiet) }],
      head: [{ session: busy, values: sessionValues(busy) }],
    };
    expect(backgroundOf("w", arms, 1).bias("qps")).toMatchObject({ spares: "regressed" });
  });
});

it("a capacity search ends within 5 % of the rate that a server serves", async () => {
  // One server, 2 ms for each statement: 500/s. At 2 % more the queue is 30 ms long at the end of a trial.
  const search = async () => {
    const server = await startTruthServer(tools.server, { latencyMs: 2, servers: 1 });
    try {
      const [found] = await searchCapacities({
        plan: {
          of: "rate",
          limits: { p99: 30e6 },
          efficiency: null,
          failed: 0.01,
          seconds: 1.5,
          precision: 0.05,
          budgetSeconds: null,
          trials: 20,
          start: null,
          most: 1e6,
          last: null,
        },
        arms: [
          { arm: "head", server: { ...PLAIN_SERVER, url: () => server.url }, workload: PACED, last: null },
        ],
        generator: nativeLoadGenerator(tools.load),
        warmupSeconds: 0.1,
        seed: 1,
        say: () => undefined,
        note: () => undefined,
        hear: () => () => undefined,
        signal: new AbortController().signal,
      });
      return found!;
    } finally {
      server.stop();
    }
  };
  // On a machine without CPUs to spare the load generator is late: the search must say so, and its interval must hold the truth.
  const isLate = ({ low, high, endedBecause }: Capacity) =>
    /^(generator-late|client-bound|cpu-shared|throttled)/.test(endedBecause ?? "") &&
    (low ?? 0) <= 500 &&
    (high ?? 500) >= 500;
  const isFine = (found: Capacity) =>
    isLate(found) || (found.size !== null && Math.abs(found.size / 500 - 1) <= 0.05);
  const found = await settled(search, isFine);
  expect(isFine(found), JSON.stringify(found)).toBe(true);
});

const PLAIN_SERVER = {
  pid: null,
  product: "truth",
  version: "1",
  settings: {},
  crashReport: async () => null,
  stop: async () => undefined,
};
const PACED = {
  name: "paced",
  workload: "oltp_point_select",
  dialect: "postgres",
  options: { threads: 32, arrivals: "fixed" },
  statements: {},
  tables: [],
  load: { database: "truth", workload: "oltp_read_only", dialect: "postgres", options: {} },
  passing: [],
  chosen: [],
};
