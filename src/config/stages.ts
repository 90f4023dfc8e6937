/** The stages of a workload: a load that changes while it runs. */
import { z } from "zod";
import { duration } from "./duration.ts";

const RATE_MOST = 1e7;
/** The load generator takes no more. */
const STAGES_MOST = 32;

const Stage = z
  .strictObject({
    rate: z.number().min(0).max(RATE_MOST).describe("Events a second, over all connections."),
    for: duration("How long the rate is kept.", true).optional(),
    ramp: duration(
      "How long the rate takes to get there from that of the stage before it (the first: from 0).",
      true,
    ).optional(),
  })
  .refine((stage) => (stage.for === undefined) !== (stage.ramp === undefined), {
    message: "expected for or ramp: how long the rate is kept, or how long it takes to get there",
  });
export type LoadStage = z.infer<typeof Stage>;

export const StagesField = z
  .array(Stage)
  .min(1)
  .max(STAGES_MOST)
  .refine((stages) => stages.some(({ rate }) => rate > 0), { message: "expected a rate above 0" })
  .describe(
    "Load that changes while a session runs, instead of `options.rate`: [{ rate: 100, for: 2s }, { rate: 500, ramp: 4s }]. The last rate is kept until the end.",
  );

/** The stages as the load generator's option. */
export function stagesOption(stages: readonly LoadStage[]): string {
  const texts = stages.map(({ rate, for: kept, ramp }) =>
    kept === undefined ? `${rate} in ${secondsOf(ramp!)}s` : `${rate} for ${secondsOf(kept)}s`,
  );
  return texts.join(", ");
}

/** @returns seconds that they last */
export function stagesSeconds(stages: readonly LoadStage[]): number {
  return stages.reduce((sum, { for: kept, ramp }) => sum + secondsOf(kept ?? ramp!), 0);
}

function secondsOf(ns: number): number {
  return ns / 1e9;
}

type StagedWorkload = Readonly<{
  options: Readonly<Record<string, unknown>>;
  stages?: readonly LoadStage[] | undefined;
  capacity?: unknown;
  timeline?: unknown;
}>;

/** Reasons why a workload cannot have stages, with the path of its field. */
export function stagesMisfits(
  workloads: readonly StagedWorkload[],
  hasMigration: boolean,
): readonly Readonly<{ path: readonly (string | number)[]; message: string }>[] {
  return workloads.flatMap(({ stages, options, capacity, timeline }, position) => {
    if (stages === undefined) return [];
    const say = (message: string) => [{ path: ["workloads", position, "stages"], message }];
    if ("rate" in options)
      return say("stages and options.rate both plan the starts of events: leave one of them out");
    if (capacity !== undefined) return say("capacity searches for one load: leave stages or capacity out");
    if (timeline !== undefined || hasMigration)
      return say("a timeline or a migration wants a load that stays: leave stages out");
    return [];
  });
}
