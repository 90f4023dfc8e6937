/** Servers that speak PostgreSQL's protocol and are not PostgreSQL: what of it they lack. */

/** @param version what the server's `version()` says: YugabyteDB calls itself PostgreSQL, too */
export function isPostgresql(version: string): boolean {
  return /^PostgreSQL(?!.*-YB-)/.test(version);
}

/**
 * A migration as such a server takes it: without how PostgreSQL is to lay out long values, which the others neither do nor read (a
 * syntax error on CockroachDB, refused by YugabyteDB before 2025.2).
 */
export function sqlFor(version: string, sql: string): string {
  return isPostgresql(version) ? sql : sql.replace(/^ALTER TABLE .* SET STORAGE \w+;$/gm, "");
}
