/**
 * Several hosts of one arm: the load of each, and the hosts that differ from the others. A slow, failing or crowded node is no change
 * between base and head, so it is reported as a warning and fails no gate.
 */

import { groupBy } from "../../model/by-key.ts";
import type { Warning } from "../../model/document.ts";
import type { HostReport, HostReports } from "../../model/hosts.ts";
import type { NodePart } from "../../model/nodes.ts";
import type { ArmName, HostPart, Run, Session, WorkloadRun } from "../../model/run.ts";
import { holm } from "../../stats/adjust.ts";
import { incompleteBeta } from "../../stats/beta.ts";
import { meanSample, sampleShift } from "../../stats/shift.ts";
import { mean, sumOf } from "../../stats/summary.ts";
import { formatPercent, plainSpaces } from "../../text/units.ts";
import { chanceOfMore, clump, totalErrors } from "../verdict/error-gate.ts";
import { placeHosts, steadyNames } from "./host-names.ts";
import { partFigures } from "./statements.ts";

/** Chance that a host is called odd in a run whose hosts are all alike: Holm's, over the hosts and questions of all workloads of an arm. */
const LEVEL = 0.01;
/** Smallest relative difference from the others that is worth looking into. */
const RELEVANT = 0.1;
/** Share of a host's attempts that failed beyond the others' share: the default limit of failed events. */
const RELEVANT_ERRORS = 0.001;
/** Fewest sessions to test latency with: with two, Student's t needs a difference that no eye misses. */
const SESSIONS_LEAST = 3;

/** @returns nothing if neither arm has several hosts, or nodes that reported their CPU */
export function hostsOf(base: readonly Session[], head: readonly Session[]): HostReports | undefined {
  const hosts = { base: hostReports(base), head: hostReports(head) };
  return hosts.base.length + hosts.head.length === 0 ? undefined : hosts;
}

/** Hosts with the CPU of their node, then nodes whose host is unknown. */
function hostReports(named: readonly Session[]): readonly HostReport[] {
  const sessions = named.map(steadyNames(named));
  const parts = byHost(sessions);
  const all = sumOf([...parts.values()].flat(), ({ events }) => events);
  const cpus = hostCpus(sessions);
  const places = placeHosts(
    [...parts.keys()],
    sessions.flatMap(({ nodes }) => (nodes === undefined ? [] : [nodes.map(({ node }) => node)])),
  );
  const hosts = [...parts].map(([host, own]): HostReport => {
    const load = hostLoad(own, all);
    const place = places.get(host);
    if (place === undefined) return { host, load };
    const { node, by } = place;
    return { host, ...(by === "order" ? { node } : {}), load, cpu: cpus.get(node)! };
  });
  const placed = new Set([...places.values()].map(({ node }) => node));
  const others = [...cpus].filter(([node]) => !placed.has(node)).map(([host, cpu]) => ({ host, cpu }));
  return [...hosts, ...others];
}

function hostLoad(own: readonly HostPart[], all: number): NonNullable<HostReport["load"]> {
  const events = sumOf(own, (part) => part.events);
  const figures = partFigures(own);
  return {
    connections: mean(own.map(({ connections }) => connections)),
    events,
    share: all === 0 ? null : events / all,
    meanNs: figures?.meanNs ?? null,
    p99Ns: figures?.p99Ns ?? null,
    errors: sumOf(own, (part) => part.errors),
  };
}

/** CPU of each node, by its name: the means over the sessions that know it. */
function hostCpus(sessions: readonly Session[]): ReadonlyMap<string, NonNullable<HostReport["cpu"]>> {
  const parts = sessions.flatMap(({ nodes = [] }) => nodes);
  const known = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : mean(known);
  };
  const names = [...new Set(parts.map(({ node }) => node))];
  return new Map(
    names.map((name) => {
      const own = parts.filter(({ node }) => node === name);
      return [
        name,
        { cpus: known(own.map(({ cpus }) => cpus)), share: known(own.map(({ share }) => share)) },
      ];
    }),
  );
}

function byHost(sessions: readonly Session[]): ReadonlyMap<string, readonly HostPart[]> {
  return groupBy(
    sessions.flatMap(({ hosts = [] }) => hosts),
    ({ host }) => host,
  );
}

/** One answer to "is this host like the others?". */
type Suspicion = Readonly<{
  workload: string;
  about: keyof typeof REMEDIES;
  /** Chance of such a difference if all hosts are alike. */
  p: number;
  /** True if the difference is worth a warning; otherwise only the table shows it. */
  relevant: boolean;
  /** Distance from the others. It decides which host to name if one odd host makes all others look odd. */
  distance: number;
  text: string;
}>;

const REMEDIES = {
  connections:
    "name each host in the URL and let connections take them in turn (option balance: round-robin, the default), with threads a multiple of the hosts",
  latency:
    "compare that node with the others: its CPU (database.nodes), disk, distance and what else runs there; in a cluster, also where the tables' leaders are",
  errors: "look into the log of that node",
  cpu: "look at what else runs there, and how the data is spread (in a cluster, where the tables' leaders are)",
} as const;

/** Hosts of an arm that differ from the others, each with its differences. */
export function hostWarnings({ workloads, measurement: { arm } }: Run): readonly Warning[] {
  const steady = steadyNames(workloads.flatMap(({ sessions }) => sessions));
  const all = workloads.flatMap((workload) =>
    suspicionsOf({ ...workload, sessions: workload.sessions.map(steady) }, arm),
  );
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

/** Next to a slow host, the others look fast: the host furthest away decides which side is named, and of two alike the worse one. */
function isMirror(own: Suspicion, found: readonly Suspicion[]): boolean {
  const rivals = found.filter(({ workload, about }) => workload === own.workload && about === own.about);
  const furthest = rivals.reduce((most, each) => {
    const further = Math.abs(each.distance) - Math.abs(most.distance);
    return further > 1e-9 || (further > -1e-9 && each.distance > most.distance) ? each : most;
  });
  return Math.sign(own.distance) !== Math.sign(furthest.distance);
}

function suspicionsOf({ name, sessions }: WorkloadRun, arm: ArmName): readonly Suspicion[] {
  return [...hostSuspicions(name, sessions, arm), ...nodeSuspicions(name, sessions, arm)];
}

function nodeSuspicions(workload: string, sessions: readonly Session[], arm: ArmName): readonly Suspicion[] {
  const values = sessions.map(({ nodes = [] }) => logCpus(nodes));
  const names = new Set(values.flatMap((own) => [...own.keys()]));
  return [...names].flatMap((node) =>
    unlikeHosts(node, values).map(({ far, ...found }) => ({
      ...found,
      workload,
      about: "cpu" as const,
      text: plainSpaces(
        `${arm}: ${node} uses ${formatPercent(far)} ${found.distance > 0 ? "more" : "less"} CPU than the other nodes, in the mean over ${found.sessions} sessions`,
      ),
    })),
  );
}

/** Logarithms of CPU: of shares where all nodes report them, for nodes may have unlike numbers of CPUs; else of CPUs. */
function logCpus(nodes: readonly NodePart[]): ReadonlyMap<string, number> {
  const hasShares = nodes.every(({ share }) => share !== null);
  return new Map(
    nodes.map(({ node, cpus, share }) => [node, Math.log((hasShares ? share : cpus) ?? Number.NaN)]),
  );
}

function hostSuspicions(name: string, sessions: readonly Session[], arm: ArmName): readonly Suspicion[] {
  const hosts = byHost(sessions);
  if (hosts.size < 2) return [];
  const latencies = sessions.map(
    ({ hosts: own = [] }) => new Map(own.map((part) => [part.host, logMean(part)])),
  );
  return [...hosts].flatMap(([host, own]) => {
    const others = [...hosts].flatMap(([other, parts]) => (other === host ? [] : parts));
    const place = { workload: name, host: `${arm}: ${host}` };
    return [
      connectionsOf(place, own, others, hosts.size),
      suspiciousErrors(place, own, others),
      ...suspiciousLatency(place, unlikeHosts(host, latencies)),
    ];
  });
}

type WorkloadHost = Readonly<{ workload: string; host: string }>;

/** The connections of a host are binomial if hosts are drawn at random; in turn, they are more even than that. */
function connectionsOf(
  { workload, host }: WorkloadHost,
  own: readonly HostPart[],
  others: readonly HostPart[],
  hosts: number,
): Suspicion {
  const count = sumOf(own, ({ connections }) => connections);
  const rest = sumOf(others, ({ connections }) => connections);
  const fair = (count + rest) / hosts;
  const distance = fair === 0 ? 0 : count / fair - 1;
  return {
    workload,
    about: "connections",
    p: Math.min(1, 2 * Math.min(upper(1 / hosts, count, rest), upper(1 - 1 / hosts, rest, count))),
    relevant: Math.abs(distance) > RELEVANT,
    distance,
    text: plainSpaces(
      `${host} got ${formatPercent(count / (count + rest))} of the connections, where an even share is ${formatPercent(1 / hosts)}`,
    ),
  };
}

/** P(at least `hits` of `hits + misses`), each with `chance` (DLMF 8.17.5). */
function upper(chance: number, hits: number, misses: number): number {
  return hits === 0 ? 1 : incompleteBeta(chance, hits, misses + 1);
}

/** The conditional test of the error gate: the share of all failures on this host, against its share of the attempts. */
function suspiciousErrors(
  { workload, host }: WorkloadHost,
  own: readonly HostPart[],
  others: readonly HostPart[],
): Suspicion {
  const tallies = (parts: readonly HostPart[]) =>
    parts.map(({ events, errors }) => ({ failed: errors, done: events }));
  const [here, there] = [totalErrors(tallies(own)), totalErrors(tallies(others))];
  const share = ({ failed, done }: typeof here) => (failed + done === 0 ? 0 : failed / (failed + done));
  const distance = share(here) - share(there);
  return {
    workload,
    about: "errors",
    p: chanceOfMore(there, here, clump(tallies(others))),
    relevant: distance > RELEVANT_ERRORS,
    distance,
    text: plainSpaces(
      `${host}: ${formatPercent(share(here))} of the attempts failed, of the other hosts' ${formatPercent(share(there))}`,
    ),
  };
}

function suspiciousLatency({ workload, host }: WorkloadHost, found: readonly Unlike[]): readonly Suspicion[] {
  return found.map(({ far, ...each }) => ({
    ...each,
    workload,
    about: "latency",
    text: plainSpaces(
      `${host} takes ${formatPercent(far)} ${each.distance > 0 ? "longer" : "shorter"} to answer than the other hosts, in the mean over ${each.sessions} sessions`,
    ),
  }));
}

type Unlike = Pick<Suspicion, "p" | "relevant" | "distance"> & Readonly<{ far: number; sessions: number }>;

/**
 * Student's paired t over the sessions, because a session's hosts ran at the same time: the logarithm of a host's value over the geometric
 * mean of the others'.
 * @param values logarithms by name, session by session
 * @returns nothing if there are too few sessions, or no other hosts
 */
function unlikeHosts(name: string, values: readonly ReadonlyMap<string, number>[]): readonly Unlike[] {
  const ratios = values
    .map((own) => {
      const others = [...own].flatMap(([other, log]) => (other === name ? [] : [log]));
      return others.length === 0 ? Number.NaN : (own.get(name) ?? Number.NaN) - mean(others);
    })
    .filter(Number.isFinite);
  if (ratios.length < SESSIONS_LEAST) return [];
  const shift = sampleShift(meanSample(ratios), null);
  if (!(shift.noise > 0)) return [];
  const far = Math.abs(Math.expm1(shift.estimate));
  return [
    {
      p: Math.min(1, 2 * Math.min(shift.pAbove(0), shift.pBelow(0))),
      relevant: far > RELEVANT,
      distance: shift.estimate,
      far,
      sessions: ratios.length,
    },
  ];
}

function logMean({ latency }: HostPart): number {
  return Math.log((latency?.sumNs ?? 0) / (latency?.count ?? 0));
}
