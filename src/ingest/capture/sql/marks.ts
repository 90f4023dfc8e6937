/** Names that a test gives what is its own. */

/** The SHA-1 of a test's name, or the day and what follows, at the end of a name, which has 63 bytes at most. */
const MARK =
  /(?<=[a-z])_?(?:(?=[\da-f]{0,63}\d)(?=[\da-f]{0,63}[a-f])[\da-f]{16,63}|20\d\d_?\d\d_?\d\d(?:[t_]\w{0,63})?)(?="?$)/i;

/** pgboss of pgboss5f1c..., in quotes if the name was. */
export function withoutMark(name: string): string {
  return name.replace(MARK, "");
}

/** shop_test of shop_test_3, shop_test_gw0 and shop_test_5f1c: a program's own databases may well be numbered. */
export function databaseKind(name: string): string {
  return withoutMark(name).replace(/(?<=(?<![a-z])test\w{0,63}?)[-_](?=[^-_]{0,63}\d)[^-_]{1,63}$/i, "");
}
