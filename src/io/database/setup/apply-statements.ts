/** Single statements of a set-up on a database that has the rest of it already. */
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
      await client.query(`SET statement_timeout = ${Math.ceil(limitMs)}`);
      let said = 0;
      for (const { text, data, sql, session = [] } of together) {
        signal.throwIfAborted();
        for (; said < session.length; said++) await client.query(session[said]!);
        if (sql === undefined) await send(client, { text, line: 0, ...(data === undefined ? {} : { data }) });
        else for (const each of sql) await client.query(each);
      }
    });
    at += together.length;
  }
}
