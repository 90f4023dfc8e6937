/**
 * Servers that stop answering, at any point, and every command that talks to one: a signal ends it, a timeout ends it, and so does the
 * end of the connection. Without a deadline such a test would last until it is given up for dead.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { later } from "./support/later.ts";
import { type LoadOptions, type LoadResult, runLoad } from "./support/plumbline-load.ts";
import { type Reaction, startWireServer, type WireScript, type WireServer } from "./support/wire-server.ts";

/** Far more than the second that it is to take, and far less than any timeout that is not given. */
const SOON_MS = 8_000;

type Point = Readonly<{
  /** Where the server falls silent. */
  name: string;
  script: (reaction: Reaction) => WireScript;
  hasCome: (server: WireServer) => boolean;
}>;

const login: Point = {
  name: "the login",
  script: (reaction) => ({ login: () => reaction }),
  hasCome: (server) => server.connections > 0,
};

/** The first statement that begins so, and what is asked over other connections from then on. */
const statement = (beginning: string): Point => {
  let isSilent = false;
  return {
    name: beginning,
    script: (reaction) => {
      isSilent = false;
      return {
        login: () => ({ kind: isSilent ? "silence" : "answer" }),
        execute: (_, sql) => {
          if (!sql.startsWith(beginning)) return { kind: "answer" };
          isSilent = true;
          return reaction;
        },
      };
    },
    hasCome: (server) => server.statements.some((sql) => sql.startsWith(beginning)),
  };
};

/** The rows have come, and what became of them is not said. */
const copied: Point = {
  name: "the end of COPY",
  script: (reaction) => ({ copied: () => reaction }),
  hasCome: (server) => server.statements.some((sql) => sql.startsWith("COPY")),
};

/** Before the statement is answered that begins so, its rows fill the socket. */
const deaf: Point = {
  name: "the rows of COPY, which are not read",
  script: () => ({
    execute: (_, sql) => ({ kind: sql.startsWith("COPY") ? "deaf" : "answer" }),
    login: () => ({ kind: "answer" }),
  }),
  hasCome: copied.hasCome,
};

/** A script whose rows fill the socket. */
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-silent-"));
const script = path.join(folder, "copy.sql");
writeFileSync(script, "\\copy t FROM 'rows.txt'\n");
writeFileSync(path.join(folder, "rows.txt"), "1\n".repeat(8_000_000));
afterAll(() => rmSync(folder, { recursive: true }));

const SMALL = ["--table-size=100"];
const LARGE = ["--table-size=400000"];

/** Each command, its options, and each of its waits. */
const COMMANDS: readonly (readonly [command: string, args: readonly string[], points: readonly Point[]])[] = [
  [
    "prepare",
    SMALL,
    [
      login,
      ...[
        "SET synchronous_commit = off",
        "CREATE TABLE",
        "COPY",
        "SET synchronous_commit = local",
        "ALTER",
        "CREATE INDEX",
        "SELECT setval",
        "VACUUM",
        "CHECKPOINT",
      ].map(statement),
      copied,
    ],
  ],
  ["prepare", LARGE, [deaf]],
  ["prepare", [...LARGE, "--load-method=insert"], [statement("INSERT")]],
  ["create", SMALL, [login, statement("CREATE TABLE")]],
  ["load", SMALL, [login, statement("SELECT 1 FROM"), statement("COPY"), copied]],
  ["check", SMALL, [login, statement("SELECT count")]],
  ["cleanup", SMALL, [login, statement("SET client_min"), statement("DROP TABLE")]],
  ["run", SMALL, [login, statement("BEGIN"), statement("SELECT c")]],
  ["tpcc run", [], [statement("SELECT count")]],
  ["script run", [`--file=${script}`], [statement("COPY"), copied, deaf]],
  [
    "kv run",
    ["--dialect=cockroachdb", "--read-percent=50", "--follower-read-percent=50"],
    [statement("SELECT k FROM kv LIMIT")],
  ],
  ["tpcc capacity", [], [login, statement("SELECT count")]],
];

/** Where the commands of a case go: to the server that falls silent, and to others that do not. */
type Place = Readonly<{ name: string; options: (silent: number, good: number) => readonly string[] }>;

const PLAIN = "sslmode=disable&gssencmode=disable";
const urlOf = (ports: readonly number[], query = PLAIN): string =>
  `postgres://sbtest@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/sbtest?${query}`;

const alone: Place = { name: "", options: (silent) => [`--pgsql-url=${urlOf([silent])}`] };
const asFirst: Place = {
  name: " (the first of two that are compared)",
  options: (silent, good) => [`--pgsql-url=${urlOf([silent])}`, `--against=${urlOf([good])}`],
};
const asSecond: Place = {
  name: " (the second of two that are compared)",
  options: (silent, good) => [`--pgsql-url=${urlOf([good])}`, `--against=${urlOf([silent])}`],
};
const overTls: Place = {
  name: " over TLS",
  options: (silent) => [`--pgsql-url=${urlOf([silent], "sslmode=require&gssencmode=disable")}`],
};
const asFirstHost: Place = {
  name: " (the first of two hosts)",
  options: (silent, good) => [`--pgsql-url=${urlOf([silent, good])}`],
};
const asFirstHostOfLibpq: Place = {
  name: " (the first of two hosts, chosen by libpq)",
  options: (silent, good) => [`--pgsql-url=${urlOf([silent, good])}`, "--balance=libpq"],
};

type Case = Readonly<{ title: string; command: string; args: readonly string[]; point: Point; place: Place }>;

const caseOf = (command: string, args: readonly string[], point: Point, place: Place): Case => ({
  title: `${command} whose server${place.name} is silent at ${point.name}`,
  command,
  args,
  point,
  place,
});

const CASES = COMMANDS.flatMap(([command, args, points]) =>
  points.map((point) => caseOf(command, args, point, alone)),
);

/** The server says yes to TLS, or not even that. */
const tlsPoints: readonly Point[] = [
  {
    name: "the request for TLS",
    script: (reaction) => ({ tls: () => reaction }),
    hasCome: login.hasCome,
  },
  {
    name: "the handshake of TLS",
    script: () => ({ tls: () => ({ kind: "answer" }) }),
    hasCome: login.hasCome,
  },
];

const smallOf = (command: string): readonly string[] => (command.startsWith("tpcc") ? [] : SMALL);

const CLIENTS = ["prepare", "check", "cleanup", "run", "tpcc capacity"];

/** The same from other places. Two that are compared are prepared and checked one after the other. */
const ELSEWHERE: readonly Case[] = [
  ...[asFirst, asSecond].flatMap((place) =>
    [login, statement("BEGIN"), statement("SELECT c")].map((point) => caseOf("run", SMALL, point, place)),
  ),
  ...CLIENTS.flatMap((command) =>
    tlsPoints.map((point) => caseOf(command, smallOf(command), point, overTls)),
  ),
  ...[asFirstHost, asFirstHostOfLibpq].flatMap((place) =>
    CLIENTS.map((command) => caseOf(command, smallOf(command), login, place)),
  ),
];

const SILENT: Reaction = { kind: "silence" };

/** No rows where the command wants empty tables, else as many as `prepare` makes. */
const rowsOf =
  (command: string): NonNullable<WireScript["rows"]> =>
  (sql) =>
    sql.startsWith("SELECT 1 FROM") && command === "load" ? [] : ["100"];

async function against(
  script: WireScript,
  command: string,
  args: readonly string[],
  place: Place,
  options: (server: WireServer) => LoadOptions = () => ({}),
): Promise<LoadResult> {
  const behaviour = { rows: rowsOf(command), cancel: () => SILENT };
  const server = await startWireServer({ ...behaviour, ...script });
  const good = await startWireServer(behaviour);
  try {
    const words = command.includes(" ") ? command.split(" ") : ["oltp_read_write", command];
    const where = place.options(server.port, good.port);
    return await runLoad([...where, "--output=ndjson", ...args, ...words], options(server));
  } finally {
    await Promise.all([server.stop(), good.stop()]);
  }
}

describe.each(["SIGINT", "SIGTERM"] as const)("%s", (signal) => {
  it.concurrent.each([...CASES, ...ELSEWHERE])("ends $title", async ({ command, args, point, place }) => {
    let signalledAt = 0;
    const done = await against(point.script(SILENT), command, args, place, (server) => ({
      onStart: (child) =>
        later(0, async () => {
          while (!point.hasCome(server)) await sleep(10);
          await sleep(100);
          signalledAt = performance.now();
          child.kill(signal);
        }),
    }));
    expect(done.code).toBe(130);
    expect(done.stderr).toContain("interrupted");
    expect(performance.now() - signalledAt).toBeLessThan(SOON_MS);
  });
});

const TIMEOUTS = ["--stall-timeout=1", "--thread-init-timeout=1"];

it.concurrent.each([...CASES, ...ELSEWHERE])(
  "a timeout ends $title",
  async ({ command, args, point, place }) => {
    const done = await against(point.script(SILENT), command, [...TIMEOUTS, ...args], place);
    expect(done.stderr).toMatch(/not ready after 1 s|were ready after 1 s|has stopped answering/);
    expect(done.code).toBe(3);
  },
);

describe.each(["close", "reset", "truncate"] as const)("%s", (kind) => {
  const cases = CASES.filter(({ point }) => point !== deaf);
  it.concurrent.each(cases)("ends $command at $point.name", async ({ command, args, point, place }) => {
    const done = await against(point.script({ kind }), command, args, place);
    expect(done.stderr).toMatch(/plumbline-load: .*\n/);
    expect(done.code).toBe(3);
  });
});

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
