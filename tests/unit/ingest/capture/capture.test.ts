import { describe, expect, it } from "vitest";
import { Capture, type LogContents } from "../../../../src/ingest/capture/capture.ts";
import { type LogFormat, logLines, type Written } from "./support/log-lines.ts";

function seen(lines: readonly string[], prefix: string | null = null): LogContents {
  const capture = new Capture();
  const reader = capture.file("server.log", prefix);
  reader.lines(lines);
  reader.end();
  return capture.end();
}

/** Each shape with how often it came, how long it took, and how it was framed. */
const shapes = ({ units }: LogContents) =>
  units.map(({ steps, count, totalMs, frame, database }) => ({
    database,
    count,
    ms: Math.round(totalMs * 1000) / 1000,
    frame: frame === null ? null : `${frame.begin} ${frame.end}`,
    steps: steps.map(({ shape }) => shape.key),
  }));

const TRAFFIC: readonly Written[] = [
  { message: "duration: 0.010 ms  parse <unnamed>: SELECT a FROM t WHERE id = $1" },
  {
    message: "duration: 0.020 ms  bind <unnamed>: SELECT a FROM t WHERE id = $1",
    detail: "parameters: $1 = '5'",
  },
  {
    message: "duration: 0.500 ms  execute <unnamed>: SELECT a FROM t WHERE id = $1",
    detail: "Parameters: $1 = '5'",
  },
  { message: "duration: 0.1 ms  statement: BEGIN", session: "8" },
  { message: "duration: 1.0 ms  statement: select a\n  from t\n\twhere id = 6", database: "shop" },
  { message: "duration: 2.0 ms  statement: UPDATE t SET a = 'it''s, \"x\"' WHERE id = 7", session: "8" },
  { message: "checkpoint starting: time", severity: "LOG", session: "1" },
  { message: "duration: 0.3 ms  statement: COMMIT", session: "8" },
];

describe("a log", () => {
  it.each<LogFormat>(["csv", "json", "stderr"])("is the same read as %s", (format) => {
    const read = seen(logLines(format, TRAFFIC));
    expect(shapes(read)).toEqual([
      { database: "shop", count: 2, ms: 1.53, frame: null, steps: ["select a from t where id = ?"] },
      {
        database: "shop",
        count: 1,
        ms: 2,
        frame: "BEGIN COMMIT",
        steps: ["update t set a = ? where id = ?"],
      },
    ]);
    expect(read).toMatchObject({ entries: 8, statements: 5, strange: 0, rare: 0 });
  });

  it("has durations in entries of their own with log_statement and log_duration", () => {
    const read = seen(
      logLines("stderr", [
        { message: "statement: SELECT 1 FROM t" },
        { message: "duration: 3.5 ms" },
        { message: "duration: 0.1 ms" },
        { message: "execute s1: SELECT 1 FROM t", detail: "parameters: " },
        { message: "duration: 1.5 ms" },
      ]),
    );
    expect(shapes(read)).toEqual([
      { database: "shop", count: 2, ms: 5, frame: null, steps: ["select ? from t"] },
    ]);
    expect([...read.units[0]!.protocols]).toEqual([
      ["simple", 1],
      ["prepared", 1],
    ]);
  });

  it("tells a statement once where auto_explain speaks of it, too", () => {
    const plan = (ms: number) => ({
      message: `duration: ${ms} ms  plan:\nQuery Text: SELECT a FROM t WHERE id = $1\nQuery Parameters: $1 = '4'\nIndex Scan using t_pkey on t  (cost=0.29..8.30 rows=1 width=4)\n  Index Cond: (id = 4)`,
    });
    const sent = (ms: number) => ({
      message: `duration: ${ms} ms  execute <unnamed>: SELECT a FROM t WHERE id = $1`,
      detail: "Parameters: $1 = '4'",
    });
    const key = "select a from t where id = ?";
    const by = (entries: readonly Written[]) => shapes(seen(logLines("json", entries)));
    expect(by([plan(1), sent(2), plan(1)])).toEqual([
      { database: "shop", count: 2, ms: 3, frame: null, steps: [key] },
    ]);
    const logged = {
      message: "execute <unnamed>: SELECT a FROM t WHERE id = $1",
      detail: "Parameters: $1 = '4'",
    };
    // As the extended protocol has it: the plan is told when the portal goes.
    expect(by([{ ...sent(1), message: `${sent(1).message} ` }, plan(1), sent(2), plan(2)])).toMatchObject([
      { count: 2, ms: 3 },
    ]);
    expect(by([logged, plan(1), logged, plan(2)])).toMatchObject([{ count: 2, ms: 3 }]);
  });

  it("is read on after a record that was cut off", () => {
    const [first, second] = [TRAFFIC[4]!, TRAFFIC[5]!].map((entry) => logLines("csv", [entry]).join("\n"));
    const read = seen([...first!.slice(0, -60).split("\n"), ...second!.split("\n"), ...second!.split("\n")]);
    expect(shapes(read)).toMatchObject([{ count: 2, steps: ["update t set a = ? where id = ?"] }]);
    expect(read.strange).toBe(1);
    expect(
      seen(['{"timestamp":"x","error_severity":"LOG","message":"a"}', '{"timestamp":"x","err']).strange,
    ).toBe(1);
  });

  it("may begin and end in the middle of things", () => {
    const lines = logLines("stderr", [
      ...TRAFFIC,
      { message: "duration: 1 ms  statement: BEGIN" },
      TRAFFIC[4]!,
    ]);
    const read = seen(["\twhere of a statement = 1", ...lines]);
    expect(read.strange).toBe(1);
    expect(read.lost.get("open")).toBe(1);
  });

  it("keeps what other programs write apart", () => {
    const lines = logLines("stderr", [TRAFFIC[4]!]);
    const read = seen([...lines, "pg_ctl: another server might be running", ...lines]);
    expect(read).toMatchObject({ statements: 2, strange: 1 });
  });

  it.each([
    [
      "%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ",
      "2026-11-22 10:00:00 UTC [7]: [3-1] user=app,db=shop,app=psql,client=::1 ",
    ],
    ["%t:%r:%u@%d:[%p]:", "2026-11-22 10:00:00 UTC:10.0.0.1(5432):app@shop:[7]:"],
    ["%m [%p]: [%l-1] db=%d,user=%u ", "2026-11-22 10:00:00.123 CET [7]: [1-1] db=shop,user=app "],
    ["%m [%p] ", "2026-11-22 10:00:00.123 GMT+2 [7] "],
  ])("on stderr is known by its prefix %s", (prefix, written) => {
    const line = `${written}LOG:  duration: 1.0 ms  statement: SELECT a FROM t WHERE id = 6`;
    const read = seen([line, line]);
    expect(read.formats).toEqual([`stderr with log_line_prefix '${prefix}'`]);
    expect(shapes(read)).toMatchObject([{ count: 2, database: prefix.includes("%d") ? "shop" : null }]);
  });

  it("may have a prefix that only the user knows, or one that tells the process and no more", () => {
    const line = "<shop|7> LOG:  duration: 1.0 ms  statement: SELECT a FROM t";
    expect(shapes(seen([line], "<%d|%p> "))).toMatchObject([{ database: "shop" }]);
    const strange = "pod/db-0 10:00 [7] ~ LOG:  duration: 1.0 ms  statement: SELECT a FROM t";
    expect(seen([strange]).formats).toEqual(["stderr with a process id in brackets"]);
  });

  it("may have a prefix that tells the session and no more, and in some entries not all", () => {
    const began = "2026-11-22 10:00:00.123 UTC [6b0baaee.6fb3] ";
    const ended = "LOG:  duration: 1.0 ms  statement: SELECT a FROM t";
    const read = seen([
      `${began}LOG:  checkpoint starting: time`,
      `${began}shop ${ended}`,
      `6b0baaee.7/x ${ended}`,
    ]);
    expect(read.formats).toEqual(["stderr with a session id"]);
    expect(shapes(read)).toMatchObject([{ count: 2 }]);
  });
});

describe("what is no log", () => {
  it.each([
    [["hello", "world"], null, "server.log: it is not a log of a PostgreSQL server"],
    [[""], null, "server.log: it is empty"],
    [
      ["10:00 LOG:  duration: 1 ms  statement: SELECT 's3cret'"],
      null,
      'no known log_line_prefix fits the line "10:00 LOG:  "',
    ],
    [
      ["2026-11-22 10:00:00.123 UTC [7] LOG:  starting", "10:00 LOG:  statement: SELECT 1"],
      null,
      'no known log_line_prefix fits the line "10:00 LOG:  "',
    ],
    [
      ["10:00 LOG:  statement: SELECT 1"],
      "%m [%p] ",
      'log_line_prefix "%m [%p] " does not fit the line "10:00 LOG:  "',
    ],
    [["10:00 LOG:  statement: SELECT 1"], "%t ", 'log-line-prefix: "%t " names no connection'],
  ])("%j is refused", (lines, prefix, words) => {
    expect(() => seen(lines, prefix)).toThrow(words);
  });
});
