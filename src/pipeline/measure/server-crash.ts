/** Errors of a load that failed, with the arm whose server was the cause. */

import { orCrashError } from "../../io/database/place/crash-report.ts";
import type { Server } from "../../io/database/target.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { ArmName } from "../../model/run.ts";

/**
 * Answers what `running` answers.
 * @param arms that are driven, in the order of the load generator's targets, each with its server
 * @throws PlumblineError of kind "target" with what is left of a server that died; else what `running` throws, with the arm if
 * the load generator knows which of two it was
 */
export async function orServerCrash<T>(
  running: Promise<T>,
  arms: readonly ArmName[],
  servers: readonly Pick<Server, "crashReport">[],
  signal: AbortSignal,
): Promise<T> {
  try {
    return await running;
  } catch (error) {
    if (signal.aborted) throw error;
    for (const [position, arm] of arms.entries()) {
      const explained = await orCrashError(error, servers[position]!, `${arm}: `);
      if (explained !== error) throw explained;
    }
    throw arms.length > 1 ? withArm(error, arms) : error;
  }
}

function withArm(error: unknown, arms: readonly ArmName[]): unknown {
  if (!(error instanceof PlumblineError)) return error;
  const { target } = (error.cause ?? {}) as { target?: number | null };
  const arm = arms[target ?? -1];
  return arm === undefined ? error : error.named(arm);
}
