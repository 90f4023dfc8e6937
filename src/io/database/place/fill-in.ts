/** $NAME and ${NAME} in a text, for the names that are given and no others. */
export function fillIn(text: string, variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables).reduce(
    (filled, [name, value]) => filled.replaceAll(`\${${name}}`, value).replaceAll(`$${name}`, value),
    text,
  );
}
