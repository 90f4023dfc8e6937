/** Logs whose lines have something before them that the server did not write. */
import { describe, expect, it } from "vitest";
import { Capture } from "../../../../../src/ingest/capture/capture.ts";

function seen(lines: readonly string[]) {
  const capture = new Capture();
  const reader = capture.file("server.log", null);
  reader.lines(lines);
  reader.end();
  const { units, strange, formats } = capture.end();
  return {
    formats,
    strange,
    statements: units.map(({ steps, database }) => `${database}: ${steps[0]!.shape.key}`),
  };
}

const LOG = "2026-01-05 07:14:48.591 UTC [4913] LOG:  duration: 12.9 ms  statement: DELETE FROM session";
const REST = "\tWHERE id = 5";
const WHOLE = "delete from session where id = ?";

/** [carrier, lines of one statement] */
const CARRIED: readonly (readonly [string, readonly string[]])[] = [
  ["docker compose", [`db-1  | ${LOG}`, `db-1  | ${REST}`]],
  ["docker compose in colours", [`\u001b[36mdb-1  | \u001b[0m${LOG}`, `\u001b[36mdb-1  | \u001b[0m${REST}`]],
  ["docker logs -t", [`2026-01-05T07:14:48.591123456Z ${LOG}`, `2026-01-05T07:14:48.591123457Z ${REST}`]],
  [
    "docker compose logs -t",
    [`db-1  | 2026-01-05T07:14:48.591123456Z ${LOG}`, `db-1  | 2026-01-05T07:14:48.591123457Z ${REST}`],
  ],
  ["kubectl --prefix", [`[pod/db-0/postgres] ${LOG}`, `[pod/db-0/postgres] ${REST}`]],
  [
    "a Kubernetes node",
    [`2026-01-05T07:14:48.591Z stderr F ${LOG}`, `2026-01-05T07:14:48.591Z stderr F ${REST}`],
  ],
  [
    "GitHub Actions",
    [
      `2026-01-05T07:14:48.5910000Z  ${LOG}`,
      `2026-01-05T07:14:48.5910001Z  ${REST}`,
      "2026-01-05T07:14:49.0000000Z ##[endgroup]",
    ],
  ],
  [
    "gh run view --log",
    [
      `test\tStop containers\t2026-01-05T07:14:48.59Z ${LOG}`,
      `test\tStop containers\t2026-01-05T07:14:48.59Z ${REST}`,
    ],
  ],
  [
    "journald",
    [`Jan 05 07:14:48 host postgres[4913]: ${LOG}`, `Jan 05 07:14:48 host postgres[4913]: ${REST}`],
  ],
  ["JSON of Docker", [JSON.stringify({ log: `${LOG}\n` }), JSON.stringify({ log: `${REST}\n` })]],
  ["Cloud Logging", [JSON.stringify({ textPayload: `${LOG}\n${REST}`, severity: "INFO" })]],
];

describe("a statement of several lines is whole in lines of", () => {
  it.each(CARRIED)("%s", (_, lines) => {
    const { statements, formats } = seen(lines);
    expect(statements).toEqual([`null: ${WHOLE}`]);
    expect(formats[0]).toMatch(/^stderr with log_line_prefix '%m \[%p\] ', in lines of /);
  });

  it.each([
    ["syslog", "Feb  1 23:15:39 host postgres[10808]: "],
    ["rsyslog with its own time", "2026-02-01T23:15:39.123456+00:00 host postgres[10808]: "],
    ["logplex", "2026-02-01T23:15:39+00:00 app[postgres.10808]: [GREEN] "],
  ])("%s, cut into pieces", (_, before) => {
    const { statements } = seen([
      `${before}[5-1] db=shop,user=u LOG:  duration: 1.5 ms  statement: DELETE FROM session`,
      `${before}[5-2] #011WHERE id = 5 AND`,
      `${before}[5-3]  expires < now()`,
      `${before.replace("10808", "10809")}[7-1] db=shop,user=u LOG:  duration: 1.5 ms  statement: SELECT a`,
      `${before}[6-1] db=shop,user=u LOG:  duration: 1.5 ms  statement: SELECT b FROM t`,
      `${before.replace("10808", "10809")}[7-2] #011FROM t#012#011WHERE c`,
    ]);
    expect(statements).toEqual([
      `shop: ${WHOLE} and expires < now ( )`,
      "shop: select b from t",
      "shop: select a from t where c",
    ]);
  });
});

describe("half a statement is none", () => {
  it("where other services write between its lines", () => {
    const { statements, strange } = seen([
      `db-1  | ${LOG}`,
      "app-1 | GET /",
      "app-1 | \tat x",
      `db-1  | ${REST}`,
    ]);
    expect({ statements, strange }).toEqual({ statements: [`null: ${WHOLE}`], strange: 2 });
  });

  it("where the tab of its second line is gone", () => {
    const { statements, strange } = seen([
      LOG,
      "WHERE id = 5",
      LOG.replace("DELETE FROM session", "SELECT a FROM t"),
    ]);
    expect({ statements, strange }).toEqual({ statements: ["null: select a from t"], strange: 1 });
    expect(seen([`~ ${LOG}`, `~ ${REST}`]).statements).toEqual([]);
  });
});

it.each([
  [
    "%m, process, number and commas",
    "2026-01-05 07:14:48.591 UTC [4913]: [3-1] user=u1,db=shop,app=x,client=10.0.0.1 LOG:  duration: 12.9 ms  statement: SELECT a, b FROM t",
  ],
  [
    "user and database after the process",
    "2026-01-05 07:14:48.591 UTC [4913] user=u1,db=shop LOG:  duration: 12.9 ms  statement: SELECT a, b FROM t",
  ],
  [
    "one blank after the label",
    "2026-01-05 07:14:48 UTC:10.0.0.1:u1@shop:[24743]:LOG: duration: 0.054 ms statement: SELECT a, b FROM t",
  ],
])("a prefix with %s is no csvlog", (_, line) => {
  const { statements, formats } = seen([line]);
  expect(statements).toEqual(["shop: select a , b from t"]);
  expect(formats[0]).toMatch(/^stderr/);
});

it("CloudNativePG's records are entries", () => {
  const record = {
    log_time: "2026-11-27 18:58:02.096 UTC",
    database_name: "shop",
    session_id: "6383b33a.258",
    error_severity: "LOG",
    message: "duration: 1.5 ms  statement: SELECT a FROM t",
  };
  expect(seen([JSON.stringify({ level: "info", logger: "postgres", msg: "record", record })])).toMatchObject({
    statements: ["shop: select a from t"],
    formats: ["jsonlog"],
  });
});

it("a log of PgBouncer is named", () => {
  const lines = [
    "2026-09-12 16:08:54.775 UTC [3392] LOG C-0x55d1c2: shop/app@10.0.0.1:5432 login attempt: db=shop user=app",
  ];
  expect(() => seen(lines)).toThrow("it is a log of PgBouncer, which has no statements");
});

it("a log that begins with thousands of lines of others is found", () => {
  const others = Array<string>(5_000).fill("2026-01-05T07:14:48.5910000Z npm test");
  const log = [`2026-01-05T07:14:48.5910000Z ${LOG}`, `2026-01-05T07:14:48.5910000Z ${REST}`];
  expect(seen([...others, ...log]).statements).toEqual([`null: ${WHOLE}`]);
});
