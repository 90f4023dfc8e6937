/** Which columns of its own a step of a plan is restricted by, from the condition that EXPLAIN prints. */

const NAME = /(?:"(?:[^"]|"")+"|[a-z_][\w$]*)/.source;
const QUALIFIED = `${NAME}(?:\\.${NAME})*`;
/** Of a type: "(10,2)". */
const MODIFIER = /(?:\([\d,]+\))?/.source;
/** What a condition holds beside columns: values, types, collations, and what other parts of the plan give. */
const NO_COLUMN = new RegExp(
  [
    "'(?:[^']|'')*'",
    String.raw`::${QUALIFIED}${MODIFIER}(?: varying| precision| with(?:out)? time zone)?${MODIFIER}(?:\[\])*`,
    `COLLATE ${QUALIFIED}`,
    String.raw`(?:alternatives: )?(?:hashed )?(?:Sub|Init)Plan \d+(?: or hashed SubPlan \d+)?`,
  ].join("|"),
  "g",
);
/** A column as it is printed: quoted, or in small letters, and neither of another table ("a.kind") nor a function ("lower(name)"). */
const COLUMN = /(?<![\w."$])("(?:[^"]|"")+"|[A-Za-z_][\w$]*)(?![\w$]|\s*[(.])/g;
const CONSTANTS: readonly string[] = ["true", "false"];

/** Each once, in the order of letters: "((b = 1) AND (a > $1))" -> a, b. Without the values, by which plans of one kind differ. */
export function columnsIn(condition: string): readonly string[] {
  const names = [...condition.replace(NO_COLUMN, " ").matchAll(COLUMN)].map(([, name]) => name!);
  // Keywords are printed in capitals, columns with capitals in quotes.
  const columns = names.filter((name) => !/^[^"]*[A-Z]/.test(name) && !CONSTANTS.includes(name));
  return [...new Set(columns)].toSorted();
}
