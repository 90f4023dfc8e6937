/**
 * Whether what was measured keeps what is promised, in words behind it; "" where nothing is.
 * @param {{ seconds: number, cpu?: number, megabytes?: number }} measured by the clock and, where it is known, of CPU: other work on
 *   the machine makes the one longer, not so much the other
 * @param {{ seconds: number, megabytes?: number }} [promise]
 */
export function verdictOf({ seconds, cpu, megabytes = 0 }, promise) {
  if (promise === undefined) return "";
  const { megabytes: most = Number.POSITIVE_INFINITY } = promise;
  const said = promise.seconds < 1 ? `${promise.seconds * 1_000} ms` : `${promise.seconds} s`;
  const ofMemory = most === Number.POSITIVE_INFINITY ? "" : ` and ${most} MB`;
  return `  promise ${said}${ofMemory}: ${kept()}`;

  function kept() {
    if (megabytes > most) return "does NOT hold";
    if (seconds <= promise.seconds) return "holds";
    return cpu <= promise.seconds ? "holds by CPU time, the machine is busy" : "does NOT hold";
  }
}
