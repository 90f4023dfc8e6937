/** Single statements of a set-up on a database that has the rest of it already. */
import type pg from "pg";
import type { NewStatement } from "../../../analysis/cause/units.ts";
import { withClient } from "../sql/connect.ts";
import { send } from "./sql-file.ts";

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
    await withClient(url, async (client) => {
      let said: readonly string[] | null = null;
      for (const { text, data, sql, session = [] } of together) {
        signal.throwIfAborted();
        if (said !== null && said.join() !== session.join()) await client.query("RESET ALL");
        if (said?.join() !== session.join()) await setSession(client, session, limitMs);
        said = session;
        if (sql === undefined) await send(client, { text, line: 0, ...(data === undefined ? {} : { data }) });
        else for (const each of sql) await client.query(each);
      }
    });
    at += together.length;
  }
}

/** Settings of a place in a file. A dump's own takes the limit away, which is to stay. */
async function setSession(client: pg.Client, session: readonly string[], limitMs: number): Promise<void> {
  for (const each of session) await client.query(each);
  await client.query(`SET statement_timeout = ${Math.ceil(limitMs)}`);
}
