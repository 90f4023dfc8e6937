/** JSON that others wrote. */

/** Value of a JSON text; undefined if the text is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
