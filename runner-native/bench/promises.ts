/** The promises. `value` answers the figure of a scenario's rounds; `most` or `least` is what it must keep. */
import {
  cpuPerQuery,
  type Promised,
  type Round,
  type RoundPromise,
  type Run,
  rate,
  runOf,
} from "./scenario.ts";

/** A figure of one run. */
export type Measure = (run: Run) => number;
/** A figure of one contender, as a share of another's. */
export const ratio = (measure: Measure, of: string, peer: string) => (round: Round) =>
  measure(runOf(round, of)) / measure(runOf(round, peer));
export const memory: Measure = (run) => run.rssBytes;
export const wall: Measure = (run) => run.elapsedS;

export const cpu = (peer: string, promised: Promised = {}): RoundPromise => ({
  what: `CPU per query / ${peer}`,
  peer,
  value: ratio(cpuPerQuery, "plumbline", peer),
  ...promised,
});
export const qps = (peer: string, promised: Promised): RoundPromise => ({
  what: `QPS / ${peer}`,
  peer,
  value: ratio(rate, "plumbline", peer),
  ...promised,
});
