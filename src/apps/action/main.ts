/** Entry of the action's step. */
import { readEvent, sayError } from "../../io/host/actions.ts";

/** The event first: the toolkit reads it as it is loaded, and one that is broken would end this program before it can say so. */
async function runAction(): Promise<number> {
  await readEvent(process.env);
  const { runStep } = await import("./step.ts");
  return await runStep();
}

process.exitCode = await runAction().catch(sayError);
