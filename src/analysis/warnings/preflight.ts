/** Warnings about the machine itself: before anything is measured, and about its clock while it is. */
import { type Warning, warning } from "../../model/document.ts";
import { formatDuration, plainSpaces, plural } from "../../text/units.ts";
import { judgeState, type StateFacts } from "./fitness.ts";

/** Reasons against measuring now, by the limits of `plumbline doctor`. */
export function preflight(facts: StateFacts): readonly Warning[] {
  const { load, governor, disk, quota } = judgeState(facts);
  const warnings = [
    {
      code: "busy-before-start",
      finding: load,
      message: `${busyness(facts, load.value)} before the start: something else was running`,
    },
    {
      code: "frequency-governor",
      finding: governor,
      message: `the CPUs' frequency governor is ${governor.value}: speed follows the load`,
    },
    {
      code: "cpu-quota",
      finding: quota,
      message: `a quota of ${quota.value} limits the load generator and its container: a process that uses it up is throttled`,
    },
    { code: "little-disk", finding: disk, message: `only ${disk.value} of disk were free before the start` },
  ];
  return warnings.flatMap(({ code, finding, message }) =>
    finding.remedy === null ? [] : [{ code, message, remedy: finding.remedy }],
  );
}

function busyness({ busyNow, cpuCount }: StateFacts, value: string): string {
  if (busyNow === undefined) return `the load average was ${value} on ${plural(cpuCount, "CPU")}`;
  const cpus = cpuCount === 1 ? "1 CPU was busy" : `${cpuCount} CPUs were busy`;
  return `${value} of ${cpus} in the ${busyNow.seconds} s`;
}

/** A clock that is slewed differs by 0.05 % at most; below a second it is not worth a warning. */
const SLEWED = 0.001;
const STEP_SECONDS = 1;

/**
 * Warns if the wall clock was set while it was measured, or the machine slept.
 * @param wallSeconds by the wall clock
 * @param steadySeconds of the same time, by a clock that cannot be set
 */
export function clockStep(wallSeconds: number, steadySeconds: number): readonly Warning[] {
  const step = wallSeconds - steadySeconds;
  if (Math.abs(step) <= STEP_SECONDS + SLEWED * steadySeconds) return [];
  return warning("clock-step", {
    message: plainSpaces(
      `the wall clock moved ${formatDuration(Math.abs(step))} ${step > 0 ? "ahead" : "back"} during the measurement: it was set, or the machine slept`,
    ),
    remedy: "measure again if the machine slept; latencies come from a steady clock and hold",
  });
}
