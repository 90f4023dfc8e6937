/** The end of the targets of one measurement. */
import type { Observer } from "../model/observer.ts";
import { ARMS, type ArmName } from "../model/run.ts";
import type { Target } from "./target.ts";

/** Closes both. What cannot be taken away again is said, since nobody else will: the measurement stands. */
export async function closeTargets(
  targets: Readonly<Record<ArmName, Pick<Target, "close"> | null>>,
  observer: Pick<Observer, "note">,
): Promise<void> {
  const closing = await Promise.allSettled(ARMS.map(async (arm) => targets[arm]?.close()));
  for (const [position, closed] of closing.entries()) {
    if (closed.status === "fulfilled") continue;
    const { message, remedy } = closed.reason as { message: string; remedy?: string };
    const way = remedy === undefined ? "" : ` (${remedy})`;
    observer.note(`not everything that was made for ${ARMS[position]} is gone again: ${message}${way}`);
  }
}
