/**
 * Several hosts of one arm: what each brought, and which of them are not like the others. A slow, failing or crowded node is no change
 * between base and head, so it is said as a doubt and fails no gate.
 */
import type { Warning } from "../model/document.ts";
import type { HostReport, HostReports } from "../model/hosts.ts";
import type { ArmName, HostPart, Run, Session, WorkloadRun } from "../model/run.ts";
import { holm } from "../stats/adjust.ts";
import { incompleteBeta } from "../stats/beta.ts";
import { meanOf, sampleShift } from "../stats/shift.ts";
import { mean } from "../stats/summary.ts";
import { chanceOfMore, clump, total } from "./error-gate.ts";
import { figuresOf } from "./statements.ts";

/** Chance that a run whose hosts are all alike is said to have an unlike one: Holm's, over the hosts and questions of all workloads of an arm. */
const LEVEL = 0.01;
/** Relative: less parts no nodes that anybody would look into. */
const RELEVANT = 0.1;
/** Of a host's attempts beyond the others' share: the default limit of failed events. */
const RELEVANT_ERRORS = 0.001;
/** Of sessions, to test latency with: with two, Student's t needs a difference that no eye misses. */
const SESSIONS_LEAST = 3;

/** @returns absent where neither arm has several hosts */
export function hostsOf(base: readonly Session[], head: readonly Session[]): HostReports | undefined {
  const hosts = { base: reportsOf(base), head: reportsOf(head) };
  return hosts.base.length + hosts.head.length === 0 ? undefined : hosts;
}

function reportsOf(sessions: readonly Session[]): readonly HostReport[] {
  const parts = byHost(sessions);
  const all = sum([...parts.values()].flat(), ({ events }) => events);
  return [...parts].map(([host, own]) => {
    const events = sum(own, (part) => part.events);
    const figures = figuresOf(own);
    return {
      host,
      load: {
        connections: mean(own.map(({ connections }) => connections)),
        events,
        share: all === 0 ? null : events / all,
        meanNs: figures?.meanNs ?? null,
        p99Ns: figures?.p99Ns ?? null,
        errors: sum(own, (part) => part.errors),
      },
    };
  });
}

function byHost(sessions: readonly Session[]): ReadonlyMap<string, readonly HostPart[]> {
  const parts = new Map<string, HostPart[]>();
  for (const part of sessions.flatMap(({ hosts = [] }) => hosts))
    parts.set(part.host, [...(parts.get(part.host) ?? []), part]);
  return parts;
}

/** One answer to "is this host like the others?". */
type Suspicion = Readonly<{
  workload: string;
  about: keyof typeof REMEDIES;
  /** Chance of as much, were all hosts alike. */
  p: number;
  /** Beyond what anybody would look into; below, what was found is left to the table. */
  relevant: boolean;
  /** How far it is from the others, for the one to name where one odd host makes all the others look odd. */
  distance: number;
  text: string;
}>;

const REMEDIES = {
  connections:
    "name each host in the URL and let connections take them in turn (option balance: round-robin, the default), with threads a multiple of the hosts",
  latency:
    "look at that node beside the others: its CPU (database.nodes), disk, distance and what else runs there; of a cluster also where the leaders of the tables are",
  errors: "look into the log of that node",
} as const;

/** Hosts of an arm that are not like the others, each with what it differs in. */
export function hostDoubts({ workloads, measurement: { arm } }: Run): readonly Warning[] {
  const all = workloads.flatMap((workload) => suspicionsOf(workload, arm));
  const adjusted = holm(all.map(({ p }) => p));
  const found = all.filter(({ relevant }, i) => relevant && adjusted[i]! <= LEVEL);
  return found
    .filter((each) => !isMirror(each, found))
    .map(({ workload, about, text }) => ({
      code: `hosts-${about}`,
      message: text,
      remedy: REMEDIES[about],
      workload,
    }));
}

/** Beside a host that is slow, the others look fast: who is furthest away decides which side is named, and of two alike the worse one. */
function isMirror(own: Suspicion, found: readonly Suspicion[]): boolean {
  const rivals = found.filter(({ workload, about }) => workload === own.workload && about === own.about);
  const furthest = rivals.reduce((most, each) => {
    const further = Math.abs(each.distance) - Math.abs(most.distance);
    return further > 1e-9 || (further > -1e-9 && each.distance > most.distance) ? each : most;
  });
  return Math.sign(own.distance) !== Math.sign(furthest.distance);
}

function suspicionsOf({ name, sessions }: WorkloadRun, arm: ArmName): readonly Suspicion[] {
  const hosts = byHost(sessions);
  if (hosts.size < 2) return [];
  return [...hosts].flatMap(([host, own]) => {
    const others = [...hosts].flatMap(([other, parts]) => (other === host ? [] : parts));
    const place = { workload: name, host: `${arm}: ${host}` };
    return [
      connectionsOf(place, own, others, hosts.size),
      errorsOf(place, own, others),
      ...latencyOf(place, host, sessions),
    ];
  });
}

type Place = Readonly<{ workload: string; host: string }>;

/** Where hosts are drawn at random, the connections of one are binomial; in turn, they are more even than that. */
function connectionsOf(
  { workload, host }: Place,
  own: readonly HostPart[],
  others: readonly HostPart[],
  hosts: number,
): Suspicion {
  const count = sum(own, ({ connections }) => connections);
  const rest = sum(others, ({ connections }) => connections);
  const fair = (count + rest) / hosts;
  const distance = fair === 0 ? 0 : count / fair - 1;
  return {
    workload,
    about: "connections",
    p: Math.min(1, 2 * Math.min(upper(1 / hosts, count, rest), upper(1 - 1 / hosts, rest, count))),
    relevant: Math.abs(distance) > RELEVANT,
    distance,
    text: `${host} got ${percent(count / (count + rest))} of the connections, where an even share is ${percent(1 / hosts)}`,
  };
}

/** P(at least `hits` of `hits + misses`), each with `chance` (DLMF 8.17.5). */
function upper(chance: number, hits: number, misses: number): number {
  return hits === 0 ? 1 : incompleteBeta(chance, hits, misses + 1);
}

/** The conditional test of the error gate: of all failures, how many fall on this host, by its share of the attempts. */
function errorsOf(
  { workload, host }: Place,
  own: readonly HostPart[],
  others: readonly HostPart[],
): Suspicion {
  const tallies = (parts: readonly HostPart[]) =>
    parts.map(({ events, errors }) => ({ failed: errors, done: events }));
  const [here, there] = [total(tallies(own)), total(tallies(others))];
  const share = ({ failed, done }: typeof here) => (failed + done === 0 ? 0 : failed / (failed + done));
  const distance = share(here) - share(there);
  return {
    workload,
    about: "errors",
    p: here.done + here.failed === 0 ? 1 : chanceOfMore(there, here, clump(tallies(others))),
    relevant: distance > RELEVANT_ERRORS,
    distance,
    text: `${host}: ${percent(share(here))} of the attempts failed, of the other hosts' ${percent(share(there))}`,
  };
}

/**
 * Student's paired t over the sessions, for a session's hosts lived at the same time: of the logarithm of a host's mean latency over the
 * geometric mean of the others'.
 */
function latencyOf({ workload, host }: Place, own: string, sessions: readonly Session[]): Suspicion[] {
  const ratios = sessions
    .map(({ hosts = [] }) => {
      const logs = hosts.map((part) => [part.host, logMean(part)] as const);
      const others = logs.flatMap(([other, log]) => (other === own ? [] : [log]));
      return (logs.find(([other]) => other === own)?.[1] ?? Number.NaN) - mean(others);
    })
    .filter(Number.isFinite);
  if (ratios.length < SESSIONS_LEAST) return [];
  const shift = sampleShift(meanOf(ratios), null);
  if (!(shift.noise > 0)) return [];
  const { estimate } = shift;
  const words = estimate > 0 ? "longer" : "shorter";
  return [
    {
      workload,
      about: "latency",
      p: Math.min(1, 2 * Math.min(shift.pAbove(0), shift.pBelow(0))),
      relevant: Math.abs(Math.expm1(estimate)) > RELEVANT,
      distance: estimate,
      text: `${host} takes ${percent(Math.abs(Math.expm1(estimate)))} ${words} to answer than the other hosts, in the mean over ${ratios.length} sessions`,
    },
  ];
}

function logMean({ latency }: HostPart): number {
  return Math.log((latency?.sumNs ?? 0) / (latency?.count ?? 0));
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`;
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((all, value) => all + of(value), 0);
}
