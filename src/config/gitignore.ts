/** Keeps the files that an invocation writes into its working folder out of commits. */

/** The usual output folder, and the file store's. */
const WRITTEN = ["plumbline-out/", ".plumbline/"] as const;

/**
 * @param text of the .gitignore that is there; empty: there is none
 * @returns the text with a line for each folder that it does not name yet, and those lines
 */
export function ignoringWritten(text: string): Readonly<{ text: string; added: readonly string[] }> {
  const named = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, "")));
  const added = WRITTEN.filter((folder) => !named.has(folder.slice(0, -1)));
  const begun = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return { text: [begun, ...added.map((line) => `${line}\n`)].join(""), added };
}
