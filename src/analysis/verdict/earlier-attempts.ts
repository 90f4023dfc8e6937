/** Documents of earlier measurements -> what a later one of the same question holds of them (attempts.ts judges by it). */
import type { Attempt, AttemptSeries } from "../../model/attempt.ts";
import type { Overall } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import type { Environment, OptionValue, Pair, Run } from "../../model/run.ts";
import { significant } from "../../stats/round.ts";
import { type Arms, measuredSessions } from "./arm-values.ts";
import { pairSessions, stormsOf } from "./arms.ts";
import { machineOf } from "./attempts.ts";
import { canonicalHash, lastingSettings } from "./fingerprint.ts";
import { plannedLooks } from "./looks.ts";
import { ratiosOf, speedMetricsOf } from "./speed.ts";

/** What the arms were made from: the names of their files, and the database as it was deployed. */
export type AskedOf = Readonly<{ base: string; head: string; database: string }>;

/**
 * The question of a measurement, as a hash: neither machine nor commit has a part in it, so that a run that is repeated, or an empty
 * commit, asks the same. Limits have none either: they judge the same sessions.
 */
export function questionOf(base: Run, head: Run, asked: AskedOf): string {
  const { suite, origin, generator } = head;
  const ask = ({ environment, workloads }: Run) => ({
    server: serverOf(environment),
    workloads: workloads.map(({ name, workload, options }) => ({
      name,
      workload,
      options: settled(options),
    })),
  });
  const whole = {
    asked,
    suite,
    job: origin.job,
    config: origin.config,
    generator: { version: generator.version, profile: generator.profile },
    base: ask(base),
    head: ask(head),
  };
  return canonicalHash(whole);
}

function serverOf({ database, databaseVersion, dialect, settings }: Environment) {
  return { database, databaseVersion, dialect, settings: lastingSettings(settings) };
}

/** Options without where threads ran, which the machine decides. */
function settled(options: Readonly<Record<string, OptionValue>>) {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== "placement"));
}

/** More attempts than anybody makes. */
const MOST = 20;

/**
 * Earlier attempts at a head's question, the oldest first: those of the measurements, and those that their documents hold.
 * @param pairs measurements that may be of any question, whose word is taken for it
 * @param judged the verdict on such a measurement
 */
export function earlierAttempts(
  pairs: readonly Pair[],
  head: Run,
  rules: Rules,
  judged: (pair: Pair) => Overall,
): readonly Attempt[] {
  const own = pairs.filter((pair) => pair.head.question === head.question && head.question !== undefined);
  const all = own.flatMap((pair) => [
    ...(pair.head.attempts ?? []),
    ...(countsAsAttempt(pair) ? [attemptOf(pair, rules, judged)] : []),
  ]);
  const self = attemptKey({ measurement: head.measurement.id, startedAt: head.startedAt });
  const byKey = new Map(all.map((attempt) => [attemptKey(attempt), attempt]));
  byKey.delete(self);
  return [...byKey.values()].toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1)).slice(-MOST);
}

/** An attempt counts from its first look on: nothing was seen of it before. */
function countsAsAttempt({ head }: Pair): boolean {
  const [first] = plannedLooks(head.plan);
  return head.workloads.some(({ sessions }) => sessions.length >= first!.sessions);
}

function attemptKey({ measurement, startedAt }: Pick<Attempt, "measurement" | "startedAt">): string {
  return `${measurement.toLowerCase()} ${startedAt}`;
}

const known = new WeakMap<Run, Attempt>();

function attemptOf(pair: Pair, rules: Rules, judged: (pair: Pair) => Overall): Attempt {
  const { base, head } = pair;
  const before = known.get(head);
  if (before !== undefined) return before;
  const attempt: Attempt = {
    measurement: head.measurement.id,
    startedAt: head.startedAt,
    commit: head.commit.sha,
    machine: machineOf(head.environment),
    looks: head.plan.looks,
    seed: head.plan.seed,
    ...(head.rules === undefined ? {} : { rules: head.rules }),
    verdict: judged(pair),
    workloads: head.workloads.flatMap((workload) => {
      const other = base.workloads.find(({ name }) => name === workload.name);
      if (other === undefined) return [];
      const all = {
        base: measuredSessions(other.sessions, null),
        head: measuredSessions(workload.sessions, null),
      };
      const { arms } = pairSessions(all, workload.name);
      const failures = { base: [...stormsOf(arms.base)], head: [...stormsOf(arms.head)] };
      return [{ name: workload.name, series: ratioSeries(workload.name, arms, rules), failures }];
    }),
  };
  known.set(head, attempt);
  return attempt;
}

function ratioSeries(workload: string, arms: Arms, rules: Rules): readonly AttemptSeries[] {
  return speedMetricsOf(rules, workload).flatMap((metric) => {
    const ratios = ratiosOf(workload, metric, arms, rules);
    if (ratios === null) return [];
    const { values, other, sessions } = ratios;
    const readings = other === values ? [values] : [values, other];
    return [
      { metric, sessions, readings: readings.map((reading) => reading.map((each) => significant(each, 9))) },
    ];
  });
}
