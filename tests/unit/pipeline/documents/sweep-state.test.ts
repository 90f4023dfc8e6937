import { beforeEach, expect, test } from "vitest";
import {
  keepSession,
  readState,
  type SweepState,
  writeState,
} from "../../../../src/pipeline/documents/sweep-files.ts";
import {
  keepGivenUp,
  openSweepState,
  sweepIdentity,
  withEarlierWords,
} from "../../../../src/pipeline/documents/sweep-state.ts";
import { HEAD_COMMIT } from "../../../support/reports.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const MACHINE = { cpuModel: "Plain", cpuCount: 2, memoryBytes: 1e9, kernel: "6.1", runner: "local" };
const OWN: SweepState = {
  schema: "plumbline.sweep-plan/1",
  digest: "a",
  seed: 7,
  sessions: 3,
  asked: { over: { threads: [1, 2] }, workloads: [], targets: [], sessions: 3, seconds: null },
  commit: HEAD_COMMIT,
  machine: MACHINE,
};
const RESUMED = { resume: true, planned: 6 };

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

test("a sweep that goes on keeps the seed that it began with", async () => {
  await openSweepState(folder, OWN, { ...RESUMED, resume: false });
  const { state, lines } = await openSweepState(folder, { ...OWN, seed: 8 }, RESUMED);
  expect(state).toEqual({ seed: 7, warnings: [] });
  expect(lines).toEqual([]);
});

test("the identity of a sweep has what decides its sessions, and not the seed", () => {
  const suite = (seed: number, seconds = 8) =>
    ({ plan: { seed, seconds }, targets: [], config: { database: { setup: [] } }, sessions: 3 }) as never;
  const identity = (...suites: never[]) => sweepIdentity(OWN.asked, suites, HEAD_COMMIT, []);
  expect(identity(suite(1))).toMatchObject({ seed: 1, sessions: 3, asked: OWN.asked, commit: HEAD_COMMIT });
  expect(identity(suite(2)).digest).toBe(identity(suite(1)).digest);
  expect(identity(suite(1, 9)).digest).not.toBe(identity(suite(1)).digest);
  expect(identity(suite(1), suite(1)).digest).not.toBe(identity(suite(1)).digest);
});

test("there is nothing to go on with in an empty folder", async () => {
  await expect(openSweepState(folder, OWN, RESUMED)).rejects.toThrow(`${folder} has no sweep to go on with`);
});

test.each([
  ["another grid", { digest: "b" }, "is of another grid"],
  ["another commit", { commit: { ...HEAD_COMMIT, sha: "c".repeat(40) } }, "not cccccccccccc"],
])("sessions of %s are refused", async (_, other, words) => {
  await writeState(folder, OWN);
  await expect(openSweepState(folder, { ...OWN, ...other }, RESUMED)).rejects.toThrow(words);
});

const line = (point: number) => ({
  step: { round: 0, pair: 0, point },
  session: { arms: ["head" as const], servers: [], blocks: [] },
});

test("a machine that went on with a sweep is not forgotten when another one does", async () => {
  const beginning = { ...RESUMED, resume: false };
  await openSweepState(folder, OWN, beginning);
  await keepSession(folder, line(0));
  await openSweepState(folder, { ...OWN, machine: { ...MACHINE, cpuCount: 64 } }, RESUMED);
  await keepSession(folder, line(1));
  const named = [["unlike-machines", expect.stringContaining("2 × Plain, 64 × Plain")]];
  const warningsOf = async (request: typeof RESUMED) =>
    (await openSweepState(folder, OWN, request)).state.warnings.map(({ code, message }) => [code, message]);
  expect(await warningsOf(RESUMED)).toEqual(named);
  expect((await openSweepState(folder, OWN, RESUMED)).lines).toHaveLength(2);
});

test("a warning about the machine is not forgotten when the sweep goes on", async () => {
  const beginning = { ...RESUMED, resume: false };
  const busy = (cpus: number) => ({
    code: "busy-machine",
    message: `${cpus} CPUs were busy`,
    remedy: "wait",
  });
  await openSweepState(folder, { ...OWN, warnings: [busy(1)] }, beginning);
  await keepSession(folder, line(0));
  await openSweepState(folder, OWN, RESUMED);
  const again = await openSweepState(folder, { ...OWN, warnings: [busy(2), busy(1)] }, RESUMED);
  expect(again.state.warnings).toEqual([busy(1), busy(2)]);
});

test("a machine that measures nothing more is no warning", async () => {
  await openSweepState(folder, OWN, { ...RESUMED, resume: false, planned: 1 });
  await keepSession(folder, line(0));
  const other = { ...OWN, machine: { ...MACHINE, cpuCount: 64 } };
  expect((await openSweepState(folder, other, { ...RESUMED, planned: 1 })).state.warnings).toEqual([]);
});

test("sessions of a sweep that was not finished are no room for another one", async () => {
  const beginning = { ...RESUMED, resume: false };
  await openSweepState(folder, OWN, beginning);
  await keepSession(folder, line(0));
  await expect(openSweepState(folder, OWN, beginning)).rejects.toThrow(
    `${folder} has 1 of 6 sessions of this sweep, which was not finished`,
  );
  const other = { ...OWN, digest: "b" };
  await expect(openSweepState(folder, other, { ...beginning, planned: 1 })).rejects.toThrow(
    `${folder} has 1 of 6 sessions of another sweep, which was not finished`,
  );
  for (let point = 1; point < 6; point++) await keepSession(folder, line(point));
  expect((await openSweepState(folder, other, beginning)).lines).toEqual([]);
});

test("a point that was given up ends with its sweep, and is tried again by --resume", async () => {
  const beginning = { ...RESUMED, resume: false };
  await openSweepState(folder, OWN, beginning);
  await keepSession(folder, line(0));
  const givenUp = [{ pair: 0, point: 1, why: "too many clients" }];
  await keepGivenUp(folder, givenUp);
  expect((await readState(folder))!.givenUp).toEqual(givenUp);
  expect((await openSweepState(folder, OWN, RESUMED)).lines).toEqual([line(0)]);
  expect((await readState(folder))!.givenUp).toEqual([]);
  // That one may be interrupted, and is then no room for another one.
  await expect(openSweepState(folder, OWN, beginning)).rejects.toThrow("which was not finished");
  await keepGivenUp(folder, givenUp);
  expect((await openSweepState(folder, OWN, beginning)).lines).toEqual([]);
});

const SILENT = {
  over: {},
  workloads: [],
  targets: [],
  sessions: null,
  seconds: null,
  resume: false,
};

test("who goes on has the words of the first call where none are said", async () => {
  const asked = { over: { threads: [1, 2] }, workloads: ["w"], targets: ["t"], sessions: 3, seconds: 0.5 };
  await writeState(folder, { ...OWN, asked });
  expect(await withEarlierWords(SILENT, folder)).toBe(SILENT);
  const resuming = { ...SILENT, resume: true };
  expect(await withEarlierWords(resuming, folder)).toEqual({ ...resuming, ...asked });
  const loud = {
    ...resuming,
    over: { tables: [4] },
    workloads: ["v"],
    targets: ["u"],
    sessions: 9,
    seconds: 8,
  };
  expect(await withEarlierWords(loud, folder)).toEqual(loud);
});

test("a folder that has no sweep has no words", async () => {
  await expect(withEarlierWords({ ...SILENT, resume: true }, folder)).rejects.toThrow(
    `${folder} has no sweep to go on with`,
  );
});
