import { describe, expect, it } from "vitest";
import { LEVEL } from "../../../../src/analysis/verdict/error-gate.ts";
import { type Look, plannedLooks } from "../../../../src/analysis/verdict/looks.ts";
import { type StormArms, type StormCounts, stormFinding } from "../../../../src/analysis/verdict/storms.ts";
import { looksOf } from "../../../../src/config/looks.ts";

const EVENTS = 20_000;
const LIMIT = 0.001;
const EARLY = plannedLooks({ sessions: 8, looks: looksOf("early", 8) });
/** The look of so many sessions. */
const at = (sessions: number, of = EARLY): Look => ({
  at: 1 + of.findIndex((look) => look.sessions === sessions),
  of,
});
const sessions = (failures: readonly number[], lost = false): readonly StormCounts[] =>
  failures.map((failed) => ({ failed, done: EVENTS - failed, lost: lost && failed > 0 }));
const repeated = (count: number, failed: number) => Array.from({ length: count }, () => failed);

function verdictOf(arms: Partial<StormArms>, look?: Look) {
  const whole = { base: sessions(repeated(8, 0)), head: sessions(repeated(8, 0)), stored: [], ...arms };
  const { evidence } = stormFinding("w", whole, LIMIT, look ?? at(whole.head.length));
  if (evidence.kind !== "settled") throw new Error("failed events have no shift");
  return evidence.verdict;
}
const kindOf = (...args: Parameters<typeof verdictOf>) => verdictOf(...args).kind;

describe("failed events of arms side by side", () => {
  it("are unchanged where none fail, or where they rise by no more than the limit", () => {
    expect(kindOf({})).toBe("unchanged");
    expect(kindOf({ head: sessions(repeated(8, 19)) })).toBe("unchanged");
    const base = sessions(repeated(8, 40));
    expect(kindOf({ base, head: sessions(repeated(8, 59)) })).toBe("unchanged");
  });

  it("are worse where every session of head fails more, from the first looks on", () => {
    expect(kindOf({ head: sessions([200, 210, 190, 205, 196, 199, 204, 201]) })).toBe("regressed");
    const four = { base: sessions(repeated(4, 0)), head: sessions([200, 210, 190, 205]) };
    expect(kindOf(four, at(4))).toBe("inconclusive");
    const six = { base: sessions(repeated(6, 0)), head: sessions([200, 210, 190, 205, 199, 201]) };
    expect(kindOf(six, at(6))).toBe("regressed");
  });

  it("are no regression by a storm of one session, whatever its size, but a question to more sessions", () => {
    const head = sessions([0, 0, 10_000, 0, 0, 0, 0, 0]);
    expect(verdictOf({ head })).toEqual({
      kind: "inconclusive",
      why: "10,000 of 160,000 events failed on head, in 1 of 8 sessions; on base never",
    });
  });

  it("are counted in the sessions that had them, and are not denied of base", () => {
    const usual = { base: sessions(repeated(8, 10)), head: sessions([10, 10, 400, 10, 10, 10, 10, 10]) };
    expect(verdictOf(usual)).toEqual({
      kind: "inconclusive",
      why: "470 of 160,000 events failed on head, in 8 of 8 sessions, more than usual in 1 of them; on base never so many in one",
    });
    const few = [2, 1, 2, 1, 1, 2, 1, 1].map((failed) => ({ failed, done: 800 - failed, lost: false }));
    const head = few.map((each) => ({ ...each, failed: 1 }));
    const base = few.map(() => ({ failed: 0, done: 800, lost: false }));
    expect(verdictOf({ base, head })).toMatchObject({
      why: expect.stringMatching(/ failed on head, in 8 of 8 sessions; /),
    });
  });

  it("are never passed over where base has none, though their share of all events is below the limit", () => {
    const head = sessions([...repeated(23, 0), 400]);
    const base = sessions(repeated(24, 0));
    expect(verdictOf({ base, head })).toMatchObject({
      kind: "inconclusive",
      why: "400 of 480,000 events failed on head, in 1 of 24 sessions; on base never",
    });
  });

  it("are worse where half of head's sessions are struck, and none of base's", () => {
    const bursts = (count: number) => Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 400 : 0));
    const of = (count: number) => ({ base: sessions(repeated(count, 0)), head: sessions(bursts(count)) });
    expect(kindOf(of(8))).toBe("inconclusive");
    expect(kindOf(of(24))).toBe("regressed");
  });

  it("pass where stored sessions of base are struck as often", () => {
    const head = sessions([0, 0, 400, 0, 0, 0, 0, 0]);
    const stormy = [...repeated(6, 0), 400 / EVENTS, 400 / EVENTS];
    expect(verdictOf({ head, stored: [stormy, stormy, stormy] })).toMatchObject({
      kind: "inconclusive",
      notWorse: true,
      why: "400 of 160,000 events failed on head, in 1 of 8 sessions; as often as on base",
    });
    expect(verdictOf({ head, stored: [repeated(8, 0)] })).not.toHaveProperty("notWorse");
  });

  it("are worse by what is stored only where today says so too, and no stored measurement was like it", () => {
    const head = sessions([400, 400, 400, 400, 400, 400, 0, 0]);
    const quiet = Array.from({ length: 20 }, () => repeated(8, 0));
    const rare = [...quiet, [0.02, ...repeated(7, 0)]];
    expect(kindOf({ head })).toBe("inconclusive");
    expect(kindOf({ head, stored: rare })).toBe("regressed");
    const stormy = [...quiet, repeated(8, 0.02)];
    expect(kindOf({ head, stored: stormy }), "a day that was worse").toBe("inconclusive");
    const base = sessions([400, 400, 400, 0, 0, 0, 0, 0]);
    expect(kindOf({ base, head, stored: rare }), "base is struck today").toBe("inconclusive");
    const six = { base: sessions(repeated(6, 0)), head: sessions([400, 400, 400, 400, 0, 0]), stored: rare };
    expect(kindOf(six), "fewer than eight sessions").toBe("inconclusive");
  });

  it("are worse by a single crash: failures and lost connections on head alone", () => {
    const crash = [0, 0, 9000, 0];
    const base = sessions(repeated(4, 0));
    expect(kindOf({ base, head: sessions(crash, true) }, at(4))).toBe("regressed");
    expect(kindOf({ base, head: sessions(crash) }, at(4))).toBe("inconclusive");
    expect(kindOf({ base: sessions([0, 500, 0, 0], true), head: sessions(crash, true) }, at(4))).not.toBe(
      "regressed",
    );
  });

  it("spend the share of their level that the look has", () => {
    // All of eight sessions against none: p = 1 / 12,870; their shares are too unlike for t.
    const head = sessions([10_000, 200, 9000, 300, 12_000, 250, 400, 8000]);
    const one = plannedLooks({ sessions: 8, looks: 1 });
    expect(1 / 12_870).toBeLessThan(LEVEL);
    expect(kindOf({ head }, at(8, one))).toBe("regressed");
    expect(1 / 12_870).toBeGreaterThan(LEVEL * EARLY[3]!.worse);
    expect(kindOf({ head })).toBe("inconclusive");
  });

  it("have a mirror, and nothing to say of no events", () => {
    const base = sessions([200, 210, 190, 205, 196, 199, 204, 201]);
    expect(kindOf({ base })).toBe("improved");
    expect(kindOf({ base: sessions([0, 0, 400, 0, 0, 0, 0, 0]) })).toBe("unchanged");
    const nothing = repeated(8, 0).map(() => ({ failed: 0, done: 0, lost: false }));
    expect(verdictOf({ head: nothing })).toEqual({ kind: "too-few", what: "events", have: 0, need: 1 });
  });
});
