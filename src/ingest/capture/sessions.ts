/** Units of work on the connections of a log, one after the other: transactions, and statements that stand alone. */
import type { LogEntry } from "./log/entry.ts";
import { entryMeaning, type Sent } from "./log/said.ts";
import { type Execution, programsWork, Savepoints, withSavepoints } from "./savepoints.ts";
import { databaseKind } from "./sql/marks.ts";
import { LEFT_OUT, purposeOf } from "./sql/purpose.ts";
import { readingOf } from "./sql/shape.ts";
import { splitTokens, statementTokens, type Token } from "./sql/tokens.ts";

/** Work that a script can repeat. */
export type CapturedUnit = Readonly<{
  database: string | null;
  executions: readonly Execution[];
  /** Start and end of the transaction; null for a statement by itself. */
  frame: Readonly<{ begin: string; end: "COMMIT" | "ROLLBACK" }> | null;
}>;

/** Reasons why statements are in no unit, as the messages name them; LEFT_OUT has further ones. */
export const LOST = {
  ...LEFT_OUT,
  failed: "statements that failed, and transactions that met an error",
  unreadable: "statements that cannot be read: cut off, or quoted in an unknown way",
  huge: "statements of more than a megabyte, transactions of more than 500 statements",
  open: "transactions that the log does not show to their end",
} as const;

export type Lost = keyof typeof LOST;

const STATEMENT_MOST = 1_000_000;
const TRANSACTION_MOST = 500;
/** Most statements of one transaction: all tests of a class may share one. */
const REMEMBERED_MOST = 100 * TRANSACTION_MOST;
/** Most connections that are followed at once: those that were silent longest are given up. */
const SESSIONS_MOST = 10_000;

type Transaction = {
  begin: string;
  savepoints: Savepoints;
  migrates: boolean;
};

type LogSession = {
  database: string | null;
  /**
   * The statement that was sent last. It waits for its duration, its error or its plan: auto_explain's entry comes before the server's own
   * (simple protocol) or after it (extended).
   */
  last: (Sent & { of: "entry" | "plan" | "both" }) | null;
  transaction: Transaction | null;
  /** Duration of parsing and binding, which belongs to the execution that comes next. */
  readiedMs: number;
};

export class LogSessions {
  readonly lost = new Map<Lost, number>();
  /** Number of statements that were sent, failed ones among them. */
  statements = 0;
  readonly #sessions = new Map<string, LogSession>();
  /** The first of each kind. */
  readonly #databases = new Map<string, string>();
  readonly #tell: (unit: CapturedUnit) => void;

  /** @param tell gets each unit when it has ended */
  constructor(tell: (unit: CapturedUnit) => void) {
    this.#tell = tell;
  }

  add(entry: LogEntry): void {
    const said = entryMeaning(entry);
    if (said.kind === "nothing") return;
    const session = this.#session(entry);
    switch (said.kind) {
      case "sent": {
        const hasPlan = session.last?.of === "plan" && isSame(session.last, said);
        if (hasPlan) session.last = null;
        this.#settle(session);
        session.last = { ...said, of: hasPlan ? "both" : "entry", ...withReadied(said, session) };
        session.readiedMs = 0;
        return;
      }
      case "readied":
        session.readiedMs += said.durationMs;
        return;
      case "explained":
        if (session.last?.of === "entry" && isSame(session.last, said)) {
          session.last = {
            ...session.last,
            of: "both",
            durationMs: session.last.durationMs ?? said.durationMs,
          };
          return;
        }
        this.#settle(session);
        session.last = { ...said, of: "plan" };
        return;
      case "took":
        if (session.last !== null) session.last = { ...session.last, durationMs: said.durationMs };
        this.#settle(session);
        return;
      case "failed":
        this.#fail(session, said.text);
        return;
      case "gone":
        this.#close(entry.session, session);
    }
  }

  end(): void {
    for (const [name, session] of this.#sessions) this.#close(name, session);
  }

  #session({ session: name, database }: LogEntry): LogSession {
    const known = this.#sessions.get(name);
    // Setting it again keeps the map in order: its first connection is the one that was silent longest.
    this.#sessions.delete(name);
    const session = known ?? { database: null, last: null, transaction: null, readiedMs: 0 };
    session.database ??= database === null ? null : this.#firstLike(database);
    this.#sessions.set(name, session);
    if (this.#sessions.size > SESSIONS_MOST) {
      const [[oldest, silent]] = [...this.#sessions.entries()].slice(0, 1) as [[string, LogSession]];
      this.#close(oldest, silent);
    }
    return session;
  }

  /** Tests that have a database each count as those of one. */
  #firstLike(database: string): string {
    const kind = databaseKind(database);
    const first = this.#databases.get(kind) ?? database;
    this.#databases.set(kind, first);
    return first;
  }

  #close(name: string, session: LogSession): void {
    this.#settle(session);
    if (session.transaction !== null) this.#lose("open", session.transaction.savepoints.statements);
    this.#sessions.delete(name);
  }

  #lose(why: Lost, count = 1): void {
    if (count > 0) this.lost.set(why, (this.lost.get(why) ?? 0) + count);
  }

  #fail(session: LogSession, text: string): void {
    const { last } = session;
    session.readiedMs = 0;
    const isOfLast =
      last !== null && last.durationMs === null && (text === "" || text.trim() === last.text.trim());
    if (isOfLast) session.last = null;
    this.#settle(session);
    if (isOfLast || text !== "") this.#lose("failed");
    if (isOfLast) this.statements += 1;
    if (session.transaction !== null) session.transaction.savepoints.innermost.hasFailed = true;
  }

  /** Takes the statement that was sent last: all entries about it have been read. */
  #settle(session: LogSession): void {
    const { last } = session;
    session.last = null;
    if (last === null) return;
    this.statements += 1;
    const tokens = last.text.length > STATEMENT_MOST ? null : statementTokens(last.text);
    if (tokens === null || last.text.includes("\ufffd")) {
      this.#lose(last.text.length > STATEMENT_MOST ? "huge" : "unreadable");
      if (session.transaction !== null) session.transaction.savepoints.innermost.hasFailed = true;
      return;
    }
    const parts = splitTokens(tokens);
    const durationMs = last.durationMs === null ? null : last.durationMs / parts.length;
    // Several statements in one message are a transaction, unless they say otherwise.
    const isImplied =
      parts.length > 1 &&
      session.transaction === null &&
      parts.every((part) => purposeOf(part).kind !== "frame");
    if (isImplied) session.transaction = beginTransaction("BEGIN");
    for (const part of parts) this.#take(session, part, { ...last, durationMs });
    if (isImplied) this.#commit(session, "COMMIT");
  }

  #take(session: LogSession, tokens: readonly Token[], { values, protocol, durationMs }: Sent): void {
    const purpose = purposeOf(tokens);
    const { transaction } = session;
    if (purpose.kind === "left out") {
      this.#lose(purpose.why);
      if (purpose.why === "schema" && transaction !== null) transaction.migrates = true;
      return;
    }
    if (purpose.kind === "work") {
      const execution = { reading: readingOf(tokens, values), protocol, durationMs };
      if (transaction === null)
        this.#tell({ database: session.database, executions: [execution], frame: null });
      else transaction.savepoints.add(execution);
      return;
    }
    if (purpose.frame === "begin") session.transaction ??= beginTransaction(keywords(tokens));
    else if (purpose.frame === "commit") this.#commit(session, "COMMIT");
    else if (purpose.frame === "rollback") this.#commit(session, "ROLLBACK");
    else transaction?.savepoints.mark(purpose.frame, savepointName(tokens));
  }

  #commit(session: LogSession, end: "COMMIT" | "ROLLBACK"): void {
    const { transaction, database } = session;
    session.transaction = null;
    if (transaction === null) return;
    const { begin, savepoints, migrates } = transaction;
    const isTest = end === "ROLLBACK" && savepoints.hasBlocks;
    if (migrates || savepoints.statements > REMEMBERED_MOST || (savepoints.hasFailed && !isTest)) {
      this.#lose(migrates ? "schema" : savepoints.hasFailed ? "failed" : "huge", savepoints.statements);
    } else if (isTest) {
      const { units, failed } = programsWork(savepoints.root);
      this.#lose("failed", failed);
      for (const { executions, isTransaction } of units)
        this.#deliver(database, executions, isTransaction ? { begin: "BEGIN", end: "COMMIT" } : null);
    } else {
      this.#deliver(database, withSavepoints(savepoints.root), { begin, end });
    }
  }

  #deliver(database: string | null, executions: readonly Execution[], frame: CapturedUnit["frame"]): void {
    if (executions.length > TRANSACTION_MOST) this.#lose("huge", executions.length);
    else if (executions.length > 0) this.#tell({ database, executions, frame });
  }
}

/** Compares without blanks at the ends, which auto_explain removes. */
function isSame(one: Sent, other: Sent): boolean {
  return one.text.trim() === other.text.trim();
}

function withReadied({ durationMs }: Sent, { readiedMs }: LogSession): Pick<Sent, "durationMs"> {
  return { durationMs: durationMs === null ? null : durationMs + readiedMs };
}

function beginTransaction(begin: string): Transaction {
  return { begin, savepoints: new Savepoints(), migrates: false };
}

/** Words of a BEGIN without its punctuation, such as BEGIN ISOLATION LEVEL SERIALIZABLE. */
function keywords(tokens: readonly Token[]): string {
  const words = tokens.filter(({ kind }) => kind === "word").map(({ text }) => text.toUpperCase());
  return words
    .filter((word) => word !== "TRANSACTION" && word !== "START" && word !== "WORK")
    .join(" ")
    .replace(/^(?!BEGIN)/, "BEGIN ")
    .trim();
}

function savepointName(tokens: readonly Token[]): string {
  return tokens.findLast(({ kind }) => kind === "word" || kind === "quoted")?.text ?? "";
}
