import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/config/plan.ts";
import type { Server } from "../../../../src/io/database/target.ts";
import type { ArmName, Session } from "../../../../src/model/run.ts";
import type { Block } from "../../../../src/pipeline/documents/sweep-files.ts";
import { Recording } from "../../../../src/pipeline/measure/recording.ts";
import { DEBIAN, NPM } from "../../../support/builds.ts";

const PLAN = {
  workloads: [
    { name: "look-up", workload: "oltp_point_select", options: { threads: 2 }, chosen: ["threads"] },
    { name: "change", workload: "oltp_update_index", options: { threads: 4 }, chosen: [] },
  ],
} as unknown as Plan;
const GENERATOR = { version: "1.2.3", profile: "release", libpq: 150018 };
const server = (version: string) =>
  ({ product: "PostgreSQL", version, settings: { port: version } }) as unknown as Server;
const session = (index: number, arm: ArmName) =>
  ({ index, events: arm === "base" ? 1 : 2 }) as unknown as Session;

function block(workload: number, index: number, more: Partial<Block> = {}): Block {
  const arms = more.arms ?? (["head", "base"] as const);
  return {
    workload,
    arms,
    sessions: arms.map((arm) => session(index, arm)),
    options: { threads: 2, placement: "apart" },
    generator: GENERATOR,
    warnings: [],
    ...more,
  };
}

const both = (blocks: readonly Block[]) => ({
  arms: ["head", "base"] as const,
  servers: [server("16"), server("15")],
  blocks,
});

describe("what the sessions gave", () => {
  it("is sorted by arm and workload, whatever order the servers came in", () => {
    const recording = new Recording(PLAN, new Map());
    recording.add(both([block(0, 0), block(1, 0)]));
    recording.add(both([block(1, 1), block(0, 1)]));
    const { arms, sessions, generator } = recording.recorded();
    expect({ sessions, generator }).toEqual({ sessions: 2, generator: GENERATOR });
    expect(arms.base?.server.version).toBe("15");
    expect(arms.head?.server).toEqual({ product: "PostgreSQL", version: "16", settings: { port: "16" } });
    for (const [arm, events] of [
      ["base", 1],
      ["head", 2],
    ] as const) {
      expect(arms[arm]?.workloads.map(({ name, sessions: all }) => [name, all])).toEqual([
        [
          "look-up",
          [
            { index: 0, events },
            { index: 1, events },
          ],
        ],
        [
          "change",
          [
            { index: 0, events },
            { index: 1, events },
          ],
        ],
      ]);
    }
    expect(arms.head?.workloads[0]).toMatchObject({ workload: "oltp_point_select", chosen: ["threads"] });
  });

  it("stays as it was when more comes", () => {
    const recording = new Recording(PLAN, new Map());
    recording.add(both([block(0, 0)]));
    const { arms } = recording.recorded();
    recording.add(both([block(0, 1)]));
    expect(arms.head?.workloads[0]?.sessions).toHaveLength(1);
  });

  it("has no arm that was not measured, and the plan's options where no session tells of others", () => {
    const recording = new Recording(PLAN, new Map());
    recording.add({ arms: ["head"], servers: [server("16")], blocks: [block(0, 0, { arms: ["head"] })] });
    const { arms } = recording.recorded();
    expect(arms.base).toBeUndefined();
    expect(arms.head?.workloads.map(({ options }) => options)).toEqual([
      { threads: 2, placement: "apart" },
      { threads: 4 },
    ]);
  });

  it("of a newcomer is head's alone, with the reason", () => {
    const recording = new Recording(PLAN, new Map([[1, "base has no table for it"]]));
    recording.add(both([block(0, 0), block(1, 0, { arms: ["head"] })]));
    const { arms } = recording.recorded();
    expect(arms.base?.workloads.map(({ name }) => name)).toEqual(["look-up"]);
    expect(arms.head?.workloads.map(({ newBecause }) => newBecause)).toEqual([
      undefined,
      "base has no table for it",
    ]);
  });
});

it("options that differ between sessions are mixed, and stay so", () => {
  const recording = new Recording(PLAN, new Map());
  for (const placement of ["apart", "shared", "apart"]) {
    recording.add(both([block(0, 0, { options: { threads: 2, placement } })]));
  }
  expect(recording.recorded().arms.head?.workloads[0]?.options).toEqual({ threads: 2, placement: "mixed" });
});

it("sessions by two builds of the load generator get a warning, with their names", () => {
  const recording = new Recording(PLAN, new Map());
  recording.add(both([block(0, 0), block(1, 0)]));
  expect(recording.recorded().warnings).toEqual([]);
  const generator = { version: "9.9.9", profile: "sanitized", libpq: 180000 };
  recording.add(both([block(0, 1, { generator })]));
  const [warning] = recording.recorded().warnings;
  expect(warning).toMatchObject({ code: "unlike-generators" });
  expect(warning?.message).toMatch(/2 builds of the load generator: .*, 9\.9\.9 \(sanitized, libpq 18\.0\)$/);
});

it("sessions on two builds of the server get a warning, with what each server says of itself", () => {
  const recording = new Recording(PLAN, new Map());
  const session = both([block(0, 0), block(1, 0)]);
  const servers = session.servers.map((server) => ({ ...server, build: NPM }));
  recording.add({ ...session, servers });
  expect(recording.recorded().warnings).toEqual([]);
  expect(recording.recorded().arms.head?.server.build).toEqual(NPM);
  recording.add({ ...session, servers: [{ ...servers[0]!, build: DEBIAN }, ...servers.slice(1)] });
  const [warning, ...others] = recording.recorded().warnings;
  expect(others).toEqual([]);
  expect(warning?.code).toBe("unlike-servers");
  expect(warning?.message).toContain(`${NPM.said}; ${DEBIAN.said}`);
});

it("a warning is said once for each workload, with the number of sessions that had it", () => {
  const warning = {
    code: "client-bound",
    message: "the client was busy",
    remedy: "fewer threads",
    workload: "look-up",
  };
  const recording = new Recording(PLAN, new Map());
  recording.add(both([block(0, 0, { warnings: [warning] }), block(1, 0)]));
  expect(recording.recorded().warnings).toEqual([warning]);
  recording.add(both([block(0, 1), block(1, 1, { warnings: [{ ...warning, workload: "change" }] })]));
  // Of both servers.
  recording.add(both([block(0, 2, { warnings: [warning, warning] })]));
  expect(recording.recorded().warnings.map(({ message, workload }) => [workload, message])).toEqual([
    ["look-up", "the client was busy (in 2 of 3 sessions)"],
    // Which had no part in the third.
    ["change", "the client was busy (in 1 of 2 sessions)"],
  ]);
});
