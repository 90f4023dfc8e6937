/** The session loop over targets and a load generator that only answer. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import { UnfitSetup } from "../../../../src/io/database/setup/unfit.ts";
import type { Target } from "../../../../src/io/database/target.ts";
import type { LoadGenerator } from "../../../../src/io/load/load-generator.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { Measurement } from "../../../../src/pipeline/measure/measurement.ts";
import type { Targets } from "../../../../src/pipeline/measure/targets.ts";
import { planFrom } from "../../../support/describe.ts";
import { block, hello, line, slice, summary } from "../../../support/lines.ts";
import { generatorOf, NO_PROGRESS, targetOf } from "../../../support/measuring.ts";
import { makeRun } from "../../../support/runs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const CONFIG = parseConfig(
  `
database: { deploy: { local: {} } }
workloads: [{ name: look-up, run: oltp_point_select }]
measure: { mode: history }
`,
  "plumbline.yml",
);

/** A whole run of one target, with that placement. */
function linesOf(placement: string): readonly string[] {
  return [
    hello({ options: { threads: 8, placement: "auto" } }),
    slice(),
    block(),
    summary({ client: { cpu_share: 0.1, placement }, warnings: [GROWS] }),
  ].map(line);
}

const GROWS = { code: "not-stationary", message: "the tables of server 0 grow", remedy: "a shorter --time" };

const TARGET = targetOf();

/** @param placements of the threads, session by session */
function measurementOf(targets: Targets, placements: readonly string[]): Measurement {
  const left = [...placements];
  const generator = generatorOf(async () => linesOf(left.shift()!));
  return new Measurement(planFrom(CONFIG, {}, 1), targets, generator, NO_PROGRESS);
}

const SIGNAL = new AbortController().signal;

it("records the capacity that a session found, beside it and in what must be equal", async () => {
  const config = parseConfig(
    `
database: { deploy: { local: {} } }
workloads: [{ name: look-up, run: oltp_point_select, capacity: { limits: { p99: 1s }, trials: 4, most: 1000 } }]
measure: { mode: history }
`,
    "plumbline.yml",
  );
  const rates: unknown[] = [];
  const { latency } = makeRun({ sessions: 1 }).workloads[0]!.sessions[0]!;
  const lines = linesOf("free").map((line) => line.replace("HISTFAAA", latency.histogram));
  const generator = generatorOf(async ({ options }) => {
    rates.push(options["rate"]);
    return lines;
  });
  const notes: string[] = [];
  const measurement = new Measurement(planFrom(config, {}, 1), { base: null, head: TARGET }, generator, {
    ...NO_PROGRESS,
    note: (text) => void notes.push(text),
  });
  expect(await measurement.sessions(1, [0], 1, SIGNAL)).toBeNull();
  expect(notes).toContain(
    "look-up, head, session 1: capacity not found: 807/s held, and the search ended early",
  );
  expect(rates).toEqual([undefined, 100, 201, 403, 807]);
  const { options, sessions } = measurement.recorded().arms.head!.workloads[0]!;
  expect(options["capacity"]).toBe("rate p99<=1000000000ns failed<=0.01 3s");
  expect(sessions[0]!.capacity).toMatchObject({ of: "rate", size: null, low: 807, high: null });
  expect(sessions[0]!.capacity!.endedBecause).toBe("4 trials were made");
});

/** Measures one session for each placement. @returns what is recorded */
async function recordedAfter(target: Target, ...placements: readonly string[]) {
  const measurement = measurementOf({ base: null, head: target }, placements);
  expect(await measurement.sessions(placements.length, [0], 1, SIGNAL)).toBeNull();
  return measurement.recorded();
}

/** @returns the options of a run of one session for each placement */
async function optionsAfter(...placements: readonly string[]) {
  return (await recordedAfter(TARGET, ...placements)).arms.head!.workloads[0]!.options;
}

it("copies for both arms together before the first server of a session starts, and nothing until the last has stopped", async () => {
  const steps: string[] = [];
  const told = (arm: string): Target => ({
    ...TARGET,
    copyAhead: async (index) => {
      steps.push(`${arm} copies ${index}`);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${arm} has ${index}`);
    },
    openSession: async (index) => {
      steps.push(`${arm} starts ${index}`);
      return {
        ...(await TARGET.openSession(index)),
        stop: async () => void steps.push(`${arm} stops ${index}`),
      };
    },
  });
  const measurement = measurementOf({ base: told("base"), head: told("head") }, []);
  // The load generator has no answer: how a session ends is not asked here.
  expect(await measurement.sessions(1, [0], 1, SIGNAL)).not.toBeNull();
  expect(steps.slice(0, 4)).toEqual(["base copies 0", "head copies 0", "base has 0", "head has 0"]);
  expect(steps.slice(4, 6).toSorted()).toEqual(["base starts 0", "head starts 0"]);
  expect(steps.slice(6).toSorted()).toEqual(["base stops 0", "head stops 0"]);
});

it("warns of tables that grow only where the next session finds them grown", async () => {
  const codesOf = async (target: Target) =>
    (await recordedAfter(target, "free", "free")).warnings.map(({ code }) => code);
  expect(await codesOf(TARGET)).toEqual([]);
  expect(await codesOf({ ...TARGET, fresh: false })).toEqual(["not-stationary"]);
});

it("words warnings by the arm and the fields of plumbline.yml", async () => {
  const { warnings } = await recordedAfter({ ...TARGET, fresh: false }, "free", "free");
  expect(warnings).toMatchObject([
    { message: expect.stringContaining("the tables of head grow"), remedy: "a shorter measure.seconds" },
  ]);
});

it("a run has the placement of its sessions", async () => {
  expect(await optionsAfter("pinned", "pinned")).toEqual({ threads: 8, placement: "pinned" });
});

it("a run whose sessions were placed differently has neither placement, whichever came last", async () => {
  expect(await optionsAfter("pinned", "free", "free")).toEqual({ threads: 8, placement: "mixed" });
  expect(await optionsAfter("free", "pinned")).toEqual({ threads: 8, placement: "mixed" });
});

describe("a base that cannot be set up", () => {
  const failing = (error: PlumblineError): Target => ({
    ...TARGET,
    prepare: async () => {
      throw error;
    },
  });
  const refused = new PlumblineError("usage", "base: db/1.sql:1: no", {
    cause: new UnfitSetup(new Error("no")),
  });

  it("by what its own commit says is none: head is measured alone, and every workload is new", async () => {
    const measurement = measurementOf({ base: failing(refused), head: TARGET }, ["free"]);
    expect(await measurement.prepare(SIGNAL)).toBeNull();
    expect(measurement.targets).toEqual({ base: null, head: TARGET });
    expect([...measurement.newcomers]).toEqual([[0, "base's own commit cannot be set up: db/1.sql:1: no"]]);
    expect(await measurement.sessions(1, [0], 1, SIGNAL)).toBeNull();
    expect(measurement.recorded().arms.base).toBeUndefined();
  });

  it("ends it where head cannot be set up either, by head's error", async () => {
    const own = new PlumblineError("usage", "head: db/1.sql:1: no", { cause: refused.cause });
    const measurement = measurementOf({ base: failing(refused), head: failing(own) }, []);
    expect(await measurement.prepare(SIGNAL)).toBe(own);
  });

  it("for another reason ends it, and the way on is named", async () => {
    const error = new PlumblineError("target", "base: the set-up command ended", { remedy: "run it" });
    const measurement = measurementOf({ base: failing(error), head: TARGET }, []);
    expect(await measurement.prepare(SIGNAL)).toMatchObject({
      kind: "target",
      message: error.message,
      remedy: expect.stringMatching(/^run it; .*--base HEAD/),
    });
  });
});

it("a head that the server refuses where it took base is a finding about head", async () => {
  const cause = new UnfitSetup(Object.assign(new Error("no"), { code: "23502" }));
  const prepare = async () => {
    throw new PlumblineError("usage", "head: db/2.sql:1: no", { cause });
  };
  const head = { ...TARGET, prepare };
  expect(await measurementOf({ base: TARGET, head }, []).prepare(SIGNAL)).toMatchObject({
    kind: "target",
    message: "the set-up works on base and not on head: db/2.sql:1: no",
  });
  expect(await measurementOf({ base: null, head }, []).prepare(SIGNAL)).toMatchObject({ kind: "usage" });
});

describe("what is built anew", () => {
  /** Writes down what is asked of it. */
  const telling = (arm: string, said: string[], failure: PlumblineError | null = null): Target => ({
    ...TARGET,
    renew: async ({ index, look }) => {
      said.push(`${arm} ${index}/${look}`);
      if (look > 1 && failure !== null) throw failure;
    },
    openSession: async (index) => {
      said.push(`${arm} starts`);
      return await TARGET.openSession(index);
    },
  });

  it("is built for both arms before either server starts, and knows session and look", async () => {
    const said: string[] = [];
    const targets = { base: telling("base", said), head: telling("head", said) };
    const measurement = measurementOf(targets, []);
    // No line of the load generator: the first session fails, after all that is looked at here.
    await measurement.sessions(1, [0], 1, SIGNAL);
    expect(said.slice(0, 2).toSorted()).toEqual(["base 0/1", "head 0/1"]);
    expect(said.slice(2).toSorted()).toEqual(["base starts", "head starts"]);
  });

  it("counts sessions on over the looks, and a build that fails ends the measuring with what there is", async () => {
    const said: string[] = [];
    const failure = new PlumblineError("target", "the build command ended with exit code 2");
    const target = telling("head", said, failure);
    const measurement = measurementOf({ base: null, head: target }, ["free", "free"]);
    expect(await measurement.sessions(1, [0], 1, SIGNAL)).toBeNull();
    expect(await measurement.sessions(1, [0], 2, SIGNAL)).toBe(failure);
    expect(said).toEqual(["head 0/1", "head starts", "head 1/2"]);
    expect(measurement.recorded().sessions).toBe(1);
  });
});

it("plays a workload's timeline on a server of its own, when those of the session have stopped", async () => {
  const config = parseConfig(
    `
database: { deploy: { local: {} } }
workloads:
  - name: look-up
    run: oltp_point_select
    timeline: { disruptions: [{ name: it, at: 1s, command: echo done }], after: 200ms, hold: 200ms }
measure: { mode: history }
`,
    "plumbline.yml",
  );
  const said: string[] = [];
  const target: Target = {
    ...TARGET,
    async openSession(index) {
      said.push(`open ${index}`);
      return { ...(await TARGET.openSession(index)), stop: async () => void said.push("stop") };
    },
  };
  const drive: LoadGenerator["drive"] = async ({ onProgress, until }) => {
    said.push("drive");
    const started = Date.now() * 1e6;
    onProgress({ phase: "measure", share: null, what: "" });
    await once(until, "abort");
    return drivenLines(started, Math.ceil((Date.now() * 1e6 - started) / 1e8));
  };
  const folder = temporaryFolder();
  const events = { tree: folder, logs: path.join(folder, "events") };
  const generator = { ...generatorOf(async () => linesOf("free")), drive };
  const plan = planFrom(config, {}, 1);
  const measurement = new Measurement(
    plan,
    { base: null, head: target },
    generator,
    NO_PROGRESS,
    null,
    events,
  );
  expect(await measurement.sessions(1, [0], 1, SIGNAL)).toBeNull();
  const { options, sessions } = measurement.recorded().arms.head!.workloads[0]!;
  expect(said).toEqual(["open 0", "stop", "open 0", "drive", "stop"]);
  expect(options["timeline"]).toBe("it=command:echo done@1s throughput>=0.9 200000000ns");
  expect(sessions[0]!.timeline!.disruptions[0]).toMatchObject({ name: "it", depth: 0, log: "done" });
  expect(readFileSync(path.join(folder, "events", "look-up-1-it-head-0.log"), "utf8")).toBe("done\n");
});

/** Of a load with ten events in each tenth of a second. */
function drivenLines(started: number, steps: number): readonly string[] {
  const progress = Array.from({ length: steps }, (_, step) => ({
    type: "progress",
    phase: "measure",
    at_ns: (step + 1) * 1e8,
    targets: [{ target: 0, events: 10, p99_ns: 1e6, statement_max_ns: 2e6 }],
  }));
  return [hello({ started_at_unix_ns: started }), ...progress, block()].map(line);
}
