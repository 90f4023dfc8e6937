/** What is measured beside peers, and what is promised of it. */

/** Words of a command line. */
export type Words = readonly (string | number)[];

/** Where a program connects to. */
export type Server = Readonly<{ host: string; port: string; user: string; database: string }>;

/** What a command printed, and what it took. */
export type Used = Readonly<{ output: string; cpuUs: number; rssBytes: number; elapsedS: number }>;

/** A contender's part of a round; loading tells of no queries. */
export type Run = Used & Readonly<{ queries?: number }>;

/** Runs by the name of their contender. */
export type Round = Readonly<Record<string, Run>>;

/** What a figure must keep; `stretch` is what we should like it to. */
export type Promised = Readonly<{ most?: number; least?: number; stretch?: number }>;

/** A figure that needs no rounds. */
export type Row = Promised & Readonly<{ what: string; figure: number }>;

/** A promise about the median of a figure of the rounds, kept where the peer is there. */
export type RoundPromise = Promised &
  Readonly<{ what: string; peer: string; value: (round: Round) => number }>;

/** Contenders that run in turns. */
export type Scenario = Readonly<{
  name: string;
  title: string;
  /** What is counted; default: queries. */
  unit?: string;
  peers: readonly string[];
  /** Default: as many as all have. */
  rounds?: number;
  promises: readonly RoundPromise[];
  /** Nothing where the contender, or its server, is not there. */
  run: (contender: string) => Promise<Run | undefined>;
}>;

/** A block of plumbline-load, as far as it is read here. */
export type Block = Readonly<{
  type: string;
  events: number;
  duration_ns: number;
  queries: Readonly<{ read: number; write: number; other: number }>;
  latency: Percentiles;
  service: Percentiles;
  lateness: Percentiles;
}>;

type Percentiles = Readonly<{ percentiles_ns: Readonly<Record<"99", number>> }>;

/** The run of a contender in a round. @throws Error where it has none */
export function runOf(round: Round, contender: string): Run {
  const run = round[contender];
  if (run === undefined) throw new Error(`the round has no ${contender}`);
  return run;
}

/** Microseconds of CPU that a query took. */
export function cpuPerQuery(run: Run): number {
  return run.cpuUs / (run.queries ?? Number.NaN);
}

/** Queries of a second. */
export function rate(run: Run): number {
  return (run.queries ?? Number.NaN) / run.elapsedS;
}
