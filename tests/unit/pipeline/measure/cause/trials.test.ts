/** Trials of an experiment on stand-ins: how often servers are started, how long is measured, and what ends it. */
import { describe, expect, it } from "vitest";
import type { RedWorkload } from "../../../../../src/analysis/cause/red.ts";
import type { Plan, PlannedWorkload } from "../../../../../src/config/plan.ts";
import type { RunRequest } from "../../../../../src/io/load/load-generator.ts";
import type { BaseCopies } from "../../../../../src/pipeline/measure/cause/copies.ts";
import { Trials } from "../../../../../src/pipeline/measure/cause/trials.ts";
import { block, hello, line, slice, summary } from "../../../../support/lines.ts";
import { generatorOf, serverOf } from "../../../../support/measuring.ts";

const RED: RedWorkload = {
  name: "q",
  metric: "qps",
  effect: Math.log(0.5),
  noise: 0.01,
  limit: Math.log1p(0.05),
  eventSeconds: 0.001,
  changes: [],
};
const server = () => serverOf({ product: "a stand-in" });

/** Lines of two targets, of which the second runs so many events for one of the first. */
function linesOf(ratio: number): readonly string[] {
  const slices = Array.from({ length: 24 }, (_, at) => {
    const target = at % 2;
    const events = Math.round((1000 + 10 * (at % 5)) * (target === 1 ? ratio : 1));
    return slice({
      target,
      index: at,
      start_ns: at * 50_000_000,
      duration_ns: 50_000_000,
      events,
      queries: events,
    });
  });
  const events = (target: number) => (target === 1 ? Math.round(12_000 * ratio) : 12_000);
  const blocks = [0, 1].map((target) => block({ target, events: events(target), duration_ns: 6e8 }));
  return [hello(), ...slices, ...blocks, summary()].map(line);
}

type Situation = Readonly<{
  /** Events of head for one of base; or what the load generator ends with. */
  ratio?: number | Error;
  impossible?: string;
  unlike?: string | null;
  /** Milliseconds that are left, each time they are asked for. */
  left?: () => number;
}>;

function trialsIn({ ratio = 0.5, impossible, unlike = null, left = () => 60_000 }: Situation) {
  const seen = { opened: 0, stopped: 0, readings: [] as RunRequest[] };
  const generator = generatorOf(async (request) => {
    seen.readings.push(request);
    if (ratio instanceof Error) throw ratio;
    return linesOf(ratio);
  });
  const open = async () => {
    seen.opened += 1;
    const stop = async () => {
      seen.stopped += 1;
    };
    return impossible === undefined
      ? { base: server(), head: server(), script: undefined, stop }
      : { why: impossible };
  };
  const workload = {
    name: "q",
    workload: "oltp_point_select",
    dialect: "postgres",
    options: {},
    statements: {},
    tables: [],
    load: { database: "d", workload: "w", dialect: "postgres", options: {} },
    passing: [],
    chosen: [],
  } as PlannedWorkload;
  const trials = new Trials({
    plan: { seed: 1, sliceMs: "auto" } as Plan,
    workload,
    red: RED,
    copies: { open } as unknown as BaseCopies,
    generator,
    parts: 3,
    unlike: async () => unlike,
    begins: () => undefined,
    left,
    signal: new AbortController().signal,
  });
  return { trials, seen };
}

const never = () => false;

describe("Trials", () => {
  it("ends at the first reading that answers the question, and stops its servers", async () => {
    const { trials, seen } = trialsIn({});
    const trial = await trials.measure([1], ({ high }) => high < -0.3);
    expect(trial).toMatchObject({ kind: "measured", effect: { estimate: expect.closeTo(Math.log(0.5), 1) } });
    expect([seen.opened, seen.stopped, seen.readings.length]).toEqual([1, 1, 1]);
  });

  it("reads several times, and on several pairs of servers, before it gives up a question", async () => {
    const { trials, seen } = trialsIn({});
    expect(await trials.measure([1], never)).toMatchObject({ kind: "measured" });
    expect([seen.opened, seen.stopped, seen.readings.length]).toEqual([3, 3, 12]);
    expect(new Set(seen.readings.map(({ seed }) => seed)).size).toBe(12);
  });

  it("answers another question about the same parts with what it knows", async () => {
    const { trials, seen } = trialsIn({});
    await trials.measure([1], never);
    await trials.measure([1], ({ high }) => high < -0.3);
    expect(seen.readings).toHaveLength(12);
    expect(trials.readingsOf([1]).head).toHaveLength(12);
  });

  it("needs no server to know that nothing makes nothing", async () => {
    const { trials, seen } = trialsIn({});
    expect(await trials.measure([], never)).toMatchObject({ effect: { estimate: 0, low: 0, high: 0 } });
    expect(seen.opened).toBe(0);
  });

  it("says why parts cannot be tried: they cannot be done, the workload does not run, or the copy is not like head's database", async () => {
    const why = async (situation: Situation, parts = [0, 1, 2]) =>
      await trialsIn(situation).trials.measure(parts, never);
    expect(await why({ impossible: "no such table" })).toEqual({ kind: "impossible", why: "no such table" });
    expect(await why({ ratio: new Error("no such column") })).toEqual({
      kind: "impossible",
      why: "no such column",
    });
    expect(await why({ ratio: 0 })).toEqual({
      kind: "impossible",
      why: "no event of the workload succeeds on it",
    });
    expect(await why({ unlike: "view v is not the same" })).toEqual({
      kind: "impossible",
      why: "view v is not the same",
    });
    // Of some of the parts it is not expected.
    expect(await why({ unlike: "view v is not the same" }, [0, 1])).toMatchObject({ kind: "measured" });
  });

  it("begins nothing that there is no time for, and takes what was cut off for late", async () => {
    const { trials, seen } = trialsIn({ left: () => 500 });
    expect(await trials.measure([1], never)).toEqual({ kind: "late" });
    expect(seen.opened).toBe(0);
    let left = 10_000;
    const cut = trialsIn({
      impossible: "canceled by a timeout",
      left: () => (left = Math.max(0, left - 5_000)),
    });
    expect(await cut.trials.measure([1], never)).toEqual({ kind: "late" });
  });
});
