import { describe, expect, it } from "vitest";
import { statementsOf } from "../../../src/compare/statements.ts";
import type { Session, StatementPart } from "../../../src/model/run.ts";
import { makeRun } from "../../support/runs.ts";

const SESSION = makeRun({ seed: 1, sessions: 1 }).workloads[0]!.sessions[0]!;

function part(name: string, calls: number, meanNs: number, p99?: number): StatementPart {
  const percentiles = p99 === undefined ? {} : { percentilesNs: { "99": p99 } };
  const latency = { count: calls, minNs: 1, maxNs: 10 * meanNs, sumNs: calls * meanNs, ...percentiles };
  return { name, count: calls, errors: 0, misses: 0, latency };
}

const session = (...statements: StatementPart[]): Session => ({ ...SESSION, statements });

describe("statementsOf", () => {
  it("adds up the calls, and takes the geometric mean of what cannot be added up", () => {
    const base = [session(part("read", 10, 100, 200), part("write", 5, 300, 400))];
    const head = [
      session(part("read", 10, 100, 200), part("write", 5, 300, 400)),
      session(part("read", 30, 200, 800), part("write", 5, 300, 400)),
    ];
    const [read, write] = statementsOf(base, head) ?? [];
    expect(read).toEqual({
      name: "read",
      base: { calls: 10, meanNs: 100, p99Ns: expect.closeTo(200) },
      head: { calls: 40, meanNs: 175, p99Ns: expect.closeTo(400) },
      interval: null,
    });
    expect(write?.head).toEqual(write?.base && { ...write.base, calls: 10 });
  });

  it("tells a change from the spread of the sessions", () => {
    const sessions = (...means: number[]) =>
      means.map((mean) => session(part("steady", 10, mean), part("noisy", 10, mean ** 8 / 100 ** 7)));
    const [steady, noisy] = statementsOf(sessions(100, 101, 99, 100), sessions(110, 111, 109, 111)) ?? [];
    expect(steady?.interval?.low).toBeGreaterThan(0.05);
    expect(steady?.interval?.high).toBeLessThan(0.15);
    const [same] = statementsOf(sessions(100, 101, 99, 100), sessions(99, 102, 100, 98)) ?? [];
    expect(same?.interval?.low).toBeLessThan(0);
    expect(same?.interval?.high).toBeGreaterThan(0);
    expect(noisy!.interval!.high).toBeGreaterThan(steady!.interval!.high);
  });

  it("has nothing to add to a workload of one kind, or of none", () => {
    const single = [session(part("read", 10, 100))];
    expect(statementsOf(single, single)).toBeUndefined();
    const none = [{ ...SESSION, statements: undefined } as unknown as Session];
    expect(statementsOf(none, none)).toBeUndefined();
    expect(statementsOf([], [])).toBeUndefined();
  });

  it("knows a kind that only one arm has, and leaves out what nobody answered", () => {
    const base = [session(part("read", 10, 100), part("never", 0, 0))];
    const head = [session(part("read", 10, 100), part("write", 2, 50), part("never", 0, 0))];
    expect(statementsOf(base, head)?.map(({ name, base }) => [name, base?.calls])).toEqual([
      ["read", 10],
      ["write", undefined],
    ]);
  });

  it("has no percentile where a session has none", () => {
    const some = [session(part("a", 1, 1, 5), part("b", 1, 1)), session(part("a", 1, 1), part("b", 1, 1))];
    expect(statementsOf(some, some)?.map(({ head }) => head?.p99Ns)).toEqual([null, null]);
  });
});
