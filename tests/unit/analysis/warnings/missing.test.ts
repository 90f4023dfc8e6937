import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { compareHistory } from "../../../../src/analysis/verdict/history.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import type { Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { makeKind, makeRun, uuidOf } from "../../../support/runs.ts";
import { quietPair, RULES, STAMP, withSessions } from "../verdict/story.ts";

const [base, head] = quietPair(0, { sessions: 5 });
const gate = (metric: MetricId): Rules => ({ ...RULES, gates: [{ metric, margin: 0.05, floor: null }] });
const told = ({ warnings }: Report) =>
  warnings.filter(({ code }) => code === "not-measured" || code === "not-counted");
/** The first sessions of a run, edited. */
const first = (run: Run, count: number, edit: (session: Session) => Session) =>
  withSessions(run, (session) => (session.index < count ? edit(session) : session));
const ofFirst = (metric: MetricId, count: number, edit: (session: Session) => Session, whole = head) =>
  told(compareArms(base, first(whole, count, edit), gate(metric), STAMP));
const blind = (session: Session): Session => ({ ...session, serverCpuNs: null });

describe("a gate that lacks values in some sessions", () => {
  it("says nothing where each has one", () => {
    expect(told(compareArms(base, head, RULES, STAMP))).toEqual([]);
  });

  it("says when those that are left are too few to judge by", () => {
    const message = (count: number) => ofFirst("server-cpu", count, blind)[0]!.message;
    expect(message(2)).toMatch(/^server CPU is missing in 2 of 5 sessions of head .*judged by the 3 pairs/);
    expect(message(3)).toMatch(/^server CPU is missing in 3 of 5 sessions of head .*too few sessions/);
    const many = { ...gate("server-cpu"), needs: { sessions: 4 } };
    const [few] = told(compareArms(base, first(head, 2, blind), many, STAMP));
    expect(few!.message).toMatch(/too few sessions to judge by$/);
  });

  it("counts pairs whose sessions lack it on either arm once", () => {
    const later = (session: Session) => (session.index === 4 ? blind(session) : session);
    const report = compareArms(withSessions(base, later), first(head, 1, blind), gate("server-cpu"), STAMP);
    expect(told(report)[0]!.message).toBe(
      "server CPU is missing in 1 of 5 sessions of base and 1 of 5 sessions of head for point-select: it is judged by the 3 pairs that have it",
    );
  });

  it("names what is to be looked for: requests, events of that kind, what servers count", () => {
    const silent = (session: Session): Session => ({ ...session, reported: { qps: 900 + session.index } });
    expect(ofFirst("p99", 1, silent)).toMatchObject([
      {
        code: "not-measured",
        message: expect.stringMatching(/^p99 is missing in 1 of 5 sessions of head/),
        remedy: "look for failed events: no request of these sessions succeeded",
      },
    ]);
    const kinds = (run: Run) =>
      withSessions(run, (session) => ({
        ...session,
        kinds: [makeKind("new_order", 300, 1e6, session.index)],
      }));
    const none = (session: Session): Session => ({ ...session, kinds: [] });
    const own = compareArms(kinds(base), first(kinds(head), 1, none), gate("p90:new_order"), STAMP);
    expect(told(own)).toMatchObject([
      {
        message: expect.stringMatching(/^new_order p90 is missing in 1 of 5 sessions of head/),
        remedy: "look for failed events, or raise measure.seconds: no such event succeeded in these sessions",
      },
    ]);
    const counting = (run: Run) =>
      withSessions(run, (session) => ({ ...session, work: { events: 100, buffers: 100 + session.index } }));
    const uncounted = first(counting(head), 1, (session) => ({ ...session, work: { events: 100 } }));
    expect(told(compareArms(counting(base), uncounted, gate("buffers"), STAMP))).toMatchObject([
      {
        code: "not-counted",
        metric: "buffers",
        remedy: expect.stringMatching(/^check what PostgreSQL needs to count it/),
      },
    ]);
  });

  it("is of the run that is judged, against earlier ones", () => {
    const recipe = { sessions: 5, workloads: [{ name: "point-select" }] };
    const past = [1, 2, 3, 4, 5, 6].map((seed) => makeRun({ ...recipe, seed, id: uuidOf(`${seed}`) }));
    const run = makeRun({ ...recipe, seed: 7 });
    const judged = (count: number) =>
      told(compareHistory(past, first(run, count, blind), RULES, { ...STAMP, branch: "main" }));
    expect(judged(0)).toEqual([]);
    expect(judged(2).map(({ message }) => message)).toEqual([
      "server CPU is missing in 2 of 5 sessions of head for point-select: it is judged by the sessions that have it",
    ]);
    expect(judged(5)[0]!.message).toMatch(/5 of 5 sessions of head .*too few sessions to judge by$/);
  });
});
