/** Which of the environments of a knexfile reads its connection. */
import { connectionPart, namesRead } from "../connection.ts";

const TAKES_WORDS = /"knex"\s*:\s*"[^"\d]*(?:[1-9]|0\.9[5-9])/;

/** Since 0.95 words go before a knexfile. Behind a script they reach its last program. */
export function knexConnection(manifest: string, script: string | null): string | null {
  const isLast = script === null || /\bknex\b[^&|;]*\bmigrate:latest\b[^&|;]*$/.test(script);
  return TAKES_WORDS.test(manifest) && isLast ? '--client pg --connection "$DATABASE_URL"' : null;
}

/** Knex takes the environment "development" unless it is told: the one that reads the connection is another one, maybe. */
export function knexEnvironment(knexfile: string): string {
  const blocks = knexfile.split(/^[ \t]+(?:["']?)(\w+)(?:["']?)\s*:\s*\{/m);
  const named = blocks.flatMap((name, i) => (i % 2 === 1 ? [{ name, text: blocks[i + 1]! }] : []));
  const reads = (text: string) =>
    /\bDATABASE_URL\b/.test(text) || namesRead(text).some((name) => connectionPart(name) !== null);
  const isEnvironment = (name: string) => /^(?:development|test|testing|staging|production|ci)$/.test(name);
  let at = "development";
  const known = new Map<string, boolean>();
  for (const { name, text } of named) {
    if (isEnvironment(name)) at = name;
    known.set(at, (known.get(at) ?? false) || reads(text));
  }
  if (known.get("development") !== false) return "";
  const other = [...known].find(([, isRead]) => isRead)?.[0];
  return other === undefined ? "" : ` --env ${other}`;
}
