/** Names that a test gives what is its own. */

/** The SHA-1 of a test's name, or the day and what follows, at the end of a name. */
const MARK =
  /(?<=[a-z])_?(?:(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{16,}|20\d\d_?\d\d_?\d\d(?:[t_]\w*)?)(?="?$)/i;

/** pgboss of pgboss5f1c..., in quotes if the name was. */
export function withoutMark(name: string): string {
  return name.replace(MARK, "");
}

/** shop_test of shop_test_3, shop_test_gw0 and shop_test_5f1c: a program's own databases may well be numbered. */
export function databaseKind(name: string): string {
  return withoutMark(name).replace(/(?<=(?<![a-z])test\w*?)[-_](?=[^-_]*\d)[^-_]+$/i, "");
}
