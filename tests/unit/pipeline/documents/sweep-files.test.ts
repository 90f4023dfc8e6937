import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { sweepOf } from "../../../../src/analysis/sweep/sweep.ts";
import { USUAL_RULES } from "../../../../src/config/rules.ts";
import { readRun } from "../../../../src/pipeline/documents/files.ts";
import {
  foldersOf,
  keepSession,
  readSessions,
  readState,
  type SweepLine,
  type SweepState,
  writeState,
  writeSweep,
} from "../../../../src/pipeline/documents/sweep-files.ts";
import { makePair, makeRun } from "../../../support/runs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const RUN = makeRun({ sessions: 1 });
const STATE: SweepState = {
  schema: "plumbline.sweep-plan/1",
  digest: "d",
  seed: 7,
  sessions: 2,
  asked: { over: { threads: [1, 2] }, workloads: [], targets: [], sessions: 3, seconds: null },
  commit: RUN.commit,
  machine: { cpuModel: "CPU", cpuCount: 2, memoryBytes: 1, kernel: "6", runner: "" },
};

function line(round: number): SweepLine {
  const [workload] = RUN.workloads;
  return {
    step: { round, pair: 0, point: 3 },
    session: {
      arms: ["head"],
      servers: [{ product: "PostgreSQL", version: "15", settings: { fsync: "on" } }],
      blocks: [
        {
          workload: 3,
          arms: ["head"],
          sessions: workload!.sessions,
          options: { threads: 4 },
          generator: RUN.generator,
          warnings: [],
        },
      ],
    },
  };
}

it("has no plan where there is none, and gives back what was written", async () => {
  expect(await readState(folder)).toBeNull();
  await writeState(folder, STATE);
  expect(await readState(folder)).toEqual(STATE);
  expect(await readSessions(folder)).toEqual([]);
});

it("keeps sessions one by one, and loses the one that was cut short alone", async () => {
  await writeState(folder, STATE);
  await keepSession(folder, line(0));
  await keepSession(folder, line(1));
  const file = path.join(folder, "sessions.jsonl");
  const whole = readFileSync(file, "utf8");
  appendFileSync(file, whole.slice(0, 100));
  expect(await readSessions(folder)).toEqual([line(0), line(1)]);
  expect(readFileSync(file, "utf8")).toBe(whole);
  await keepSession(folder, line(2));
  expect(await readSessions(folder)).toHaveLength(3);
});

it("says which field of a session it cannot read, and that another version may have written it", async () => {
  const old = structuredClone(line(1)) as { session: { servers: unknown } };
  old.session.servers = [{ product: "PostgreSQL", version: 15, settings: {} }];
  await keepSession(folder, line(0));
  appendFileSync(path.join(folder, "sessions.jsonl"), `${JSON.stringify(old)}\n`);
  await expect(readSessions(folder)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(
      /sessions\.jsonl:2 is not a session of a sweep: session\.servers\.0\.version: .*string/,
    ),
    remedy: expect.stringMatching(/the version of Plumbline that wrote it.*--output/),
  });
  // What is not even JSON is no other version's.
  writeFileSync(path.join(folder, "sessions.jsonl"), "{\n");
  await expect(readSessions(folder)).rejects.toMatchObject({
    remedy: expect.stringContaining("remove the line"),
  });
});

it("names what is no session, and a plan of something else", async () => {
  writeFileSync(path.join(folder, "sessions.jsonl"), '{"step":1}\n');
  await expect(readSessions(folder)).rejects.toThrow(/sessions\.jsonl:1 is not a session of a sweep/);
  writeFileSync(path.join(folder, "plan.json"), "{}");
  await expect(readState(folder)).rejects.toMatchObject({
    kind: "usage",
    remedy: expect.stringContaining("--output"),
  });
});

it("writes the runs that it was made of, of several targets each pair in a folder of its own", async () => {
  const [base, head] = makePair({ sessions: 2 }, 0);
  const pairs = ["17", "17, 1 GB"].map((target) => ({ reference: "16", target, runs: { base, head } }));
  const points = head.workloads.map(({ name }) => ({ position: 0, workload: name, values: {}, name }));
  const ofSuite = { suite: "s", nodes: {}, sessions: 2, rules: USUAL_RULES, missing: () => undefined };
  const stamp = {
    id: "00000000-0000-4000-8000-000000000017",
    createdAt: "2026-01-02T03:04:05.000Z",
    version: "1",
  };
  const grid = { axes: [], points };
  const suites = [{ ...ofSuite, grid, pairs }];
  const sweep = sweepOf({ suites, steps: { done: 2, planned: 2 } }, stamp)!;
  const places = await writeSweep(folder, sweep, suites);
  const runs = ["1-17/run-base.json", "1-17/run.json", "2-17-1-GB/run-base.json", "2-17-1-GB/run.json"];
  expect(places.map((place) => path.relative(folder, place)).slice(4)).toEqual(runs);
  expect(await readRun(path.join(folder, runs[3]!))).toEqual(head);

  const alone = path.join(folder, "alone");
  const single = [{ target: "", runs: { base: null, head } }];
  await writeSweep(alone, sweep, [{ suite: "s", pairs: single }]);
  expect(readdirSync(alone).sort()).toEqual([
    "run.json",
    "sweep.csv",
    "sweep.html",
    "sweep.json",
    "sweep.md",
  ]);

  const several = path.join(folder, "several");
  await writeSweep(
    several,
    sweep,
    ["oltp", "no jit"].map((suite) => ({ suite, pairs: single })),
  );
  expect(readdirSync(several).filter((name) => !name.startsWith("sweep."))).toEqual(["no-jit", "oltp"]);
  expect(await readRun(path.join(several, "no-jit/run.json"))).toEqual(head);
});

it("gives each suite a folder of its own, whatever its name has", () => {
  expect(foldersOf(["größe", "grüße", "大小", "順序"])).toEqual(["größe", "grüße", "大小", "順序"]);
  expect(foldersOf(["no jit", "no-jit", "No Jit", ".."])).toEqual(["no-jit", "2-no-jit", "3-No-Jit", "4-.."]);
});
