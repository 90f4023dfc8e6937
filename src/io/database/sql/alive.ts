/** Work on a server without a limit of its own, such as an index of a large table: it goes on as long as the server answers others. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PlumblineError } from "../../../model/errors.ts";
import type { BoundedClient } from "../../host/bounded-client.ts";
import { serverAddress } from "../../host/connection-url.ts";
import { type Ask, type Purpose, queryRows, withClient } from "./connect.ts";

export type AlivePatience = Readonly<{
  /** Milliseconds between two questions. */
  pauseMs: number;
  /** Milliseconds to wait for an answer. */
  answerMs: number;
  /** Questions in a row without an answer, after which nothing is expected any more. */
  questions: number;
}>;

/** About five minutes, as long as a statement under load may wait: a restart or a failover is shorter. */
const PATIENCE: AlivePatience = { pauseMs: 30_000, answerMs: 10_000, questions: 8 };
/** Where what was made is taken away: the next measurement would do it, too. */
const LEAVING: AlivePatience = { pauseMs: 500, answerMs: 1_500, questions: 3 };
/** Longer than any job, for a statement that a connection has forgotten. */
const WORK_MS = 24 * 3_600_000;

/** Connects for work, as withClient does for questions. @throws as withClient, and where the server falls silent */
export async function withWorker<T>(
  url: string,
  { what, signal, limitMs = WORK_MS }: Purpose,
  use: (ask: Ask, client: BoundedClient) => Promise<T>,
): Promise<T> {
  let asked = () => what;
  const work = (ending: AbortSignal) =>
    withClient(url, { what, signal: ending, limitMs }, (ask, client) => {
      asked = () => client.question.what;
      return use(ask, client);
    });
  const patience = signal === null ? LEAVING : PATIENCE;
  return await whileItAnswers(url, work, signal ?? new AbortController().signal, patience).catch(
    (error: unknown) => {
      throw error instanceof Silence
        ? error.with({ message: `${error.message}; it was asked ${asked()}` })
        : error;
    },
  );
}

class Silence extends PlumblineError {}

/**
 * Does some work on a server, and asks the server over connections of its own whether it is there. The work has no limit; a
 * server that does not answer has.
 * @param work gets a signal that ends it, which is the caller's or says that nothing is expected any more
 * @throws what the work throws; PlumblineError of kind "target" where the server fell silent
 */
export async function whileItAnswers<T>(
  url: string,
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  patience: AlivePatience = PATIENCE,
): Promise<T> {
  const silent = new AbortController();
  const over = new AbortController();
  void watch(url, silent, AbortSignal.any([over.signal, signal]), patience);
  try {
    return await work(AbortSignal.any([silent.signal, signal]));
  } catch (error) {
    if (!silent.signal.aborted || signal.aborted) throw error;
    const { pauseMs, answerMs, questions } = patience;
    throw new Silence(
      "target",
      `the server at ${serverAddress(url)} has stopped answering: ${questions} new connections in a row had no answer to SELECT 1 in ${answerMs / 1000} s, with ${pauseMs / 1000} s between them`,
      {
        remedy: "look at its log, and whether its processes are stopped or the way to it is cut",
        cause: error,
      },
    );
  } finally {
    over.abort();
  }
}

async function watch(
  url: string,
  silent: AbortController,
  end: AbortSignal,
  { pauseMs, answerMs, questions }: AlivePatience,
): Promise<void> {
  for (let unanswered = 0; unanswered < questions; ) {
    await sleep(pauseMs, undefined, { signal: end }).catch(() => undefined);
    if (end.aborted) return;
    unanswered = (await answersPing(url, answerMs, end)) ? 0 : unanswered + 1;
  }
  if (!end.aborted) silent.abort();
}

async function answersPing(url: string, limitMs: number, end: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([end, AbortSignal.timeout(limitMs)]);
  try {
    await queryRows(url, { what: "SELECT 1", signal }, "SELECT 1");
    return true;
  } catch (error) {
    // A refusal is an answer, too: all connections may be in use.
    return (error instanceof PlumblineError ? error.cause : error) instanceof pg.DatabaseError;
  }
}
