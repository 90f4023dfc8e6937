/** Options of the command line -> Invocation. */

import type { Overrides } from "../config/plan.ts";
import { PlumblineError } from "../model/errors.ts";
import { MEASURE_MODES, type MeasureMode, type Origin } from "../model/run.ts";
import type { Invocation } from "../pipeline.ts";

/** As commander answers them: absent or text, `--fail-on` under the name failOn. */
export type Words = Readonly<Partial<Record<string, string>>>;

/** A laptop: not on a forge. */
export const NOWHERE: Origin = { repository: null, runUrl: null, attempt: null, pullRequest: null };

/** @throws PlumblineError of kind "usage" that names the option, what came and what is allowed */
export function invocationOf(words: Words, env: NodeJS.ProcessEnv, cwd: string): Invocation {
  return {
    cwd,
    config: words["config"] ?? "plumbline.yml",
    base: words["base"] || null,
    branch: null,
    targetBranch: null,
    overrides: overridesOf(words),
    store: words["store"] || env["PLUMBLINE_STORE"] || null,
    output: words["output"] ?? "plumbline-out",
    origin: NOWHERE,
  };
}

export function overridesOf(words: Words): Overrides {
  return {
    ...optional("mode", words["mode"], modeOf),
    ...optional("sessions", words["sessions"], (text) => numberOf("sessions", text, 1, 200, true)),
    ...optional("seconds", words["seconds"], (text) => numberOf("seconds", text, 0.1, 3600, false)),
    ...optional("seed", words["seed"], (text) => numberOf("seed", text, 0, 2 ** 31 - 1, true)),
  };
}

function optional<K extends string, T>(
  key: K,
  text: string | undefined,
  parse: (text: string) => T,
): { [P in K]?: T } {
  return text === undefined || text === "" ? {} : ({ [key]: parse(text) } as { [P in K]?: T });
}

function modeOf(text: string): MeasureMode {
  const mode = MEASURE_MODES.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw new PlumblineError("usage", `mode: got ${JSON.stringify(text)}`, {
    remedy: `one of ${MEASURE_MODES.join(", ")}`,
  });
}

function numberOf(name: string, text: string, least: number, most: number, whole: boolean): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
    return value;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `a ${whole ? "whole number" : "number"} from ${least} to ${most}`,
  });
}
