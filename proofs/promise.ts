/** What was measured: seconds by the clock and, where they are known, of CPU. Other work makes the one longer, not so much the other. */
export type Measured = Readonly<{ seconds: number; cpu?: number; megabytes?: number }>;

/** What it may be at most. */
export type Promised = Readonly<{ seconds: number; megabytes?: number }>;

/** Whether what was measured keeps what is promised, in words that stand behind it; "" where nothing is promised. */
export function verdictOf({ seconds, cpu, megabytes = 0 }: Measured, promise?: Promised): string {
  if (promise === undefined) return "";
  const { megabytes: most = Number.POSITIVE_INFINITY } = promise;
  const said = promise.seconds < 1 ? `${promise.seconds * 1_000} ms` : `${promise.seconds} s`;
  const ofMemory = most === Number.POSITIVE_INFINITY ? "" : ` and ${most} MB`;
  return `  promise ${said}${ofMemory}: ${kept(promise)}`;

  function kept({ seconds: within }: Promised) {
    if (megabytes > most) return "does NOT hold";
    if (seconds <= within) return "holds";
    return cpu !== undefined && cpu <= within ? "holds by CPU time, the machine is busy" : "does NOT hold";
  }
}
