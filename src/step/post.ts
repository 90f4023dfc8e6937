/** After a step that was killed: a check that would be in progress for ever is concluded. */
import { type CheckRun, putCheckRun } from "../github/check-run.ts";
import { createClient } from "../github/client.ts";
import { remembered, sayOutcome } from "../host/actions.ts";
import { unfinished } from "./telling.ts";

/** The job may be about to be ended itself. */
const LIMITS = { seconds: 20, politeSeconds: 0 };

/** Whatever goes wrong here fails nothing: the job tells what came of it. */
export async function finishUnfinished(token: string): Promise<void> {
  const left = remembered();
  if (left === null) return;
  const say = (why: string) => sayOutcome("GitHub", { kind: "note", why });
  const client = createClient({ token, apiUrl: left.apiUrl, say, limits: LIMITS });
  try {
    // Our own words, from the runner's file.
    await putCheckRun(client, unfinished(left.what as CheckRun));
    sayOutcome("check run", { kind: "cancelled" });
  } catch (error) {
    sayOutcome("check run", { kind: "left in progress", why: String(error) });
  }
}
