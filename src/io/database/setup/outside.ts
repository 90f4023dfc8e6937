/** Set-up SQL whose outcome its own text does not decide: it reads files of the server, other databases, or the clock. */

/** Names are enough: a word too many costs a load, a word too few would bring back old data. */
const OUTSIDE: readonly RegExp[] = [
  /\bcopy\b[^;]*\bfrom\s+(?:program\s+)?(?:e?'|\$)/i,
  /\b(?:pg_read_(?:binary_)?file|pg_ls_\w+|pg_stat_file|lo_import)\b/i,
  /\b(?:dblink\w*|foreign\s+data\s+wrapper|file_fdw|postgres_fdw|import\s+foreign\s+schema)\b/i,
  /\btablespace\b/i,
  // Shops have tables of that name.
  /\b(?:create|alter)\s+subscription\b/i,
  /\bload\s+'/i,
];

export function readsOutside(sql: string): boolean {
  return OUTSIDE.some((words) => words.test(sql));
}

const CLOCK =
  /\b(?:now\s*\(|current_(?:date|time|timestamp)\b|localtime(?:stamp)?\b|(?:clock|statement|transaction)_timestamp\s*\(|timeofday\s*\()|'(?:now|today|tomorrow|yesterday)'/i;

/** Rows "of the last thirty days" are so on the day on which they are made. */
export function readsClock(sql: string): boolean {
  return CLOCK.test(sql);
}
