/** Rebuilds of a `command` target, so that one layout of its code is not in all sessions (docs/decisions/029-rebuild.md). */
import type { MeasureMode } from "../model/run.ts";
import type { ChosenLooks } from "./looks.ts";
import type { Misfit } from "./misfit.ts";

/** Times at which `build` runs: once, for each look, or for each session. */
export const REBUILDS = ["never", "each-look", "each-session"] as const;
export type Rebuild = (typeof REBUILDS)[number];

/** The `build` and `rebuild` of a command target; neither for other kinds. */
type Builds = Readonly<{ kind: string; build?: string | undefined; rebuild?: Rebuild }>;

/** Finds rebuilds that are asked for and impossible. */
export function rebuildMisfits(
  database: Readonly<{ deploy: Builds; base?: Builds | undefined }>,
  { mode, looks }: Readonly<{ mode: MeasureMode; looks: ChosenLooks }>,
): readonly Misfit[] {
  return (["deploy", "base"] as const).flatMap((arm): readonly Misfit[] => {
    const { build, rebuild = "never" } = database[arm] ?? {};
    const message = misfit(build, rebuild, mode === "history" ? 1 : looks);
    return message === null ? [] : [{ path: [arm, "command", "rebuild"], message }];
  });
}

function misfit(build: string | undefined, rebuild: Rebuild, looks: ChosenLooks): string | null {
  if (rebuild === "never") return null;
  if (build === undefined) return `${rebuild} builds again, but there is no build command`;
  return rebuild === "each-look" && looks === 1
    ? "each-look builds again after each `sessions` sessions, and there is one look (measure.looks, or measure.mode: history); take each-session"
    : null;
}
