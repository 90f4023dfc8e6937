/** Connections to a store in PostgreSQL. No answer of it is waited for without end. */
import pg from "pg";
import { BoundedClient, type BoundedConfig, type Question } from "../host/bounded-client.ts";
import { connectByLibpq, type LibpqAttempt, libpqAttempts } from "../host/libpq.ts";
import { wordsOfUrl } from "../host/libpq-words.ts";

const DEFAULT_SCHEMA = "plumbline";
export const CONNECT_TIMEOUT_MS = 15_000;
/** Milliseconds for an answer while a store is opened: nothing that is asked then is large. */
const OPEN_MS = 30_000;
/** Milliseconds more than the server has to end a statement by itself. */
const SPARE_MS = 10_000;

export type PoolOptions = Readonly<{
  /** Ends whatever is asked. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the server ends a statement, unless the URL says otherwise; absent: the server's own limit. */
  statementMs?: number | undefined;
}>;

/** `?schema=` is Prisma's word; the driver ignores it. */
export function openPool(
  url: string,
  { signal, statementMs: usualMs }: PoolOptions = {},
): Readonly<{
  pool: pg.Pool;
  schema: string;
  /** Says how long an answer may take from now on, unless the URL does. */
  allow: (limitMs: number) => void;
}> {
  const words = wordsOfUrl(url);
  const limit = usualMs === undefined || words.has("statement_timeout") ? {} : { statement_timeout: usualMs };
  const attempts = libpqAttempts(url).map((each) => ({ ...each, config: { ...each.config, ...limit } }));
  const schema = words.get("schema") || DEFAULT_SCHEMA;
  const question: Question = { what: "", limitMs: OPEN_MS };
  const late = ({ limitMs }: Question) => new Error(`no answer came in ${limitMs / 1000} s`);
  const statementMs = Number(words.get("statement_timeout") ?? usualMs);
  const allow = (limitMs: number) => {
    question.limitMs = statementMs > 0 ? statementMs + SPARE_MS : limitMs;
  };
  const bounds = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, question, late, signal };
  const pool = new LibpqPool(attempts, bounds);
  // A server that goes away closes idle connections; the next question gets the error, so there is nothing to do here.
  pool.on("error", () => undefined);
  return { pool, schema, allow };
}

type PoolBounds = Omit<BoundedConfig, keyof pg.ClientConfig> &
  Pick<pg.ClientConfig, "connectionTimeoutMillis">;

/** A pool of connections by one way, and by the next one that works where that one fails: to another host, or without TLS. */
class LibpqPool extends pg.Pool {
  readonly #attempts: readonly LibpqAttempt[];
  readonly #bounds: PoolBounds;

  constructor(attempts: readonly LibpqAttempt[], bounds: PoolBounds) {
    const config = {
      ...attempts[0]!.config,
      ...bounds,
      Client: BoundedClient as unknown as new () => pg.ClientBase,
    };
    super(config);
    this.#attempts = attempts;
    this.#bounds = bounds;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(done?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | undefined {
    const found = this.#connect();
    if (done === undefined) return found;
    found.then(
      (client) => done(undefined, client, (error) => client.release(error)),
      (error: Error) => done(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const isSettled = this.#attempts.length === 1 && this.#attempts[0]!.session === "any";
    if (isSettled || this.totalCount > 0) return await super.connect();
    const { client, attempt } = await connectByLibpq(this.#attempts, async (config) => {
      const trial = new BoundedClient({ ...config, ...this.#bounds });
      return await trial.connect().then(
        () => trial,
        async (error: unknown) => {
          await trial.leave();
          throw error;
        },
      );
    });
    await client.end();
    Object.assign(this.options, attempt.config);
    return await super.connect();
  }
}
