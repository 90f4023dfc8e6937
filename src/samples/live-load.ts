/** A load while it runs: intervals as they end -> gauges of the last interval and counters since the start. */
import type { LiveFamily, LiveInterval, LiveSource } from "../model/live.ts";
import type { EventOf } from "./protocol.ts";

/** What ended on each target since the progress line before; empty where the line tells of no load. */
export function intervalsOf(line: EventOf<"progress">): readonly LiveInterval[] {
  return (line.targets ?? []).flatMap(({ target, qps, events, p95_ns, p99_ns, failures }) =>
    qps === undefined || events === undefined
      ? []
      : [
          {
            target,
            qps,
            events,
            p95Ns: events === 0 ? null : (p95_ns ?? null),
            p99Ns: events === 0 ? null : (p99_ns ?? null),
            failuresBySqlstate: failures?.by_sqlstate ?? {},
          },
        ],
  );
}

type Last = Readonly<{ source: LiveSource; interval: LiveInterval }>;

/** The last interval of each arm, and what each arm and workload did since the start: few, so that a watcher's store stays small. */
export type LiveLoad = Readonly<{
  last: ReadonlyMap<string, Last>;
  events: ReadonlyMap<string, Total>;
  failures: ReadonlyMap<string, Total>;
}>;

type Total = Readonly<{ labels: Readonly<Record<string, string>>; value: number }>;

export const NO_LOAD: LiveLoad = { last: new Map(), events: new Map(), failures: new Map() };

export function withInterval(load: LiveLoad, source: LiveSource, interval: LiveInterval): LiveLoad {
  const { run, commit, arm, workload } = source;
  const labels = { run, commit, arm, workload };
  return {
    last: new Map(load.last).set(arm, { source, interval }),
    events: added(load.events, labels, interval.events),
    failures: Object.entries(interval.failuresBySqlstate).reduce(
      (totals, [sqlstate, count]) => added(totals, { ...labels, sqlstate }, count),
      load.failures,
    ),
  };
}

function added(totals: LiveLoad["events"], labels: Total["labels"], more: number): LiveLoad["events"] {
  const key = JSON.stringify(labels);
  return new Map(totals).set(key, { labels, value: (totals.get(key)?.value ?? 0) + more });
}

export function liveFamilies({ last, events, failures }: LiveLoad): readonly LiveFamily[] {
  const now = [...last.values()].map(({ source, interval }) => ({
    labels: { ...source, session: String(source.session) },
    interval,
  }));
  const latencies = now.flatMap(({ labels, interval: { p95Ns, p99Ns } }) =>
    Object.entries({ "0.95": p95Ns, "0.99": p99Ns }).flatMap(([quantile, ns]) =>
      ns === null ? [] : [{ labels: { ...labels, quantile }, value: ns / 1e9 }],
    ),
  );
  return [
    {
      name: "plumbline_load_qps",
      help: "Statements per second of the last interval.",
      kind: "gauge",
      unit: "",
      points: now.map(({ labels, interval }) => ({ labels, value: interval.qps })),
    },
    {
      name: "plumbline_load_latency_seconds",
      help: "Latency of the events of the last interval, by quantile.",
      kind: "gauge",
      unit: "seconds",
      points: latencies,
    },
    {
      name: "plumbline_load_events",
      help: "Events that ended since the start.",
      kind: "counter",
      unit: "",
      points: [...events.values()],
    },
    {
      name: "plumbline_load_failures",
      help: "Events that failed since the start, by SQLSTATE.",
      kind: "counter",
      unit: "",
      points: [...failures.values()],
    },
  ];
}
