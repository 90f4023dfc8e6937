/** What plumbline-load sends on the wire: every message of every connection, byte for byte. */
import { createHash } from "node:crypto";
import { tpccColumns, tpccCount, tpccRows } from "../../support/tpcc-answers.ts";
import { runLoad } from "./plumbline-load.ts";
import { TPCC_WAREHOUSES } from "./trace-cases.ts";
import { type Reaction, readBind, startWireServer } from "./wire-server.ts";

/** What one command has sent. */
export type Trace = Readonly<{
  /** Of each connection, in no order that depends on time: by what they sent. */
  connections: readonly (readonly Buffer[])[];
  /** Rows that prepare has brought into a table. */
  rows: number;
  /** What was said where the command failed; empty otherwise. */
  refusal: string;
}>;

/** How a command is recorded. */
export type Recording = Readonly<{
  args: readonly string[];
  /** What the server says that a table holds. */
  rows: number;
  /** The executed statement, from 1, that meets a serialization failure. */
  failing?: number | undefined;
  /** Statements that any of the connections may send: their messages count, sorted, and not who sent them. */
  isShared?: boolean;
}>;

const COMMON = ["--output=ndjson", "--rand-seed=7", "--placement=free"];
const CONFLICT: Reaction = { kind: "error", sqlstate: "40001", message: "try again" };

/** Runs plumbline-load against a server that writes down what comes. */
export async function record(recording: Recording): Promise<Trace> {
  const server = await startRecorder(recording);
  try {
    const done = await runLoad([`--pgsql-url=${server.url}`, ...COMMON, ...recording.args]);
    return {
      connections: server.connections(),
      rows: done.lines.find((line) => line["type"] === "summary")?.["loaded"]?.[0]?.rows ?? 0,
      refusal: done.code === 0 ? "" : done.stderr.replaceAll(server.port, "PORT").trimEnd(),
    };
  } finally {
    await server.stop();
  }
}

/** Runs plumbline-load on two servers in turn: what each of them was sent. */
export async function recordAgainst(recording: Recording): Promise<Trace[]> {
  const servers = [await startRecorder(recording), await startRecorder(recording)];
  const [base, head] = servers;
  try {
    const urls = [`--pgsql-url=${base!.url}`, `--against=${head!.url}`];
    const done = await runLoad([...urls, ...COMMON, ...recording.args]);
    const refusal = done.code === 0 ? "" : done.stderr;
    return servers.map((server) => ({ connections: server.connections(), rows: 0, refusal }));
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function startRecorder({ rows, failing, isShared = false }: Recording) {
  const received = new Map<number, Buffer[]>();
  const server = await startWireServer({
    received: (message, connection) => {
      const messages = received.get(connection) ?? [];
      received.set(connection, messages);
      messages.push(Buffer.from(message));
    },
    columns: (sql) => tpccColumns(sql) ?? ["c"],
    rows: (sql, message) => {
      const counted = tpccCount(sql, TPCC_WAREHOUSES);
      if (counted !== undefined) return [counted];
      return tpccRows(sql, message, TPCC_WAREHOUSES) ?? answerRows(sql, message, rows);
    },
    execute: (count) => (count === failing ? CONFLICT : { kind: "answer" }),
  });
  return {
    port: String(server.port),
    url: `postgres://sbtest@127.0.0.1:${server.port}/sbtest?sslmode=disable&gssencmode=disable`,
    stop: () => server.stop(),
    connections: () => {
      const connections = [...received.values()];
      return isShared
        ? [connections.flat().sort((a, b) => Buffer.compare(a, b))]
        : connections.sort((a, b) => Buffer.compare(Buffer.concat(a), Buffer.concat(b)));
    },
  };
}

/** A table is empty before prepare, as full afterwards as was prepared, and a value of sql_inserts is that of its key. */
function answerRows(sql: string, message: Buffer, rows: number): readonly string[] {
  if (sql.endsWith(" LIMIT 1")) return [];
  if (/^SELECT count\(\*\) FROM \S+$/.test(sql)) return [String(rows)];
  if (sql.startsWith("SELECT count(*), min(place)")) return ["0"];
  if (!sql.startsWith("SELECT k, v FROM")) return ["1"];
  return [`val:${/[\da-z]:(\d+)/.exec(message.toString("latin1"))?.[1]}`];
}

/** Of all bytes, connection by connection, and of what was said of a failure. */
export function digestOf({ connections, refusal }: Trace): string {
  const hash = createHash("sha256").update(refusal);
  for (const messages of connections) {
    hash.update(`${messages.length}\n`);
    for (const message of messages) hash.update(message);
  }
  return hash.digest("hex");
}

/** The messages of a trace as people read them, a line each. */
export function linesOf(trace: Trace): string[] {
  return trace.connections.flatMap((messages, at) => [`connection ${at + 1}`, ...messages.map(lineOf)]);
}

function lineOf(message: Buffer): string {
  if (message[0] === 0) return `startup ${readable(message.subarray(8))}`;
  const type = String.fromCharCode(message[0]!);
  const body = message.subarray(5);
  if (type !== "B") return `${type} ${readable(body)}`.trimEnd();
  return `B ${readableBind(message)}`;
}

/** Statement and values: numbers of four and eight bytes where they are binary, text otherwise. */
function readableBind(message: Buffer): string {
  const { statement, formats, values, answer } = readBind(message);
  const shown = values.map((value, number) => {
    const isBinary = (formats.length > 1 ? formats[number] : formats[0]) === 1;
    if (value === null) return "NULL";
    if (isBinary && value.length === 4) return `${value.readInt32BE()}`;
    if (isBinary && value.length === 8) return `${value.readBigInt64BE()}`;
    return readable(value);
  });
  return `${statement} (${shown.join(", ")}) formats ${formats.join("")}/${answer.toString("hex")}`;
}

function readable(bytes: Buffer): string {
  const text = bytes.toString("latin1").replace(/\0$/, "");
  return text.replace(/[^ -~]/g, (c) =>
    c === "\0" ? "|" : `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
