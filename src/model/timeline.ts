/**
 * Disruptions of a load: a restart, a failover, DDL, a backup. What is planned, and what a session saw: how deep the throughput
 * fell, for how long, when the load was back within its limit, what failed. The load's own transactions are its events.
 */
import { z } from "zod";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();
const nanos = z.number().nonnegative();

/** Action on the server. */
export type Act =
  | Readonly<{ kind: "restart" }>
  | Readonly<{ kind: "command"; command: string }>
  | Readonly<{ kind: "sql"; sql: string }>;

export type PlannedDisruption = Readonly<{
  name: string;
  act: Act;
  /** Seconds after the end of the warm-up. */
  atSeconds: number;
  /** Longest time that it may take. */
  limitSeconds: number;
}>;

/** Terms on which a load counts as recovered. */
export type RecoveryTerms = Readonly<{
  /** Share of the throughput before the first disruption that is within the limit. */
  share: number;
  /** 99th percentile of latency that is within the limit; null: any. */
  p99Ns: number | null;
  /** Time that the load must stay within the limit to count as recovered. */
  holdNs: number;
}>;

export type TimelinePlan = RecoveryTerms &
  Readonly<{
    /** In their order. */
    disruptions: readonly PlannedDisruption[];
    /** Watched after the last one has ended. */
    afterSeconds: number;
  }>;

/** One disruption in one session on one arm. */
export const Disruption = object({
  name: z.string(),
  /** Time of its start, from the start of the course. */
  beganNs: nanos,
  tookNs: nanos,
  /** Time from its start to the end of the first dip; without a dip, one step of the course. */
  recoveryNs: nanos,
  /** False: the first dip, or a later one of twice the hold at least, lasted to the end of the watched time, and `recoveryNs` is how long that was. */
  isRecovered: z.boolean(),
  /** Dips after the first one; older runs lack it. */
  laterDips: count.optional(),
  /** Share of the usual throughput that was missing in the worst step of the dip; 0: there was no dip. */
  depth: z.number().min(0).max(1),
  /** Time that the throughput, or the latency, was outside of the limit. */
  dipNs: nanos,
  /** Events of the load that failed from its start to the next one's. */
  failedEvents: count,
  failuresBySqlstate: z.record(z.string(), count).readonly(),
  /** The last that it said. */
  log: z.string(),
});
export type Disruption = z.infer<typeof Disruption>;

/** Course of a load, in equal steps of time (index i of each is step i). */
const TimelineCourse = object({
  stepNs: nanos,
  events: list(count),
  /** The longest wait for an answer that ended in the step, or was under way at its end. */
  longestNs: list(nanos),
});

/** Timeline of one session on one arm. */
export const Timeline = object({
  /** Successful events a second before the first disruption. */
  usualPerSecond: z.number().positive(),
  /** Share of it that counted as within the limit: as asked for, or the lowest before the first disruption where that was less. */
  share: z.number().min(0),
  /** Share as it was asked for; older runs lack it. */
  askedShare: z.number().min(0).optional(),
  disruptions: list(Disruption),
  course: TimelineCourse,
});
export type Timeline = z.infer<typeof Timeline>;

/** 95 % over the sessions; `high` is null where sessions did not recover within the watched time. */
export const TimelineValue = object({
  mean: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type TimelineValue = z.infer<typeof TimelineValue>;

/** One disruption on one arm, over the sessions. */
export const TimelineSummary = object({
  sessions: count,
  /** Sessions that were in a dip at the end of the watched time. */
  unrecovered: count,
  /** Sessions in which it made a dip. */
  dips: count,
  /** Sessions in which the load dipped again after the first dip; older reports lack it. */
  dippedAgain: count.optional(),
  tookNs: TimelineValue,
  /** Geometric; the rest arithmetic. Of sessions that did not recover, what is known: it takes longer than they were watched. */
  recoveryNs: TimelineValue,
  depth: TimelineValue,
  dipNs: TimelineValue,
  failedEvents: TimelineValue,
  failuresBySqlstate: z.record(z.string(), count).readonly(),
});
export type TimelineSummary = z.infer<typeof TimelineSummary>;

/** A part of the time before, in, between or after disruptions, over the sessions of one arm. */
const Stretch = object({
  perSecond: TimelineValue,
  /** Geometric, over the sessions in which one is known. Null: of none. A wait counts in the part in which most of it lay. */
  longestNs: TimelineValue.nullable(),
});

export const TimelineStretch = object({
  title: z.string(),
  /** Null: not measured, or too short in some session to be measured. */
  base: Stretch.nullable(),
  head: Stretch.nullable(),
});
export type TimelineStretch = z.infer<typeof TimelineStretch>;

const BandOf = object({
  mean: list(z.number()),
  low: list(z.number()),
  high: list(z.number()),
});

/** Mean over the sessions with its 95 % interval, of each step by itself (index i is step i). */
export const TimelineBand = object({
  /** Start of the first step, from that of the first disruption: not above 0. */
  fromNs: z.number(),
  stepNs: nanos,
  /** Successful events a second. */
  perSecond: BandOf,
  /** Geometric mean of the sessions' longest waits. */
  longestNs: BandOf,
});
export type TimelineBand = z.infer<typeof TimelineBand>;

const Drawn = object({
  usualPerSecond: z.number(),
  share: z.number(),
  /** Start of the first disruption, from that of the course. */
  firstNs: nanos,
  course: TimelineCourse,
});

/** Usual throughput of one arm's sessions, and its limits. */
const UsualOfArm = object({
  /** Successful events a second before the first disruption. */
  usualPerSecond: TimelineValue,
  /** Share of it that counted as within the limit, for each session. */
  shares: list(z.number()),
});

/** Report on a workload's timeline. */
export const TimelineReport = object({
  workload: z.string(),
  disruptions: list(
    object({
      name: z.string(),
      base: TimelineSummary.nullable(),
      head: TimelineSummary,
      /** Start and length in head's drawn session. */
      beganNs: nanos,
      tookNs: nanos,
    }),
  ),
  /** Stretches in their order; older reports have none. */
  stretches: list(TimelineStretch).default([]),
  /** Null: fewer than two sessions. */
  bands: object({ base: TimelineBand.nullable(), head: TimelineBand.nullable() }).default({
    base: null,
    head: null,
  }),
  /** Limit that counted; older reports have none. */
  limit: object({
    /** Null: the run is older than this field. */
    askedShare: z.number().nullable(),
    base: UsualOfArm.nullable(),
    head: UsualOfArm,
  }).optional(),
  /** Drawn sessions: the one with the middle recovery, on each arm. */
  base: Drawn.nullable(),
  head: Drawn,
  /** Logs of head's drawn session, by disruption; "" for those that printed nothing. */
  logs: list(z.string()),
});
export type TimelineReport = z.infer<typeof TimelineReport>;

/** The timeline as a part of what decides whether runs can be compared. */
export function timelineOptions(plan: TimelinePlan | undefined): Readonly<Record<string, string>> {
  if (plan === undefined) return {};
  const { disruptions, share, p99Ns, holdNs } = plan;
  const acts = disruptions.map(
    ({ name, act, atSeconds }) => `${name}=${Object.values(act).join(":")}@${atSeconds}s`,
  );
  const limits = [`throughput>=${share}`, ...(p99Ns === null ? [] : [`p99<=${p99Ns}ns`]), `${holdNs}ns`];
  return { timeline: [...acts, ...limits].join(" ") };
}
