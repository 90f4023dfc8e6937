/** Servers of PostgreSQL's protocol that keep a client waiting, each in its own way. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { startWireServer, type WireServer } from "../native/support/wire-server.ts";

export type QuietServer = Readonly<{
  port: number;
  /** Connection URL with a password, which no error may show. */
  url: string;
  /** What came on connections after their login. */
  asked: readonly string[];
  /** Process id and key of every cancel request, as "1 7". */
  cancelled: readonly string[];
  stop(): Promise<void>;
}>;

const VERSION = "PostgreSQL 15.1 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 12.2.0, 64-bit";
const CANCEL_REQUEST = 80877102;

/** Answers the login and the first statements, and then nothing, or half an answer and the end. */
export async function startQuietServer(
  answers = 0,
  then: "silence" | "truncate" = "silence",
): Promise<QuietServer> {
  const asked: string[] = [];
  const cancelled: string[] = [];
  const server: WireServer = await startWireServer({
    execute: (count, sql) => {
      asked.push(sql);
      return { kind: count <= answers ? "answer" : then };
    },
    received: (message) => {
      if (message.length === 16 && message.readUInt32BE(4) === CANCEL_REQUEST)
        cancelled.push(`${message.readUInt32BE(8)} ${message.readUInt32BE(12)}`);
    },
    columns: (sql) =>
      /information_schema/.test(sql) ? ["schema", "name"] : [/version\(\)/.test(sql) ? "version" : "c"],
    rows: (sql) => (/version\(\)/.test(sql) ? [VERSION] : []),
  });
  return { port: server.port, url: urlOf(server.port), asked, cancelled, stop: () => server.stop() };
}

/**
 * A server that never closes a connection.
 * @param meet what a connection gets
 */
export async function startRawServer(meet: (socket: Socket) => void): Promise<QuietServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    meet(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    const closed = once(server, "close");
    server.close();
    await closed;
  };
  return { port, url: urlOf(port), asked: [], cancelled: [], stop };
}

/** Takes what comes, and says nothing. */
export const mute = (socket: Socket): void => void socket.resume();

/** Logs everyone in, and answers nothing and no end of a connection, as a server does whose processes are stopped. */
export function stopped(socket: Socket): void {
  socket.once("data", () => socket.write(WELCOME)).resume();
}

/** Logs everyone in, and answers the next words with one byte every so many milliseconds, of a row that has no end. */
export function dripping(pauseMs: number): (socket: Socket) => void {
  return (socket) => {
    socket.once("data", () => {
      socket.write(WELCOME);
      socket.once("data", () => {
        // A notice that is announced as larger than ever comes.
        let left = Buffer.from([0x4e, 0x00, 0xff, 0xff, 0xff]);
        const drip = setInterval(() => {
          socket.write(left.subarray(0, 1));
          left = left.length > 1 ? left.subarray(1) : Buffer.from("S");
        }, pauseMs);
        socket.on("close", () => clearInterval(drip));
      });
    });
    socket.resume();
  };
}

/** AuthenticationOk, BackendKeyData and ReadyForQuery. */
const WELCOME = Buffer.from("R\0\0\0\b\0\0\0\0K\0\0\0\f\0\0\0\u0001\0\0\0\u0002Z\0\0\0\u0005I");

function urlOf(port: number): string {
  return `postgres://plumb:hush@127.0.0.1:${port}/app?sslmode=disable`;
}
