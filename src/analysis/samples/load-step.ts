/** A load that is driven, interval by interval; and where its connections were lost, for how long no client had an answer. */

/** One interval of the load; times are of the wall clock. */
export type LoadStep = Readonly<{
  beganNs: number;
  endedNs: number;
  events: number;
  p99Ns: number;
  /** The longest wait for an answer that ended in it, or was under way at its end. */
  longestNs: number;
  /** Time for which the answer awaited longest was due at the step's end; where all connections were lost, the time without any answer. */
  waitingNs: number;
  failedEvents: number;
  failuresBySqlstate: Readonly<Record<string, number>>;
}>;

/** A step as the load generator reports it. */
export type ReportedStep = LoadStep &
  Readonly<{
    /** True if a statement was answered in it, well or not. */
    isAnswered: boolean;
    /** Planned events that were due at its end and had no connection. */
    backlog: number;
  }>;

/**
 * A lost connection has no statement that waits for an answer, so that the load generator reports no wait while the server is away. Its
 * users wait all the same: from the last answer to any of them, which the steps without one now show.
 *
 * An outage begins where nothing is answered and nothing is waited for, though something is due: an event has just failed, or a planned one has
 * no connection. Where events are rare or clients think, steps without an answer are none.
 */
export function withOutages(reported: readonly ReportedStep[]): readonly LoadStep[] {
  let sinceNs: number | null = null;
  /** Time of the last answer, if connections were lost after it. */
  let cutNs: number | null = null;
  let usualPerNs = 0;
  return reported.map(({ isAnswered, backlog, ...step }) => {
    if (isAnswered) {
      sinceNs = null;
      cutNs = step.failedEvents > 0 ? lastAnswerNs(step, usualPerNs) : null;
      usualPerNs = step.events / (step.endedNs - step.beganNs);
      return step;
    }
    if (step.waitingNs === 0) {
      const isDue = step.failedEvents > 0 || backlog > 0;
      sinceNs ??= cutNs ?? (isDue ? step.beganNs : null);
    } else {
      cutNs = null;
    }
    const waitingNs = sinceNs === null ? step.waitingNs : Math.max(step.waitingNs, step.endedNs - sinceNs);
    return { ...step, waitingNs, longestNs: Math.max(step.longestNs, waitingNs) };
  });
}

/** Time of the last answer in a step at whose end all connections were lost: its events would have ended then at the pace of the step before. */
function lastAnswerNs({ beganNs, endedNs, events }: LoadStep, usualPerNs: number): number {
  return usualPerNs === 0 ? endedNs : Math.min(endedNs, beganNs + events / usualPerNs);
}

/** Length of the steps together, in nanoseconds. */
export function stepsNs(steps: readonly LoadStep[]): number {
  return steps.reduce((sum, { beganNs, endedNs }) => sum + endedNs - beganNs, 0);
}
