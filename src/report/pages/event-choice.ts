/** A reader's choice of which changes of level to see, as the address gives it. */
import { plainLine } from "../../text/outside.ts";

export const EVENT_STATES = ["open", "past", "better"] as const;
/** `open`: a gate is worse than its limit allows, still. `past`: within the limits, or as good again. `better`: nothing got worse. */
export type EventState = (typeof EVENT_STATES)[number];

/** null: whatever it is. */
export type EventChoice = Readonly<{
  state: EventState | null;
  suite: string | null;
  /** Null: of each suite, the branch that is measured most. */
  branch: string | null;
  /** The first day: "2026-11-22", UTC. */
  since: string | null;
}>;

export const EVERY_EVENT: EventChoice = { state: null, suite: null, branch: null, since: null };

/**
 * @param known suites that have changes, and branches that were measured
 * @returns the choice, and a sentence for each parameter that was no choice
 */
export function eventChoice(
  params: URLSearchParams,
  known: Readonly<{ suites: readonly string[]; branches: readonly string[] }>,
): Readonly<{ choice: EventChoice; notes: readonly string[] }> {
  const notes: string[] = [];
  const chosen = <T extends string>(name: string, find: (text: string) => T | undefined): T | null => {
    const text = params.get(name) ?? "";
    if (text === "") return null;
    const found = find(text);
    if (found === undefined) notes.push(`There is no ${name} “${plainLine(text, 40)}” here: all are shown.`);
    return found ?? null;
  };
  const choice = {
    state: chosen("state", (text) => EVENT_STATES.find((state) => state === text)),
    suite: chosen("suite", (text) => known.suites.find((suite) => suite === text)),
    branch: chosen("branch", (text) => known.branches.find((branch) => branch === text)),
    since: chosen("since", (text) => (isDay(text) ? text : undefined)),
  };
  return { choice, notes };
}

/** An event without a known commit time is never too old. */
export function isChosen(
  { state, suite, since }: EventChoice,
  event: Readonly<{ state: EventState; suite: string; time: string | null }>,
): boolean {
  return (
    (state === null || state === event.state) &&
    (suite === null || suite === event.suite) &&
    (since === null || event.time === null || Date.parse(event.time) >= Date.parse(since))
  );
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
