/** How many sessions of which workloads: the first look, then as many again of what looks worse. */
import type { Suspect } from "./compare/looks.ts";
import type { Plan } from "./config/plan.ts";
import type { Measured, Measurement } from "./measure.ts";
import type { PlumblineError } from "./model/errors.ts";
import type { Observer } from "./model/observer.ts";
import { suspectText } from "./render/progress.ts";

/** The parts of a measurement that a schedule needs. */
export type Sessions = Pick<Measurement, "sessions" | "measured">;

/**
 * Measures the planned sessions and, where two looks are planned, those workloads again that look worse.
 * @param suspectsOf what looks worse in what was measured so far, the most suspicious first
 * @returns why it ended early, or null
 */
export async function measureSessions(
  measurement: Sessions,
  plan: Plan,
  suspectsOf: (measured: Measured) => readonly Suspect[],
  observer: Observer,
  signal: AbortSignal,
): Promise<PlumblineError | null> {
  const all = [...plan.workloads.keys()];
  const failure = await measurement.sessions(plan.sessions, all, signal);
  if (failure !== null || plan.looks < 2) return failure;
  const suspects = suspectsOf(measurement.measured());
  if (suspects.length === 0) return null;
  for (const suspect of suspects) observer.note(suspectText(suspect, plan.sessions));
  const names = new Set(suspects.map(({ workload }) => workload));
  return await measurement.sessions(
    plan.sessions,
    all.filter((position) => names.has(plan.workloads[position]!.name)),
    signal,
  );
}
