/** Lines of plumbline-load (runner-native/PROTOCOL.md): those of a short run of one target, but for what a test says. */

/** @returns a line as the program prints it */
export const line = (fields: object): string => JSON.stringify({ v: 1, ...fields });

export const hello = (more: object = {}) => ({
  type: "hello" as const,
  program: "plumbline-load",
  version: "1",
  profile: "p",
  libpq: 150018,
  command: "run",
  workload: "oltp_point_select",
  dialect: "postgres",
  options: {},
  seed: 1,
  ...more,
});

export const slice = (more: object = {}) => ({
  type: "slice" as const,
  target: 0,
  index: 0,
  start_ns: 0,
  duration_ns: 100,
  events: 10,
  queries: 10,
  ...more,
});

const QUERIES = { read: 10, write: 0, other: 0 };

export const block = (more: object = {}) => ({
  type: "block" as const,
  target: 0,
  duration_ns: 100,
  events: 10,
  queries: QUERIES,
  queries_committed: QUERIES,
  failures: { events: 0, by_sqlstate: {} },
  retries: 0,
  reconnects: 0,
  latency: { count: 10, min_ns: 1, max_ns: 9, sum_ns: 50, histogram: "HISTFAAA" },
  server_cpu_ns: null,
  ...more,
});

export const summary = (more: object = {}) => ({
  type: "summary" as const,
  exit_code: 0,
  interrupted: false,
  client: { cpu_share: 0.1, placement: "free" },
  host: { steal_share: 0, load_average: 0.1 },
  warnings: [],
  ...more,
});
