import { describe, expect, it } from "vitest";
import { effectOf, type PairReadings } from "../../../../src/analysis/cause/effect.ts";
import type { Session } from "../../../../src/model/run.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { makeRun } from "../../../support/runs.ts";

const [template] = makeRun({ sessions: 1 }).workloads[0]!.sessions as [Session];

/** A session of slices with these events, of 50 ms each. */
function sessionOf(events: readonly number[]): Session {
  const durationNs = events.map(() => 50_000_000);
  return {
    ...template,
    slices: { startNs: durationNs.map((_, at) => at * 1e8), durationNs, events, queries: events },
  };
}

const pairOf = (base: readonly number[], head: readonly number[]): PairReadings => ({
  base: [sessionOf(base)],
  head: [sessionOf(head)],
});

describe("effectOf", () => {
  it("has the log ratio of throughput, slice by slice, within its interval", () => {
    // Of its own draws: fast-check prefers some seeds, and repeats their luck.
    const rng = seededRng(16);
    let missed = 0;
    for (let world = 0; world < 500; world++) {
      const ratio = Math.exp(Math.log(0.2) + rng() * Math.log(15));
      const drawn = (rate: number) =>
        Array.from({ length: 12 }, () => Math.round(rate * Math.exp(0.05 * drawNormal(rng))));
      const effect = effectOf("qps", [pairOf(drawn(5000), drawn(5000 * ratio))], 0)!;
      if (effect.low > Math.log(ratio) || effect.high < Math.log(ratio)) missed += 1;
      expect(effect.high - effect.low).toBeLessThan(0.4);
    }
    // One in a hundred, as its ends say.
    expect(missed).toBeLessThan(20);
  });

  it("says nothing of events so rare that their slices have none", () => {
    expect(effectOf("qps", [pairOf([1, 0, 0, 1, 0, 0], [0, 0, 1, 0, 0, 1])], 0.01)).toBeNull();
  });

  it("is no surer than two starts of one server are alike, however long they are measured", () => {
    const long = Array.from({ length: 40 }, (_, at) => 5000 + (at % 2));
    const one = effectOf("qps", [pairOf(long, long)], 0.02)!;
    expect(one.high).toBeGreaterThan(0.04);
    const four = effectOf(
      "qps",
      [1, 2, 3, 4].map(() => pairOf(long, long)),
      0.02,
    )!;
    expect(four.high).toBeLessThan(one.high * 0.6);
  });

  it("compares other metrics reading by reading, with the noise of the check's sessions", () => {
    const cpu = (ns: number): Session => ({ ...template, serverCpuNs: ns });
    const readings = { base: [cpu(1e9), cpu(1e9), cpu(1e9)], head: [cpu(2e9), cpu(2e9), cpu(2e9)] };
    expect(
      effectOf("server-cpu", [{ base: readings.base.slice(1), head: readings.head.slice(1) }], 0.01),
    ).toBeNull();
    const effect = effectOf("server-cpu", [readings], 0.01)!;
    expect(effect.estimate).toBeCloseTo(Math.log(2));
    expect(effect.high - effect.low).toBeGreaterThan(0.01);
  });
});
