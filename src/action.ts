/** Entry of the action's step. */
import { sayError } from "./host/actions.ts";
import { runStep } from "./step/step.ts";

process.exitCode = await runStep().catch(sayError);
