/** Times as people read them. All are UTC. */

const MINUTE = 60_000;
const STEPS = [
  { most: 60, unit: "min", ms: MINUTE },
  { most: 48, unit: "h", ms: 60 * MINUTE },
  // Two months are nearly 61 days.
  { most: 61, unit: "d", ms: 1_440 * MINUTE },
] as const;
const MONTH_MS = 30.44 * 1_440 * MINUTE;

/** Age of a time: "3 h ago". Times ahead of `now`, as of a clock that is wrong, are "just now". */
export function ageOf(at: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(at);
  if (ms < MINUTE) return "just now";
  const step = STEPS.find((each) => ms < each.most * each.ms);
  if (step !== undefined) return `${Math.floor(ms / step.ms)}\u00a0${step.unit} ago`;
  const months = Math.floor(ms / MONTH_MS);
  return months < 24 ? `${months}\u00a0months ago` : `${Math.floor(months / 12)}\u00a0years ago`;
}

/** "2026-11-22". */
export function dayOf(at: string): string {
  return at.slice(0, 10);
}

/** "2026-11-22 18:05". */
export function minuteOf(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

/** Runs that come every day have stopped when the newest is older. */
export function isStale(at: string, now: string): boolean {
  return Date.parse(now) - Date.parse(at) > 26 * 60 * MINUTE;
}
