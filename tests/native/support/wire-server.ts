/**
 * A scripted PostgreSQL-wire server for the paths that a healthy server never shows: it answers every statement as a real one
 * would, except where the script of the test says otherwise.
 *
 * Speaks the start-up without encryption or password, simple queries, the extended protocol as far as libpq uses it, and COPY
 * FROM STDIN.
 */
import { createServer, type Server, type Socket } from "node:net";

/** What happens instead of, or around, the answer to one executed statement. */
export type Reaction =
  | { readonly kind: "answer" }
  /** A NoticeResponse in front of the answer. */
  | { readonly kind: "notice"; readonly message: string }
  | { readonly kind: "error"; readonly sqlstate: string; readonly message: string }
  | { readonly kind: "delay"; readonly ms: number }
  /** An ErrorResponse of severity FATAL, then the end of the connection, as a server that shuts down sends it. */
  | { readonly kind: "fatal"; readonly sqlstate: string; readonly message: string }
  /** Nothing, now or later: not even what is asked for next is answered. */
  | { readonly kind: "silence" }
  /** The answer, after which nothing is read any more. */
  | { readonly kind: "deaf" }
  /** The connection is reset. */
  | { readonly kind: "reset" }
  /** The connection ends without a word. */
  | { readonly kind: "close" }
  /** Half of the answer, then the end of the connection. */
  | { readonly kind: "truncate" }
  /** These bytes instead of the answer. */
  | { readonly kind: "bytes"; readonly bytes: Buffer }
  /** Half of the answer, and the rest so much later. */
  | { readonly kind: "hesitate"; readonly ms: number };

export type WireScript = Readonly<{
  /** What a client that logs in meets; `connection` counts from 1. The default lets it in. */
  login?: (connection: number) => Reaction;
  /** What a request for TLS meets: the answer is yes, without a certificate to follow. The default refuses it. */
  tls?: () => Reaction;
  /** What a request to cancel meets; the default ends its connection, as a server does. */
  cancel?: () => Reaction;
  /** What is behind a connection, as it is told at the login; none: its number. */
  processId?: (connection: number) => number;
  /** What the login tells beside what libpq needs; it may say that otherwise. */
  parameters?: Readonly<Record<string, string>>;
  /** What a statement meets that is to be prepared. */
  prepare?: (sql: string, connection: number) => Reaction;
  /** What an executed statement meets; `count` is over all connections, from 1. Preparing is not executing. */
  execute?: (count: number, sql: string, connection: number) => Reaction;
  /** The rows of an answer, each the value of all its columns, or a value for each; none: no rows. `message` is what asked: a Bind, or
   * a simple query. */
  rows?: (sql: string, message: Buffer, connection: number) => readonly (string | readonly string[])[];
  /** Names of the columns of an answer's rows; none: one, called c. */
  columns?: (sql: string) => readonly string[];
  /** What the rows of a COPY meet once all are there. */
  copied?: (connection: number) => Reaction;
  /** Called with every message as it comes, whole; the first of a connection has no type. */
  received?: (message: Buffer, connection: number) => void;
  /** Sends answers in pieces of so many bytes, each in a packet of its own where the network leaves it alone. */
  pieceBytes?: number;
}>;

export interface WireServer {
  readonly port: number;
  /** Connections that were opened, and statements that were executed. */
  readonly connections: number;
  readonly statements: readonly string[];
  /** Rejects with what the script has thrown: nobody waits for its answer then, for the server is gone at once. */
  stop(): Promise<void>;
}

const PARAMETERS = {
  server_version: "15.0",
  client_encoding: "UTF8",
  standard_conforming_strings: "on",
  integer_datetimes: "on",
};
const ANSWER: Reaction = { kind: "answer" };
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;
const CHAR_120 = "83868641912-28773972837-60736120486-75162659906-27563526494-".repeat(2);

/** Starts a server on a free port of 127.0.0.1. */
export async function startWireServer(script: WireScript = {}): Promise<WireServer> {
  const sockets = new Set<Socket>();
  const statements: string[] = [];
  const failures: unknown[] = [];
  let connections = 0;
  const server: Server = createServer({ noDelay: true }, (socket) => {
    const number = ++connections;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    serve(socket, number, script, statements, fail);
  });
  const leave = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const fail = (failure: unknown) => {
    failures.push(failure);
    void leave();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the wire server has no port");
  return {
    port: address.port,
    get connections() {
      return connections;
    },
    statements,
    stop: async () => {
      await leave();
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** The state of one connection: which transaction, which statements, and whether messages are skipped until Sync. */
type Session = {
  readonly socket: Socket;
  readonly number: number;
  readonly script: WireScript;
  readonly executed: string[];
  readonly prepared: Map<string, string>;
  bound: string;
  /** The Bind of it. */
  binding: Buffer;
  transaction: "I" | "T" | "E";
  isSkipping: boolean;
  hasStarted: boolean;
};

/** @param fail told what a function of the script throws */
function serve(
  socket: Socket,
  number: number,
  script: WireScript,
  executed: string[],
  fail: (failure: unknown) => void,
): void {
  const session: Session = {
    socket,
    number,
    script,
    executed,
    prepared: new Map(),
    bound: "",
    binding: Buffer.alloc(0),
    transaction: "I",
    isSkipping: false,
    hasStarted: false,
  };
  let input = Buffer.alloc(0);
  let turn = Promise.resolve();
  socket.on("data", (data) => {
    input = Buffer.concat([input, data]);
    for (let size = messageSize(session, input); size > 0; size = messageSize(session, input)) {
      const message = input.subarray(0, size);
      input = input.subarray(size);
      if (!session.hasStarted && isLogin(message)) session.hasStarted = true;
      told(() => script.received?.(message, number));
      // One after the other: a delayed answer must not be overtaken.
      turn = turn.then(() => (socket.destroyed ? undefined : onMessage(session, message))).catch(fail);
    }
  });

  function told(tell: () => void): void {
    try {
      tell();
    } catch (failure) {
      fail(failure);
    }
  }
}

/** Bytes of the first message, 0 while it is incomplete. The messages before and including the login have no type. */
function messageSize(session: Session, input: Buffer): number {
  const typeBytes = session.hasStarted ? 1 : 0;
  if (input.length < typeBytes + 4) return 0;
  const size = typeBytes + input.readUInt32BE(typeBytes);
  return input.length < size ? 0 : size;
}

function isLogin(message: Buffer): boolean {
  return ![SSL_REQUEST, GSS_REQUEST, CANCEL_REQUEST].includes(message.readUInt32BE(4));
}

async function onMessage(session: Session, message: Buffer): Promise<void> {
  const isTyped = message[0] !== 0; // A length's first byte is 0, a type is a letter.
  if (!isTyped) return onStartup(session, message.readUInt32BE(4));
  const type = String.fromCharCode(message[0]!);
  const body = message.subarray(5);
  if (type === "X") return void session.socket.end();
  if (type === "S") {
    session.isSkipping = false;
    return send(session, ready(session));
  }
  if (session.isSkipping) return;
  switch (type) {
    case "P": {
      const [name, sql] = strings(body, 2);
      const reaction = session.script.prepare?.(sql!, session.number) ?? ANSWER;
      if (reaction.kind !== "error") session.prepared.set(name!, sql!);
      return react(session, reaction, packet("1"));
    }
    case "B": {
      const [, name] = strings(body, 2);
      session.bound = session.prepared.get(name!) ?? "";
      session.binding = message;
      return send(session, packet("2"));
    }
    case "D": {
      const isStatement = body[0] === "S".charCodeAt(0);
      const sql = isStatement
        ? (session.prepared.get(strings(body.subarray(1), 1)[0]!) ?? "")
        : session.bound;
      return send(
        session,
        Buffer.concat([isStatement ? parameters(sql) : Buffer.alloc(0), description(session, sql)]),
      );
    }
    case "E":
      return execute(session, session.bound, answer(session, session.bound, session.binding));
    case "C":
      return send(session, packet("3"));
    case "c": {
      const reaction = session.script.copied?.(session.number) ?? ANSWER;
      await react(session, reaction, packet("C", Buffer.from("COPY 0\0")));
      return sendReady(session);
    }
    case "Q": {
      const sql = strings(body, 1)[0]!;
      if (isCopy(sql)) {
        await execute(session, sql, copyIn(sql));
        return session.isSkipping ? sendReady(session) : undefined;
      }
      const answered = answer(session, sql, message);
      await execute(
        session,
        sql,
        hasRow(sql) ? Buffer.concat([description(session, sql), answered]) : answered,
      );
      return sendReady(session);
    }
    default:
      return;
  }
}

async function onStartup(session: Session, code: number): Promise<void> {
  if (code === SSL_REQUEST && session.script.tls)
    return react(session, session.script.tls(), Buffer.from("S"));
  if (code === SSL_REQUEST || code === GSS_REQUEST) return send(session, Buffer.from("N"));
  if (code === CANCEL_REQUEST) {
    if (session.script.cancel) return react(session, session.script.cancel(), Buffer.alloc(0));
    return void session.socket.end();
  }
  const parameterStatus = (name: string, value: string) => packet("S", Buffer.from(`${name}\0${value}\0`));
  const welcome = Buffer.concat([
    packet("R", uint32(0)),
    ...Object.entries({ ...PARAMETERS, ...session.script.parameters }).map(([name, value]) =>
      parameterStatus(name, value),
    ),
    packet("K", uint32(session.script.processId?.(session.number) ?? 1), uint32(session.number)),
    ready(session),
  ]);
  await react(session, session.script.login?.(session.number) ?? ANSWER, welcome);
}

async function execute(session: Session, sql: string, answered: Buffer): Promise<void> {
  session.executed.push(sql);
  const reaction = session.script.execute?.(session.executed.length, sql, session.number) ?? ANSWER;
  if (reaction.kind !== "error") followTransaction(session, sql);
  await react(session, reaction, answered);
}

async function react(session: Session, reaction: Reaction, answered: Buffer): Promise<void> {
  const { socket } = session;
  switch (reaction.kind) {
    case "answer":
      return send(session, answered);
    case "notice":
      return send(session, Buffer.concat([report("N", "NOTICE", "00000", reaction.message), answered]));
    case "silence":
      return new Promise(() => undefined);
    case "deaf":
      await send(session, answered);
      socket.pause();
      return new Promise(() => undefined);
    case "reset":
      return void socket.resetAndDestroy();
    case "delay":
      await new Promise((resolve) => setTimeout(resolve, reaction.ms));
      return socket.destroyed ? undefined : send(session, answered);
    case "error":
      session.isSkipping = true;
      if (session.transaction === "T") session.transaction = "E";
      return send(session, report("E", "ERROR", reaction.sqlstate, reaction.message));
    case "fatal":
      return void socket.end(report("E", "FATAL", reaction.sqlstate, reaction.message));
    case "close":
      return void socket.destroy();
    case "bytes":
      return send(session, reaction.bytes);
    case "hesitate": {
      const half = Math.floor(answered.length / 2);
      await send(session, answered.subarray(0, half));
      await new Promise((resolve) => setTimeout(resolve, reaction.ms));
      return socket.destroyed ? undefined : send(session, answered.subarray(half));
    }
    case "truncate":
      return void socket.end(answered.subarray(0, Math.floor(answered.length / 2)));
  }
}

/** What was refused is over: the next message counts. */
async function sendReady(session: Session): Promise<void> {
  session.isSkipping = false;
  return session.socket.destroyed ? undefined : send(session, ready(session));
}

async function send(session: Session, bytes: Buffer): Promise<void> {
  const piece = session.script.pieceBytes ?? bytes.length;
  for (let at = 0; at < bytes.length; at += piece) {
    session.socket.write(bytes.subarray(at, at + piece));
    if (piece < bytes.length) await new Promise((resolve) => setImmediate(resolve));
  }
}

// Messages, as PostgreSQL's documentation has them in "Message Formats".

function packet(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), uint32(body.length + 4), body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** What a Bind asks for. A value that is NULL is null. */
export type Binding = Readonly<{
  statement: string;
  /** None, one for all parameters, or one for each: 0 is text, 1 is binary. */
  formats: readonly number[];
  values: readonly (Buffer | null)[];
  /** Formats of the answer's columns, as they came. */
  answer: Buffer;
}>;

/** @param message a Bind, whole */
export function readBind(message: Buffer): Binding {
  const [portal, statement] = strings(message.subarray(5), 2);
  let at = 5 + portal!.length + statement!.length + 2;
  const uint16 = () => {
    at += 2;
    return message.readUInt16BE(at - 2);
  };
  const formats = Array.from({ length: uint16() }, uint16);
  const values = Array.from({ length: uint16() }, () => {
    const length = message.readInt32BE(at);
    const value = message.subarray(at + 4, at + 4 + Math.max(0, length));
    at += 4 + value.length;
    return length < 0 ? null : value;
  });
  return { statement: statement!, formats, values, answer: message.subarray(at) };
}

/** The first `count` strings of a message body, each ended by NUL. */
function strings(body: Buffer, count: number): string[] {
  return body.toString("latin1").split("\0", count);
}

function report(type: "E" | "N", severity: string, sqlstate: string, message: string): Buffer {
  return packet(type, Buffer.from(`S${severity}\0V${severity}\0C${sqlstate}\0M${message}\0\0`));
}

const ready = (session: Session): Buffer => packet("Z", Buffer.from(session.transaction));

const hasRow = (sql: string): boolean => /^\s*(select|show|with)|\sreturning\s/i.test(sql);

function parameters(sql: string): Buffer {
  const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
  return packet("t", uint16(count), ...Array.from({ length: count }, () => uint32(23)));
}

const columnsOf = ({ script }: Session, sql: string): readonly string[] => script.columns?.(sql) ?? ["c"];

/** Columns of type char(120), whatever is selected. */
function description(session: Session, sql: string): Buffer {
  if (!hasRow(sql)) return packet("n");
  const columns = columnsOf(session, sql);
  const fields = columns.flatMap((name) => [
    Buffer.from(`${name}\0`),
    uint32(0),
    uint16(0),
    uint32(1042),
    uint16(0xffff),
    uint32(124),
    uint16(0),
  ]);
  return packet("T", uint16(columns.length), ...fields);
}

const isCopy = (sql: string): boolean => /^\s*copy/i.test(sql);

/** The server waits for rows now. */
function copyIn(sql: string): Buffer {
  return packet("G", Buffer.from([/binary/.test(sql) ? 1 : 0]), uint16(0));
}

function answer(session: Session, sql: string, message: Buffer): Buffer {
  const { script, number } = session;
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? "";
  const rows = script.rows?.(sql, message, number) ?? [CHAR_120];
  const tags: Record<string, string> = {
    SELECT: `SELECT ${rows.length}`,
    SHOW: "SHOW",
    INSERT: "INSERT 0 1",
    UPSERT: "INSERT 0 1",
    UPDATE: "UPDATE 1",
    DELETE: "DELETE 1",
  };
  const complete = packet("C", Buffer.from(`${tags[word] ?? word}\0`));
  if (!hasRow(sql)) return complete;
  const columns = columnsOf(session, sql);
  const rowOf = (row: string | readonly string[]) =>
    columns.flatMap((_, column) => {
      const value = typeof row === "string" ? row : row[column]!;
      return [uint32(value.length), Buffer.from(value)];
    });
  return Buffer.concat([
    ...rows.map((value) => packet("D", uint16(columns.length), ...rowOf(value))),
    complete,
  ]);
}

function followTransaction(session: Session, sql: string): void {
  if (/^\s*(begin|start)/i.test(sql)) session.transaction = "T";
  if (/^\s*(commit|end|rollback)/i.test(sql)) session.transaction = "I";
}
