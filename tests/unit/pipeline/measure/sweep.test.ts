/** The sessions of a sweep over targets and a load generator that only answer. */
import { describe, expect, it, vi } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import type { SweepStep } from "../../../../src/config/sweep.ts";
import type { LoadGenerator, RunRequest } from "../../../../src/io/load/load-generator.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { type DoneStep, measureSweep, type SweepJob } from "../../../../src/pipeline/measure/sweep.ts";
import { planFrom } from "../../../support/describe.ts";
import { block, hello, line, slice, summary } from "../../../support/lines.ts";
import { generatorOf, NO_PROGRESS, serverOf, targetOf } from "../../../support/measuring.ts";

const PLAN = planFrom(
  parseConfig(
    `
database: { deploy: { local: {} } }
workloads:
  - { name: few, run: oltp_point_select, options: { threads: 2 } }
  - { name: many, run: oltp_point_select, options: { threads: 4 } }
measure: { mode: history }
`,
    "plumbline.yml",
  ),
  {},
  1,
);
const SCHEDULE: readonly SweepStep[] = [
  { round: 0, pair: 0, point: 1 },
  { round: 0, pair: 0, point: 0 },
  { round: 1, pair: 0, point: 0 },
  { round: 1, pair: 0, point: 1 },
];

const lines = ({ options }: RunRequest): readonly string[] =>
  [hello({ options }), slice(), block(), summary()].map(line);

/** @param run what the load generator does with a request */
function stage(run: LoadGenerator["run"] = async (request) => lines(request)) {
  const opened: number[] = [];
  const prepared: string[] = [];
  const kept: DoneStep[] = [];
  const notes: string[] = [];
  const target = targetOf({
    prepare: async () => void prepared.push("target"),
    openSession: async (index) => {
      opened.push(index);
      return serverOf();
    },
  });
  const job: SweepJob = {
    suites: [{ plan: PLAN, pairs: [{ base: null, head: target }] }],
    generator: generatorOf(run),
    schedule: SCHEDULE,
    done: [],
    keep: async (done) => void kept.push(JSON.parse(JSON.stringify(done)) as DoneStep),
  };
  const progress = { ...NO_PROGRESS, note: (text: string) => void notes.push(text) };
  return { job, opened, prepared, kept, notes, progress };
}

const SIGNAL = new AbortController().signal;
const counts = (result: Awaited<ReturnType<typeof measureSweep>>) =>
  result.measurements[0]![0]!.recorded().arms.head?.workloads.map(({ sessions }) =>
    sessions.map(({ index }) => index),
  );

describe("the sessions of a sweep", () => {
  it("come in the order of the schedule, each kept before the next, the round being its index", async () => {
    const { job, opened, kept, progress } = stage();
    const result = await measureSweep(job, progress, SIGNAL);
    expect(result).toMatchObject({ done: 4, failure: null });
    expect(kept.map(({ step }) => step)).toEqual(SCHEDULE);
    expect(opened).toEqual([0, 0, 1, 1]);
    expect(counts(result)).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it("go on where they ended: what was kept is not measured again, and is part of the run", async () => {
    const first = stage();
    await measureSweep(first.job, first.progress, SIGNAL);
    const { job, opened, progress } = stage();
    const result = await measureSweep({ ...job, done: first.kept.slice(0, 3) }, progress, SIGNAL);
    expect(opened).toEqual([1]);
    expect(result.done).toBe(4);
    expect(counts(result)).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it("need no server where all are kept", async () => {
    const first = stage();
    await measureSweep(first.job, first.progress, SIGNAL);
    const { job, prepared, progress } = stage();
    const result = await measureSweep({ ...job, done: first.kept }, progress, SIGNAL);
    expect(prepared).toEqual([]);
    expect(result).toMatchObject({ done: 4, failure: null });
  });

  it("give up a point that fails, say so, and go on with the others", async () => {
    const { job, kept, notes, progress } = stage(async (request) => {
      if (request.options["threads"] === 4) throw new PlumblineError("target", "too many clients");
      return lines(request);
    });
    const result = await measureSweep(job, progress, SIGNAL);
    expect(result).toMatchObject({ done: 2, failure: null });
    expect(result.failed).toEqual([
      { pair: 0, point: 1, failure: expect.objectContaining({ message: "too many clients" }) },
    ]);
    expect(kept.map(({ step }) => step.point)).toEqual([0, 0]);
    expect(notes).toEqual(["many is given up: too many clients"]);
  });

  it("tell the time that is left by sessions that took some, not by those that are left out", async () => {
    const steps = Array.from({ length: 9 }, (_, round) => ({ round, pair: 0, point: round < 6 ? 1 : 0 }));
    const { job, progress } = stage(async (request) => {
      vi.advanceTimersByTime(10_000);
      if (request.options["threads"] === 4) throw new PlumblineError("target", "too many clients");
      request.onProgress({ phase: "measure", share: 0, what: "" });
      return lines(request);
    });
    const left: (number | null)[] = [];
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const update = ({ secondsLeft }: Readonly<{ secondsLeft: number | null }>) =>
        void left.push(secondsLeft);
      await measureSweep({ ...job, schedule: steps }, { ...progress, update }, SIGNAL);
    } finally {
      vi.useRealTimers();
    }
    // The first step failed after 10 s, five are left out: of the last three sessions each takes 10 s, and begins when those are over.
    expect(left).toEqual([20, 10, 0]);
  });

  it("of several suites come in one order, each by the plan of its own suite", async () => {
    const asked: (readonly [string, number])[] = [];
    const { job, kept, notes, progress } = stage(async (request) => {
      if (request.workload === "oltp_update_index") throw new PlumblineError("target", "no such table");
      asked.push([request.workload, request.seconds]);
      return lines(request);
    });
    const other = planFrom(
      parseConfig(
        `
suite: other
database: { deploy: { local: {} } }
workloads:
  - { name: writes, run: oltp_write_only }
  - { name: few, run: oltp_update_index }
measure: { mode: history, seconds: 3 }
`,
        "other.yml",
      ),
      {},
      1,
    );
    const suites = [job.suites[0]!, { plan: other, pairs: job.suites[0]!.pairs }];
    const schedule = [2, 0, 3, 1].map((point) => ({ round: 0, pair: 0, point }));
    const result = await measureSweep({ ...job, suites, schedule }, progress, SIGNAL);
    expect(asked).toEqual([
      ["oltp_write_only", 3],
      ["oltp_point_select", 8],
      ["oltp_point_select", 8],
    ]);
    expect(kept.map(({ step }) => step.point)).toEqual([2, 0, 1]);
    expect(kept.map(({ session }) => session.blocks[0]?.workload)).toEqual([0, 0, 1]);
    expect(notes).toEqual(["few is given up: no such table"]);
    expect(result.failed).toMatchObject([{ pair: 0, point: 3 }]);
    const sessions = result.measurements.map(([measurement]) => measurement!.recorded().sessions);
    expect(sessions).toEqual([2, 1]);
  });

  it("end where they are interrupted, with what is whole", async () => {
    const controller = new AbortController();
    let runs = 0;
    const { job, kept, progress } = stage(async (request) => {
      runs += 1;
      if (runs === 3) controller.abort();
      controller.signal.throwIfAborted();
      return lines(request);
    });
    const result = await measureSweep(job, progress, controller.signal);
    expect(result).toMatchObject({ done: 2, failure: { kind: "interrupted" } });
    expect(kept).toHaveLength(2);
  });
});
