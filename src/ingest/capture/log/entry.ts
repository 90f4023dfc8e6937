/** An entry of a server's log, whichever format it was written in. */

export type LogEntry = Readonly<{
  /** Connection of the entry: its session id, or the process id if no more is known. */
  session: string;
  /** Time as the log has it; "" where the prefix has none. */
  time: string;
  database: string | null;
  severity: string;
  message: string;
  /** Parameters, or what a PREPARE said; "" where there is none. */
  detail: string;
  /** Statement that met an error; "" where there is none. */
  statement: string;
}>;

/** Gets each entry that is known to be whole. */
export type Take = (entry: LogEntry) => void;

/** Takes a log line by line; an entry may have several. */
export interface EntryReader {
  line(text: string): void;
  /** The log is over: its last entry is whole. */
  end(): void;
  /** Lines, or entries, that were cut off or belong to something else. */
  readonly strange: number;
}

/** Longer ones are given up, so that a log of any size is read in the same memory. In UTF-16 units. */
export const ENTRY_MOST = 4_000_000;
