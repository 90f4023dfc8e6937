/** Single statements of a set-up on a database that has the rest of it already. */
import type { NewStatement } from "../../../analysis/cause/units.ts";
import { type Ask, withClient } from "../sql/connect.ts";
import { sendStatement } from "./sql-file.ts";

/** Milliseconds more than the server has to end a statement by itself. */
const SPARE_MS = 30_000;

/**
 * Runs statements, those that follow each other in a file on one connection.
 * @param limitMs that each may take
 * @throws the server's words
 */
export async function applyStatements(
  url: string,
  statements: readonly NewStatement[],
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < statements.length; ) {
    const { file } = statements[at]!;
    const end = statements.findIndex((each, position) => position > at && each.file !== file);
    const together = statements.slice(at, end < 0 ? undefined : end);
    const purpose = { what: `to run a statement of ${file}`, signal, limitMs: limitMs + SPARE_MS };
    await withClient(url, purpose, async (ask, client) => {
      let said: readonly string[] | null = null;
      for (const { text, data, sql, session = [] } of together) {
        signal.throwIfAborted();
        if (said !== null && said.join() !== session.join()) await ask("RESET ALL");
        if (said?.join() !== session.join()) await setSession(ask, session, limitMs);
        said = session;
        if (sql === undefined)
          await sendStatement(client, { text, line: 0, ...(data === undefined ? {} : { data }) });
        else for (const each of sql) await ask(each);
      }
    });
    at += together.length;
  }
}

/** Settings of a place in a file. A dump's own takes the limit away, which is to stay. */
async function setSession(ask: Ask, session: readonly string[], limitMs: number): Promise<void> {
  for (const each of session) await ask(each);
  await ask(`SET statement_timeout = ${Math.ceil(limitMs)}`);
}
