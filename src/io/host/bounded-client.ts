/** A connection to PostgreSQL on which nothing is waited for without a limit: no answer, and no end of the connection. */
import { type EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ConnectionOptions } from "node:tls";
import pg from "pg";
import { TIMER_MOST_MS, withinTime } from "./until.ts";

/** May be changed between two questions. */
export type Question = {
  /** Words of the next question, after "when it was asked": "for its version". */
  what: string;
  /** Milliseconds that one answer may take. */
  limitMs: number;
};

export type BoundedConfig = pg.PoolConfig &
  Readonly<{
    question: Question;
    /** Error of an answer that is late. */
    late: (question: Question) => Error;
    signal?: AbortSignal | undefined;
  }>;

/** How a connection that was made leads to its server. */
export type ServerWay = Readonly<{
  /** A name, an address, or the folder of its sockets. */
  host: string;
  port: number;
  /** Null: without TLS. */
  ssl: ConnectionOptions | null;
  /** The one that the server asked for; null: none. */
  password: string | null;
}>;

/** Milliseconds for a server to take note of a cancel request, or of the end of a connection. */
const LEAVE_MS = 1_000;
const CANCEL_REQUEST = 80877102;

/**
 * A question that takes too long, or that the signal interrupts, ends with its connection: one that is busy is of no more use. The server
 * is asked to end what runs.
 */
export class BoundedClient extends pg.Client {
  readonly question: Question;
  #waiting: NodeJS.Timeout | undefined;
  #broken: Error | null = null;
  #cancelled: Promise<unknown> = Promise.resolve();

  constructor(whole: BoundedConfig) {
    const { question, late, signal, ...config } = whole;
    // A pool hides the password from those who list its options.
    super({ ...config, ...(whole.password === undefined ? {} : { password: whole.password }) });
    this.question = question;
    const interrupt = () => this.cut(signal?.reason);
    signal?.addEventListener("abort", interrupt, { once: true });
    const wait = () =>
      setTimeout(() => this.cut(late(question)), Math.min(question.limitMs, TIMER_MOST_MS)).unref();
    const query = this.query.bind(this) as BoundedClient["query"];
    const end = this.end.bind(this) as BoundedClient["end"];
    // Callers have the many forms of pg's own.
    this.query = ((...words: Parameters<typeof query>) => {
      // What is asked behind a question that hangs does not give it more time.
      this.#waiting ??= wait();
      return query.apply(this, words);
    }) as typeof query;
    this.#connection.on("readyForQuery", () => {
      if (this.#waiting === undefined) return;
      this.#rest();
      this.#waiting = wait();
    });
    this.end = ((...words: Parameters<typeof end>) => {
      signal?.removeEventListener("abort", interrupt);
      this.#rest();
      setTimeout(() => this.stream.destroy(), LEAVE_MS).unref();
      return end.apply(this, words);
    }) as typeof end;
    // A server that goes away while nothing is asked of it is noticed by the next question.
    this.on("error", (error) => {
      if (this.#waiting !== undefined) this.#broken ??= error;
      this.#rest();
    });
    this.on("drain", () => this.#rest());
  }

  /** Why the connection ended while an answer was waited for; null: it did not. */
  get broken(): Error | null {
    return this.#broken;
  }

  /** Ends the connection at once: whatever is asked, or is asked later, fails. */
  cut(why: Error): void {
    if (this.#broken !== null) return;
    this.#broken = why;
    if (this.#waiting !== undefined) this.#cancelled = this.#cancel().catch(() => undefined);
    this.#rest();
    this.stream.destroy(why);
  }

  get way(): ServerWay {
    const { host, port } = this;
    // Words that pg has and says in no type, or in another; until the server asks for it the password is a function.
    const { ssl, password } = this as unknown as { ssl: ConnectionOptions | false; password: unknown };
    return { host, port, ssl: ssl || null, password: typeof password === "string" ? password : null };
  }

  /** Process id of the server's side, which pg knows and says in no type. */
  get processId(): number {
    return (this as unknown as { processID: number }).processID;
  }

  /** Takes leave. Throws nothing; the server has heard by then that nobody waits any more. */
  async leave(): Promise<void> {
    await Promise.all([this.#cancelled, this.end().catch(() => undefined)]);
  }

  #rest(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  /** With TLS it becomes another one. */
  get stream(): Socket {
    return this.#connection.stream;
  }

  /** An object that pg's types do not describe. */
  get #connection(): EventEmitter & { stream: Socket } {
    return (this as unknown as { connection: EventEmitter & { stream: Socket } }).connection;
  }

  /** The server closes the connection when it has sent the signal. */
  async #cancel(): Promise<void> {
    const { processID, secretKey } = this as unknown as Record<"processID" | "secretKey", number | null>;
    if (processID === null || secretKey === null) return;
    const { host, port } = this;
    const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const request = Buffer.alloc(16);
    [request.length, CANCEL_REQUEST, processID, secretKey].forEach((word, at) => {
      request.writeInt32BE(word, at * 4);
    });
    socket.write(request);
    await withinTime(once(socket.resume(), "close"), LEAVE_MS).finally(() => socket.destroy());
  }
}
