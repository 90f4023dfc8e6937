/** A load while it runs: intervals as they end -> gauges of the last interval and counters since the start. */
import type { LiveFamily, LiveInterval, LiveRun, LiveSource, LiveStage } from "../../model/live.ts";
import type { EventOf } from "./protocol.ts";

/** Events that ended on each target since the progress line before; empty where the line reports no load. */
export function liveIntervals(line: EventOf<"progress">): readonly LiveInterval[] {
  return (line.targets ?? []).flatMap(({ target, qps, events, p95_ns, p99_ns, failures }) =>
    qps === undefined || events === undefined
      ? []
      : [
          {
            target,
            qps,
            events: events + (failures?.events ?? 0),
            p95Ns: events === 0 ? null : (p95_ns ?? null),
            p99Ns: events === 0 ? null : (p99_ns ?? null),
            failuresBySqlstate: failures?.by_sqlstate ?? {},
          },
        ],
  );
}

/** Sums over the progress lines of one load for a target: all events, and the failures since its warm-up. */
type ReportedEvents = Readonly<{ events: number; failures: Readonly<Record<string, number>> }>;
export type ReportedLoad = ReadonlyMap<number, ReportedEvents>;

const NONE_REPORTED: ReportedEvents = { events: 0, failures: {} };
/** The load generator's word for the time after the warm-up. */
const MEASURED = "measure";

export function withReported(reported: ReportedLoad, line: EventOf<"progress">): ReportedLoad {
  const next = new Map(reported);
  for (const { target, events, failuresBySqlstate } of liveIntervals(line)) {
    const before = next.get(target) ?? NONE_REPORTED;
    const failures = { ...before.failures };
    if (line.phase === MEASURED)
      for (const [state, count] of Object.entries(failuresBySqlstate))
        failures[state] = (failures[state] ?? 0) + count;
    next.set(target, { events: before.events + events, failures });
  }
  return next;
}

/**
 * Events that ended on a target and that no progress line reported: those of the end of a warm-up, and those after the last whole
 * interval. Failures of the warm-up's end are not among them: its line counts those after it alone.
 */
export function unreported(
  reported: ReportedLoad,
  { target, ended_events = 0, failures }: EventOf<"block">,
): LiveInterval {
  const before = reported.get(target) ?? NONE_REPORTED;
  const left = Object.entries(failures.by_sqlstate)
    .map(([state, count]) => [state, count - (before.failures[state] ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return {
    target,
    qps: null,
    events: Math.max(0, ended_events - before.events),
    p95Ns: null,
    p99Ns: null,
    failuresBySqlstate: Object.fromEntries(left),
  };
}

type MetricLabels = Readonly<Record<string, string>>;
type Last = Readonly<{ source: LiveSource; interval: LiveInterval & { qps: number }; atMs: number }>;
type Totals = ReadonlyMap<string, Readonly<{ labels: MetricLabels; value: number }>>;

/** The last interval of each arm, and what each arm and workload did since the start: few, so that a watcher's store stays small. */
export type LiveLoad = Readonly<{
  last: ReadonlyMap<string, Last>;
  events: Totals;
  failures: Totals;
}>;

export const NO_LOAD: LiveLoad = { last: new Map(), events: new Map(), failures: new Map() };

/** An interval lasts a second; one that is older than this is of a load that has ended. */
const FRESH_MS = 5_000;

/** @param nowMs of a clock that does not go back */
export function withInterval(
  load: LiveLoad,
  source: LiveSource,
  interval: LiveInterval,
  nowMs: number,
): LiveLoad {
  const { arm, workload } = source;
  const { qps } = interval;
  return {
    last:
      qps === null
        ? load.last
        : new Map(load.last).set(arm, { source, interval: { ...interval, qps }, atMs: nowMs }),
    events: added(load.events, { arm, workload }, interval.events),
    failures: Object.entries(interval.failuresBySqlstate).reduce(
      (totals, [sqlstate, count]) => added(totals, { arm, workload, sqlstate }, count),
      load.failures,
    ),
  };
}

function added(totals: Totals, labels: MetricLabels, more: number): Totals {
  const key = JSON.stringify(labels);
  return new Map(totals).set(key, { labels, value: (totals.get(key)?.value ?? 0) + more });
}

/**
 * @param run label of every number
 * @param what null where it is not known yet
 * @param stage null before the first one
 * @param nowMs of the clock of `withInterval`
 */
export function liveFamilies(
  run: string,
  what: LiveRun | null,
  stage: LiveStage | null,
  load: LiveLoad,
  nowMs: number,
): readonly LiveFamily[] {
  const info: LiveFamily = {
    name: "plumbline_run_info",
    help: "What is measured.",
    kind: "gauge",
    unit: "",
    points: what === null ? [] : [{ labels: what, value: 1 }],
  };
  const now = [...load.last.values()].filter(({ atMs }) => nowMs - atMs <= FRESH_MS);
  return [info, ...stageFamilies(run, stage), ...lastFamilies(run, now), ...totalFamilies(run, load)];
}

/** The present stage, also while there is no load. */
function stageFamilies(run: string, stage: LiveStage | null): readonly LiveFamily[] {
  const points = (value: number | null) =>
    stage === null || value === null ? [] : [{ labels: { run, stage: stage.stage }, value }];
  return [
    {
      name: "plumbline_run_stage",
      help: "1 for what Plumbline does now.",
      kind: "gauge",
      unit: "",
      points: points(1),
    },
    {
      name: "plumbline_run_stage_ratio",
      help: "How much of what it does now is done, where that is known.",
      kind: "gauge",
      unit: "ratio",
      points: points(stage?.share ?? null),
    },
  ];
}

/** Gauges of the last interval. */
function lastFamilies(run: string, now: readonly Last[]): readonly LiveFamily[] {
  const labelsOf = ({ source: { arm, workload } }: Last) => ({ run, arm, workload });
  const latencies = now.flatMap((last) =>
    Object.entries({ "0.95": last.interval.p95Ns, "0.99": last.interval.p99Ns }).flatMap(([quantile, ns]) =>
      ns === null ? [] : [{ labels: { ...labelsOf(last), quantile }, value: ns / 1e9 }],
    ),
  );
  return [
    {
      name: "plumbline_load_phase",
      help: "1 for what the load does now.",
      kind: "gauge",
      unit: "",
      points: now.map(({ source }) => ({
        labels: { run, ...source, session: String(source.session) },
        value: 1,
      })),
    },
    {
      name: "plumbline_load_qps",
      help: "Statements per second of the last interval, over the time in which the arm was driven.",
      kind: "gauge",
      unit: "",
      points: now.map((last) => ({ labels: labelsOf(last), value: last.interval.qps })),
    },
    {
      name: "plumbline_load_latency_seconds",
      help: "Latency of the events of the last interval, by quantile.",
      kind: "gauge",
      unit: "seconds",
      points: latencies,
    },
  ];
}

/** Counters since the start. */
function totalFamilies(run: string, { events, failures }: LiveLoad): readonly LiveFamily[] {
  const pointsOf = (totals: Totals) =>
    [...totals.values()].map(({ labels, value }) => ({ labels: { run, ...labels }, value }));
  return [
    {
      name: "plumbline_load_events",
      help: "Events that ended since the start, successful and failed ones.",
      kind: "counter",
      unit: "",
      points: pointsOf(events),
    },
    {
      name: "plumbline_load_failures",
      help: "Failed attempts of events since the start, by SQLSTATE.",
      kind: "counter",
      unit: "",
      points: pointsOf(failures),
    },
  ];
}
