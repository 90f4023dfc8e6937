import { describe, expect, it } from "vitest";
import {
  ABSENT,
  isFine,
  type ShardInBlock,
  type SharedBlock,
  shardObjections,
  shardParts,
  shardWarnings,
  stepTolerance,
} from "../../../../src/analysis/warnings/shards.ts";

const MACHINES = [0, 1].map((i) => ({ host: `load-${i}`, cpuModel: "CPU", cpuCount: 4 }));
const START = 2e15;

const shard = (edit: Partial<ShardInBlock> = {}): ShardInBlock => ({
  before: { offset: 0, bound: 100 },
  after: { offset: 0, bound: 100 },
  setBy: 0,
  firstAt: START,
  events: 500,
  failed: 0,
  cpuShare: 0.2,
  still: 0,
  ...edit,
});
const block = (second: Partial<ShardInBlock> = {}, edit: Partial<SharedBlock> = {}): SharedBlock => ({
  workload: "look-up",
  startAt: START,
  sliceMs: 250,
  seconds: 10,
  rate: 100,
  inStep: true,
  shards: [shard({ before: { offset: 0, bound: 0 }, after: { offset: 0, bound: 0 } }), shard(second)],
  ...edit,
});
const codes = (of: typeof shardWarnings, each: SharedBlock) =>
  of(MACHINES, [each]).map(({ code, message }) => `${code}: ${message}`);

describe("what several machines measured", () => {
  it("is free of warnings where all is as it should be", () => {
    expect(codes(shardWarnings, block())).toEqual([]);
    expect(codes(shardObjections, block())).toEqual([]);
  });

  it("has each one's part, with the start in index 0's clock", () => {
    const behind = { offset: 300_000, bound: 400 };
    const each = block({ before: behind, after: behind, firstAt: START - 299_000, events: 1500 });
    expect(shardParts(MACHINES, [each])[1]).toEqual({
      index: 1,
      host: "load-1",
      cpuModel: "CPU",
      cpuCount: 4,
      share: 0.75,
      events: 1500,
      failedEvents: 0,
      clockOffsetNs: 300e6,
      clockBoundNs: 400_000,
      startSkewNs: 1e6,
      clientCpuShare: 0.2,
    });
    expect(codes(shardWarnings, each)).toEqual([
      expect.stringMatching(/^clock-offset: .*index 1 of 2 .*300 ms behind/),
    ]);
    expect(codes(shardObjections, each)).toEqual([]);
  });

  const stepped = { setBy: 5_000 };
  it.each([
    [
      "late by more than 1 % of what is measured",
      block({ firstAt: START + 101_000 }),
      "shard-late: look-up: index 1 of 2 (load-1) began 101 ms after the start, more than 1 % of what was measured (100 ms)",
    ],
    [
      "early by more than 1 % of a slice",
      block({ firstAt: START - 2_600 }),
      "shard-late: look-up: index 1 of 2 (load-1) began 2.6 ms before the start, more than 1 % of a slice (2.5 ms)",
    ],
    [
      "that never began",
      block({ firstAt: null }),
      "shard-late: look-up: index 1 of 2 (load-1) never began, more than 1 % of what was measured (100 ms)",
    ],
    [
      "whose clock was set",
      block(stepped),
      "clock-stepped: look-up: the clock of index 1 of 2 (load-1) was set by 5 ms during the measurement",
    ],
    [
      "whose clock went fast",
      block({ after: { offset: -101_000, bound: 100 } }),
      "clock-drifted: look-up: the clock of index 1 of 2 (load-1) went 101 ms ahead of index 0's while it was measured, more than 1 % of what was measured (100 ms)",
    ],
    [
      "that was paused",
      block({ still: 1_430_000 }),
      "shard-still: look-up: the load generator of index 1 of 2 (load-1) was paused for at least 1.43 s during the measurement, more than 1 s: a part of the load is missing",
    ],
    [
      "that could not bring its part",
      block({ events: 480, cpuShare: 0.95 }),
      "client-limited: look-up: index 1 of 2 (load-1) brought 480 of 500 events, with 95 % of its CPU time used: the client was the bottleneck",
    ],
  ])("is no measurement with one %s", (_, each, message) => {
    expect(codes(shardObjections, each)).toEqual([message]);
  });

  it.each([null, 250])(
    "lets the first event come within 1 % of what is measured: a busy machine wakes late (slice %s)",
    (sliceMs) => {
      expect(codes(shardObjections, block({ firstAt: START + 99_000 }, { sliceMs }))).toEqual([]);
      expect(codes(shardObjections, block({ firstAt: START + 101_000 }, { sliceMs }))).toHaveLength(1);
    },
  );

  it("takes no clock that drifted by the end for a late begin, and adds no slices that it took out of step", () => {
    const drifted = (us: number, edit: Partial<SharedBlock> = {}) =>
      block({ after: { offset: us, bound: 100 } }, edit);
    for (const us of [60_000, -60_000]) {
      expect(codes(shardObjections, drifted(us))).toEqual([]);
      expect(isFine(drifted(us))).toBe(false);
      expect(codes(shardWarnings, drifted(us, { sliceMs: null })), "one arm").not.toContainEqual(
        expect.stringMatching(/^slices-apart/),
      );
    }
    expect(codes(shardWarnings, drifted(4_000))).toEqual([
      "slices-apart: the clock of index 1 of 2 (load-1) went 4 ms behind index 0's while it was measured, which is over 1 % of a slice: totals are added, slices are not",
    ]);
    expect(isFine(drifted(2_500))).toBe(true);
  });

  it("lets a clock be set by what leaves the machines in step", () => {
    const set = (us: number, edit: Partial<SharedBlock> = {}) => block({ setBy: us }, edit);
    for (const us of [2_500, -2_500]) expect(codes(shardObjections, set(us))).toEqual([]);
    for (const us of [2_501, -2_501]) expect(codes(shardObjections, set(us))).toHaveLength(1);
    expect(codes(shardObjections, set(100_000, { sliceMs: null }))).toEqual([]);
    expect(codes(shardObjections, set(100_001, { sliceMs: null }))).toHaveLength(1);
  });

  it("does not blame the client where the server is slow", () => {
    expect(codes(shardObjections, block({ events: 100, cpuShare: 0.3 }))).toEqual([]);
  });

  it("is totals only where clocks are coarse, or slices differ", () => {
    const coarse = { offset: 0, bound: 2_600 };
    expect(codes(shardWarnings, block({ before: coarse, after: coarse }))).toEqual([
      expect.stringMatching(/^slices-apart: the clock of index 1 of 2 \(load-1\) is known to 2.6 ms only/),
    ]);
    expect(codes(shardWarnings, block({}, { inStep: false }))).toEqual([
      expect.stringMatching(/^slices-apart: the machines did not have the same/),
    ]);
  });

  it("keeps its limits where they are reached", () => {
    expect(stepTolerance({ sliceMs: 250, seconds: 10 })).toBe(2_500);
    expect(stepTolerance({ sliceMs: null, seconds: 10 })).toBe(100_000);
    for (const skew of [100_000, -2_500]) {
      expect(codes(shardObjections, block({ firstAt: START + skew }))).toEqual([]);
      expect(codes(shardObjections, block({ firstAt: START + 2 * skew }))).toHaveLength(1);
    }
    for (const offset of [100_000, -100_000]) {
      expect(codes(shardObjections, block({ after: { offset, bound: 100 } }))).toEqual([]);
      expect(codes(shardObjections, block({ after: { offset: 2 * offset, bound: 100 } }))).toHaveLength(1);
    }
    expect(codes(shardObjections, block({ still: 1e6 }))).toEqual([]);
    const long = { seconds: 3_600, rate: 0 };
    expect(codes(shardObjections, block({ still: 36e6 }, long)), "1 % of an hour").toEqual([]);
    expect(codes(shardObjections, block({ still: 36.1e6 }, long))).toHaveLength(1);
    const bound = (us: number) => ({ offset: 0, bound: us });
    expect(isFine(block({ before: bound(2_500), after: bound(2_500) }))).toBe(true);
    expect(isFine(block({ before: bound(2_501), after: bound(1) })), "the worse of both").toBe(false);
    expect(isFine(block({ before: bound(1), after: bound(2_501) }))).toBe(false);
    const off = (us: number) => ({ offset: us, bound: 100 });
    const apart = (us: number) => block({ before: off(us), after: off(us), firstAt: START - us });
    for (const us of [10_000, -10_000]) expect(codes(shardWarnings, apart(us))).toEqual([]);
    expect(codes(shardWarnings, apart(-20_000))[0]).toMatch(/20 ms ahead of index 0's/);
    expect(codes(shardObjections, block({ events: 495, cpuShare: 0.95 }))).toEqual([]);
    expect(codes(shardObjections, block({ events: 490, failed: 5, cpuShare: 0.95 }))).toEqual([]);
    expect(codes(shardObjections, block({ events: 400, cpuShare: 0.8 }))).toEqual([]);
    expect(codes(shardObjections, block({ events: 400, cpuShare: null }))).toEqual([]);
    expect(
      codes(shardObjections, block({ events: 400, cpuShare: 0.95 }, { rate: 0 })),
      "a closed loop",
    ).toEqual([]);
  });

  it("says when an arm began early, of what is measured where there are no slices", () => {
    expect(codes(shardObjections, block({ firstAt: START - 101_000 }, { sliceMs: null }))).toEqual([
      "shard-late: look-up: index 1 of 2 (load-1) began 101 ms before the start, more than 1 % of what was measured (100 ms)",
    ]);
    const coarse = { offset: 0, bound: 200_000 };
    const single = block({ before: coarse, after: coarse }, { sliceMs: null, inStep: false });
    expect(codes(shardWarnings, single), "nothing is added slice by slice").toEqual([]);
  });

  it("says an objection to a machine once, and one to each of several", () => {
    const late = block({ firstAt: null });
    expect(shardObjections(MACHINES, [late, late])).toHaveLength(1);
    const both = { ...late, shards: late.shards.map((each) => ({ ...each, firstAt: null })) };
    expect(shardObjections(MACHINES, [both]).map(({ message }) => message.slice(9, 22))).toEqual([
      "index 0 of 2 ",
      "index 1 of 2 ",
    ]);
  });

  it("has of several blocks the sums, and the worst of what should be small", () => {
    const at = (offset: number, bound: number) => ({
      before: { offset, bound: 1 },
      after: { offset, bound },
    });
    const blocks = [
      block({ ...at(-700, 50), firstAt: START + 1_000, events: 100, failed: 1, cpuShare: 0.4 }),
      block({ ...at(500, 80), firstAt: START - 900, events: 300, failed: 2, cpuShare: 0.3 }),
      block({ ...at(600, 20), firstAt: null, events: 0, failed: 4, cpuShare: null }),
    ];
    expect(shardParts(MACHINES, blocks)[1]).toMatchObject({
      share: 400 / 1900,
      events: 400,
      failedEvents: 7,
      clockOffsetNs: -700e3,
      clockBoundNs: 80e3,
      startSkewNs: -400e3,
      clientCpuShare: 0.4,
    });
    const idle = { events: 0, firstAt: null, cpuShare: null };
    const still = { ...block(), shards: [shard(idle), shard(idle)] };
    expect(shardParts(MACHINES, [still])[1]).toMatchObject({
      share: 0,
      startSkewNs: null,
      clientCpuShare: null,
    });
    expect(shardParts(MACHINES, [])[0]).toMatchObject({ events: 0, clockOffsetNs: 0, clockBoundNs: 0 });
  });

  it("takes machines of another number of CPUs for others", () => {
    const fewer = [MACHINES[0]!, { ...MACHINES[1]!, cpuCount: 2 }];
    expect(shardWarnings(fewer, [block()]).map(({ code }) => code)).toEqual(["unlike-machines"]);
  });

  it("says what to do about each", () => {
    const remedyOf = (of: typeof shardWarnings, each: SharedBlock, machines = MACHINES) =>
      of(machines, [each]).map(({ remedy }) => remedy);
    const coarse = { offset: 0, bound: 2_600 };
    const off = { offset: 20_000, bound: 100 };
    expect(remedyOf(shardObjections, block({ firstAt: null }))).toEqual([
      "give the load machines CPUs of their own, or more time to connect by --lead",
    ]);
    expect(remedyOf(shardObjections, block({ after: { offset: 2e5, bound: 1 } }))).toEqual([
      "let NTP set the clocks of all machines before the run, and measure again",
    ]);
    expect(remedyOf(shardWarnings, block({ after: { offset: 4_000, bound: 1 } }))).toEqual([
      "let NTP set the clocks of all machines long before, shorten measure.seconds, or lengthen measure.slice",
    ]);
    expect(remedyOf(shardObjections, block({ still: 2e6 }))).toEqual([
      "find out what paused it (a suspended, migrated or swapping machine, or too little CPU), and measure again",
    ]);
    expect(remedyOf(shardObjections, block(stepped))).toEqual([
      "let NTP slew the clocks (chrony without makestep, or well before the run), and measure again",
    ]);
    expect(remedyOf(shardObjections, block({ events: 400, cpuShare: 0.95 }))).toEqual([
      "use more load machines, or less load for each",
    ]);
    expect(remedyOf(shardWarnings, block({ before: coarse, after: coarse }))).toEqual([
      "use a network with less delay between the load machines, or a longer measure.slice",
    ]);
    expect(remedyOf(shardWarnings, block({ before: off, after: off }))).toEqual([
      "let NTP set the clocks of all machines",
    ]);
    expect(remedyOf(shardWarnings, block(), [MACHINES[0]!, { ...MACHINES[1]!, cpuCount: 2 }])).toEqual([
      "run all shards on machines of one kind; `shards` of the run document has each one's figures",
    ]);
  });

  it("tells machines from ten on apart, and different objections to one", () => {
    const machines = Array.from({ length: 12 }, (_, i) => ({ ...MACHINES[0]!, host: `load-${i}` }));
    const late = { ...block(), shards: machines.map(() => shard({ firstAt: null })) };
    expect(shardObjections(machines, [late, late])).toHaveLength(12);
    const later = { ...late, workload: "later" };
    expect(shardObjections(machines, [late, later])[0]!.message, "of the first block").toMatch(/^look-up:/);
    const both = block({ ...stepped, firstAt: null });
    expect(codes(shardObjections, both).map((each) => each.split(":")[0])).toEqual([
      "clock-stepped",
      "shard-late",
    ]);
  });

  it("counts failed events among those that a machine brought", () => {
    const [warning] = shardObjections(MACHINES, [
      block({ events: 480, failed: 6, cpuShare: 0.956 }, { rate: 100.1 }),
    ]);
    expect(warning!.message).toContain("brought 486 of 501 events, with 96 % of its CPU time used");
  });

  it("says of slices that cannot be added why, of the first block and machine that it is so of", () => {
    const bound = (us: number) => ({ before: { offset: 0, bound: us }, after: { offset: 0, bound: us } });
    const torn = block({}, { inStep: false });
    const message = (...blocks: readonly SharedBlock[]) =>
      shardWarnings(MACHINES, blocks).map((each) => each.message);
    const coarse = block(bound(4_000));
    const first = { ...coarse, shards: coarse.shards.toReversed() };
    expect(message(block(), first, coarse)).toEqual([
      "the clock of index 0 of 2 (load-0) is known to 4 ms only, which is over 1 % of a slice: totals are added, slices are not",
    ]);
    expect(message(torn, coarse)[0]).toContain("index 1 of 2 (load-1) is known to 4 ms only");
    const atLimit = { ...block(bound(2_600)), shards: [shard(bound(2_500)), shard(bound(2_600))] };
    expect(message(atLimit)[0]).toContain("index 1 of 2 (load-1) is known to 2.6 ms only");
    expect(message(block(), torn)).toEqual([
      "the machines did not have the same slices: totals are added, slices are not",
    ]);
    expect(message(block({}, { sliceMs: null, inStep: false }), block())).toEqual([]);
    expect(shardWarnings(MACHINES, [])).toEqual([]);
  });

  it("names the clock that is furthest off in any block, either way", () => {
    const off = (us: number) => {
      const clock = { offset: us, bound: 100 };
      return block({ before: clock, after: clock, firstAt: START - us });
    };
    const messages = (...us: readonly number[]) =>
      shardWarnings(MACHINES, us.map(off)).map(({ message }) => message);
    expect(messages(12_345, -45_678, 300)).toEqual([
      "the clock of index 1 of 2 (load-1) is 45.7 ms ahead of index 0's; its start was corrected by that",
    ]);
    expect(messages(-12_345, 45_678)[0]).toContain("45.7 ms behind index 0's");
  });

  it("does not count a machine that never came as one of another kind", () => {
    const [first, second] = MACHINES;
    expect(shardWarnings([first!, ABSENT], [block()])).toEqual([]);
    const unlike = { ...second!, cpuModel: "other" };
    const message = shardWarnings([first!, ABSENT, unlike], [])[0]?.message;
    expect(message).toBe(
      "the load machines are not alike: index 0 of 3 (load-0): 4 x CPU; index 2 of 3 (load-1): 4 x other",
    );
  });

  it("names unlike machines", () => {
    const unlike = [MACHINES[0]!, { ...MACHINES[1]!, cpuModel: "other" }];
    expect(shardWarnings(unlike, [block()])[0]).toMatchObject({
      code: "unlike-machines",
      message:
        "the load machines are not alike: index 0 of 2 (load-0): 4 x CPU; index 1 of 2 (load-1): 4 x other",
    });
  });
});
