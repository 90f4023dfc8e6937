/** Which columns of its own a step of a plan is restricted by, from the condition that EXPLAIN prints. */

/** What an index condition holds beside columns: values, types and collations. */
const NO_COLUMN =
  /'(?:[^']|'')*'|::(?:"[^"]+"|[a-z_][\w.]*)(?: varying| precision| with(?:out)? time zone)?(?:\([\d,]+\))?(?:\[\])*|COLLATE (?:"[^"]+"|[\w."]+)/g;
/** A column as it is printed: quoted, or in small letters, and neither of another table ("a.kind") nor a function ("lower(name)"). */
const COLUMN = /(?<![\w."$])("(?:[^"]|"")+"|[A-Za-z_][\w$]*)(?!\s*[(.\w$])/g;
const CONSTANTS: readonly string[] = ["true", "false", "null"];

/** Each once, in the order of letters: "((b = 1) AND (a > $1))" -> a, b. Without the values, by which plans of one kind differ. */
export function columnsIn(condition: string): readonly string[] {
  const names = [...condition.replace(NO_COLUMN, " ").matchAll(COLUMN)].map(([, name]) => name!);
  // Keywords are printed in capitals, columns with capitals in quotes.
  const columns = names.filter((name) => !/^[^"]*[A-Z]/.test(name) && !CONSTANTS.includes(name));
  return [...new Set(columns)].toSorted();
}
