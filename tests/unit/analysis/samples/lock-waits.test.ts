import { describe, expect, it } from "vitest";
import {
  type Backend,
  type LockSample,
  lockWaits,
  type Waiting,
} from "../../../../src/analysis/samples/lock-waits.ts";

const LOAD = 11;
const OTHER_LOAD = 12;
const MIGRATION = 20;
const REPORT = 30;

const BACKENDS: readonly Backend[] = [
  { pid: LOAD, who: "load", state: "active", statement: "UPDATE t SET a = $1" },
  { pid: OTHER_LOAD, who: "load", state: "active", statement: "SELECT a FROM t" },
  { pid: MIGRATION, who: "migration", state: "active", statement: "ALTER TABLE t ADD b int" },
  { pid: REPORT, who: "other", state: "idle in transaction", statement: "SELECT count(*) FROM t" },
];

const wait = (pid: number, blockers: readonly number[], rest: Partial<Waiting> = {}): Waiting => ({
  pid,
  mode: "RowExclusiveLock",
  on: "t",
  waitedNs: 1e8,
  blockers,
  ...rest,
});

const look = (waiting: readonly Waiting[], rest: Partial<LockSample> = {}): LockSample => ({
  atNs: 0,
  waiting,
  held: [
    { pid: MIGRATION, mode: "AccessShareLock", on: "t" },
    { pid: MIGRATION, mode: "ShareLock", on: "t" },
    { pid: REPORT, mode: "AccessShareLock", on: "t" },
  ],
  backends: BACKENDS,
  ...rest,
});

describe("lockWaits", () => {
  it("names the strongest lock that the migration has, and counts who waits at once", () => {
    const [found, ...more] = lockWaits([
      look([wait(LOAD, [MIGRATION]), wait(OTHER_LOAD, [MIGRATION], { waitedNs: 3e8 })]),
      look([wait(LOAD, [MIGRATION], { waitedNs: 2e8 })]),
    ]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ on: "t", behind: null, waiters: 2, longestNs: 3e8 });
    expect(found!.holder).toMatchObject({ who: "migration", mode: "ShareLock" });
    expect(found!.waiter.statement).toBe("SELECT a FROM t");
  });

  it("walks through the migration's own wait to who is at the end of the queue", () => {
    const queue = [
      wait(MIGRATION, [REPORT], { mode: "AccessExclusiveLock", waitedNs: 5e8 }),
      wait(OTHER_LOAD, [MIGRATION], { mode: "AccessShareLock", waitedNs: 4e8 }),
    ];
    const [own, behind] = lockWaits([
      look(queue, { held: [{ pid: REPORT, mode: "AccessShareLock", on: "t" }] }),
    ]);
    expect(own).toMatchObject({
      waiter: { who: "migration", mode: "AccessExclusiveLock" },
      holder: { who: "other", state: "idle in transaction", mode: "AccessShareLock" },
      behind: null,
    });
    expect(behind).toMatchObject({
      waiter: { who: "load", mode: "AccessShareLock" },
      holder: { who: "other", statement: "SELECT count(*) FROM t" },
      behind: { who: "migration", mode: "AccessExclusiveLock" },
    });
  });

  it("counts for each holder the time that it was waited for, where a wait goes on with another", () => {
    const onReport = [
      wait(MIGRATION, [REPORT], { mode: "AccessExclusiveLock", waitedNs: 9e8 }),
      wait(LOAD, [MIGRATION], { waitedNs: 8e8 }),
    ];
    const waits = lockWaits([
      look(onReport),
      look([wait(LOAD, [MIGRATION], { waitedNs: 8.5e8 })], { atNs: 5e7 }),
      look([wait(LOAD, [MIGRATION], { waitedNs: 9e8 })], { atNs: 1e8 }),
    ]);
    const ofLoad = waits.filter(({ waiter }) => waiter.who === "load");
    expect(ofLoad.map(({ holder, longestNs }) => [holder.who, longestNs])).toEqual([
      ["other", 8e8],
      ["migration", 1e8],
    ]);
  });

  it("counts nothing twice where the next holder is seen at the very moment", () => {
    const waits = lockWaits([
      look([wait(MIGRATION, [REPORT]), wait(LOAD, [MIGRATION], { waitedNs: 8e8 })]),
      look([wait(LOAD, [MIGRATION], { waitedNs: 8e8 })]),
    ]);
    const ofLoad = waits.filter(({ waiter }) => waiter.who === "load");
    expect(ofLoad.map(({ holder, longestNs }) => [holder.who, longestNs])).toEqual([
      ["other", 8e8],
      ["migration", 0],
    ]);
  });

  it("shows of the locks that somebody holds the one on that table", () => {
    const held = [
      { pid: MIGRATION, mode: "RowShareLock", on: "t" },
      { pid: MIGRATION, mode: "AccessExclusiveLock", on: "u" },
    ];
    expect(lockWaits([look([wait(LOAD, [MIGRATION])], { held })])[0]!.holder.mode).toBe("RowShareLock");
  });

  it("of a later wait of the same process for the same lock counts all", () => {
    const [longest] = lockWaits([
      look([wait(MIGRATION, [REPORT]), wait(LOAD, [MIGRATION], { waitedNs: 8e8 })]),
      look([wait(LOAD, [MIGRATION], { waitedNs: 8.5e8 })]),
      look([wait(LOAD, [MIGRATION], { waitedNs: 1e8 })]),
      look([wait(LOAD, [MIGRATION], { waitedNs: 9e8 })]),
    ]);
    expect(longest).toMatchObject({ holder: { who: "migration" }, longestNs: 9e8 });
  });

  it("takes the lock on the table for the cause of a wait for a row behind it", () => {
    const [first] = lockWaits([
      look([
        wait(LOAD, [OTHER_LOAD], { on: "transactionid", mode: "ShareLock", waitedNs: 9e8 }),
        wait(OTHER_LOAD, [MIGRATION]),
      ]),
    ]);
    expect(first).toMatchObject({
      on: "t",
      longestNs: 9e8,
      waiters: 2,
      waiter: { mode: "RowExclusiveLock" },
    });
  });

  it("leaves out what the load's transactions wait for each other", () => {
    expect(lockWaits([look([wait(LOAD, [OTHER_LOAD], { on: "transactionid" })])])).toEqual([]);
  });

  it("times a wait by the looks where the server does not say how long it lasts", () => {
    const seen = [0, 5e7, 1e8].map((atNs) => look([wait(LOAD, [MIGRATION], { waitedNs: null })], { atNs }));
    const gone = look([], { atNs: 2e8 });
    const again = look([wait(LOAD, [MIGRATION], { waitedNs: null })], { atNs: 9e8 });
    expect(lockWaits([...seen, gone, again])[0]!.longestNs).toBe(1e8);
  });

  it("names the statement that took the lock, whatever the migration has come to since", () => {
    const statements = [
      { text: "ALTER TABLE s ADD c int", locks: [{ on: "s", mode: "ShareLock" }] },
      { text: "CREATE INDEX ON t (a)", locks: [{ on: "t", mode: "ShareLock" }] },
    ];
    const [found] = lockWaits([look([wait(LOAD, [MIGRATION])])], statements);
    expect(found!.holder.statement).toBe("CREATE INDEX ON t (a)");
  });

  it("shows the longest first, and of equal waits the longest with the most that waited at once", () => {
    const on = (pid: number, table: string, waitedNs: number) =>
      wait(pid, [MIGRATION], { on: table, waitedNs });
    const waits = lockWaits([
      look([on(LOAD, "t", 1e8), on(OTHER_LOAD, "u", 2e8)]),
      look([on(LOAD, "t", 1.5e8), on(OTHER_LOAD, "u", 5e8)]),
      look([on(LOAD, "t", 7e8)]),
    ]);
    expect(waits.map(({ on: table, longestNs, waiters }) => [table, longestNs, waiters])).toEqual([
      ["t", 7e8, 1],
      ["u", 5e8, 1],
    ]);
  });

  it("of a circle that leads past the migration ends at whom it met first", () => {
    const queue = [
      wait(OTHER_LOAD, [MIGRATION]),
      wait(MIGRATION, [REPORT]),
      wait(REPORT, [OTHER_LOAD], { on: "u" }),
    ];
    const holders = lockWaits([look(queue)]).map(({ waiter, holder }) => `${waiter.who} < ${holder.who}`);
    expect(holders.toSorted()).toEqual(["load < load", "migration < load", "other < load"]);
  });

  it("finds the migration by the shortest way, past those who lead nowhere", () => {
    const far = 40;
    const backends = [...BACKENDS, { pid: far, who: "other" as const, state: "active", statement: "VACUUM" }];
    const [found] = lockWaits([
      look(
        [
          wait(LOAD, [far, OTHER_LOAD], { waitedNs: 9e8 }),
          wait(OTHER_LOAD, [MIGRATION], { mode: "ShareLock" }),
        ],
        { backends },
      ),
    ]);
    expect(found).toMatchObject({
      waiter: { mode: "ShareLock" },
      longestNs: 9e8,
      holder: { who: "migration" },
    });
  });

  it("says nothing more of a process than what was seen of it", () => {
    const [found] = lockWaits([look([wait(99, [MIGRATION])], { held: [] })]);
    expect(found!.waiter).toEqual({ who: "other", statement: "", mode: "RowExclusiveLock", state: "" });
    expect(found!.holder).toMatchObject({ who: "migration", mode: "" });
  });

  it("names the statement that took that lock on that table, and of another holder what it runs", () => {
    const statements = [
      { text: "A", locks: [{ on: "t", mode: "AccessShareLock" }] },
      { text: "B", locks: [{ on: "u", mode: "ShareLock" }] },
    ];
    expect(lockWaits([look([wait(LOAD, [MIGRATION])])], statements)[0]!.holder.statement).toBe(
      "ALTER TABLE t ADD b int",
    );
    const onReport = look([wait(MIGRATION, [REPORT])], {
      held: [{ pid: REPORT, mode: "ShareLock", on: "t" }],
    });
    const taken = [{ text: "C", locks: [{ on: "t", mode: "ShareLock" }] }];
    expect(lockWaits([onReport], taken)[0]!.holder.statement).toBe("SELECT count(*) FROM t");
  });

  it("names the statement that took the lock among others", () => {
    const locks = [
      { on: "s", mode: "ShareLock" },
      { on: "t", mode: "ShareLock" },
      { on: "t", mode: "AccessShareLock" },
    ];
    const [found] = lockWaits([look([wait(LOAD, [MIGRATION])])], [{ text: "CREATE INDEX ON t (a)", locks }]);
    expect(found!.holder.statement).toBe("CREATE INDEX ON t (a)");
  });

  it("tells apart what waits behind one statement of the migration and behind another", () => {
    const behind = (statement: string, waitedNs: number) =>
      look([wait(MIGRATION, [REPORT]), wait(LOAD, [MIGRATION], { waitedNs })], {
        backends: BACKENDS.map((each) => (each.pid === MIGRATION ? { ...each, statement } : each)),
      });
    const waits = lockWaits([behind("ALTER TABLE t ADD b int", 3e8), behind("ALTER TABLE t ADD c int", 2e8)]);
    const ofLoad = waits.filter(({ waiter }) => waiter.who === "load");
    expect(ofLoad.map((each) => [each.behind!.statement, each.longestNs])).toEqual([
      ["ALTER TABLE t ADD b int", 3e8],
      ["ALTER TABLE t ADD c int", 2e8],
    ]);
  });

  it("shows of the locks on the table the holder's own", () => {
    const held = [
      { pid: REPORT, mode: "ExclusiveLock", on: "t" },
      { pid: MIGRATION, mode: "ShareLock", on: "t" },
    ];
    expect(lockWaits([look([wait(LOAD, [MIGRATION])], { held })])[0]!.holder.mode).toBe("ShareLock");
  });

  // https://www.postgresql.org/docs/current/explicit-locking.html, table 13.2: from the fewest conflicts to the most.
  const weakestFirst = [
    "AccessShareLock",
    "RowShareLock",
    "RowExclusiveLock",
    "ShareUpdateExclusiveLock",
    "ShareLock",
    "ShareRowExclusiveLock",
    "ExclusiveLock",
    "AccessExclusiveLock",
  ];
  it.each(weakestFirst.slice(1).map((strong, at) => [strong, weakestFirst[at]!] as const))(
    "takes %s for stronger than %s",
    (strong, weak) => {
      const held = [strong, weak].map((mode) => ({ pid: MIGRATION, mode, on: "t" }));
      const shown = [held, held.toReversed()].map(
        (each) => lockWaits([look([wait(LOAD, [MIGRATION])], { held: each })])[0]!.holder.mode,
      );
      expect(shown).toEqual([strong, strong]);
    },
  );

  it("does not turn for ever in a circle", () => {
    const aside = [wait(LOAD, [OTHER_LOAD]), wait(OTHER_LOAD, [LOAD])];
    expect(lockWaits([look(aside)])).toEqual([]);
    const circle = [wait(MIGRATION, [LOAD]), wait(LOAD, [MIGRATION])];
    expect(lockWaits([look(circle)])).toHaveLength(2);
  });
});
