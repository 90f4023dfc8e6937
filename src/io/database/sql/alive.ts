/** Checks that a server still answers while work without a limit of time waits for it, such as an index of a large table. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PlumblineError } from "../../../model/errors.ts";
import { within } from "../../host/until.ts";
import { withClient } from "./connect.ts";
import { serverAddress } from "./connection-url.ts";

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
    throw new PlumblineError(
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
    unanswered = (await answers(url, answerMs)) ? 0 : unanswered + 1;
  }
  if (!end.aborted) silent.abort();
}

async function answers(url: string, limitMs: number): Promise<boolean> {
  const asked = withClient(url, (client) => client.query("SELECT 1")).then(
    () => true,
    // A refusal is an answer, too: all connections may be in use.
    (error: unknown) => (error instanceof PlumblineError ? error.cause : error) instanceof pg.DatabaseError,
  );
  return (await within(asked, limitMs)) ?? false;
}
