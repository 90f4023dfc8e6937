/** Concludes a check that would be in progress for ever, after a step that was killed. */
import { createClient } from "../../io/github/client.ts";
import { readWorkflowRun } from "../../io/github/context.ts";
import { cancelUnfinished, Unfinished } from "../../io/github/unfinished.ts";
import { remembered, sayOutcome } from "../../io/host/actions.ts";

/** The job may be about to be ended itself. */
const LIMITS = { seconds: 20, politeSeconds: 0 };

/** Never fails the job: its log shows what became of the check. */
export async function finishUnfinished(token: string): Promise<void> {
  const left = remembered();
  if (left === "") return;
  try {
    const { apiUrl, ...run } = readWorkflowRun(process.env);
    const say = (why: string) => sayOutcome("GitHub", { kind: "note", why });
    const client = createClient({ token, apiUrl, say, limits: LIMITS });
    if (await cancelUnfinished(client, run, readUnfinished(left)))
      return sayOutcome("check run", { kind: "cancelled" });
    const why = "the state of the step names no check that this workflow run has in progress";
    sayOutcome("check run", { kind: "ignored", why });
  } catch (error) {
    sayOutcome("check run", { kind: "left in progress", why: String(error) });
  }
}

/** @throws Error where it is not what a step of ours leaves */
function readUnfinished(text: string): Unfinished {
  try {
    return Unfinished.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error("the state of the step is not what Plumbline left in it", { cause });
  }
}
