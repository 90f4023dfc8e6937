/** Fills an arm's database: the load generator's tables, and the set-up. */
import type { Plan } from "../../config/plan.ts";
import { whileItAnswers } from "../../io/database/sql/alive.ts";
import type { Target } from "../../io/database/target.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Progress } from "../../model/progress.ts";
import type { ArmName } from "../../model/run.ts";

/** @throws PlumblineError of the server, the load, or the set-up */
export async function prepareTarget(
  arm: ArmName,
  target: Target,
  { loads }: Pick<Plan, "loads">,
  generator: Pick<LoadGenerator, "prepare">,
  progress: Pick<Progress, "stage" | "update">,
  signal: AbortSignal,
): Promise<void> {
  progress.stage(`preparing ${arm}`);
  const say = (what: string) => progress.update({ what, share: null, secondsLeft: null });
  await target.prepare(
    loads,
    async (load, url) => {
      if (load.isEmpty === true) return;
      say(`loading ${load.database}`);
      const fill = (ending: AbortSignal) =>
        generator.prepare({
          plan: load,
          url,
          signal: ending,
          onProgress: ({ phase, share, what }) =>
            progress.update({ what: `${phase} ${what}`.trim(), share, secondsLeft: null }),
        });
      await whileItAnswers(url, fill, signal);
    },
    say,
  );
}
