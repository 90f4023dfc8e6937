/** Meanings of the commonest SQLSTATEs of a benchmark, in PostgreSQL's own condition names (appendix "PostgreSQL Error Codes"). */
import { wordTable } from "../../model/by-key.ts";

const CONDITIONS = wordTable<string>({
  "02000": "no data",
  "08001": "unable to connect",
  "08003": "connection does not exist",
  "08006": "connection failure",
  "23503": "foreign key violation",
  "23505": "unique violation",
  "25P02": "in failed transaction",
  "40001": "serialization failure",
  "40P01": "deadlock detected",
  "42501": "insufficient privilege",
  "42601": "syntax error",
  "42703": "undefined column",
  "42P01": "undefined table",
  "53100": "disk full",
  "53200": "out of memory",
  "53300": "too many connections",
  "55P03": "lock not available",
  "57014": "query canceled",
  "57P01": "admin shutdown",
  "57P03": "cannot connect now",
  XX000: "internal error",
  XX001: "data corrupted",
});

/** "40001 serialization failure"; a state that is not among them stays alone. Text from outside. */
export function sqlstateText(state: string): string {
  return CONDITIONS[state] === undefined ? state : `${state} ${CONDITIONS[state]}`;
}
