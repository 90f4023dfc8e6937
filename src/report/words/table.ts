/** A table as a value, for a printer each in Markdown, in HTML and in the terminal. */

export type Column = Readonly<{ title: string; align: "left" | "right" }>;

export type Table = Readonly<{
  columns: readonly Column[];
  /** Rows of as many cells as there are columns; text from outside stands to the left. */
  rows: readonly (readonly string[])[];
}>;

export const left = (title: string): Column => ({ title, align: "left" });
export const right = (title: string): Column => ({ title, align: "right" });
