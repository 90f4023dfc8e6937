/** Options of the command line -> Invocation. */

import type { Overrides } from "../config/plan.ts";
import { parseDurationNs } from "../config/quantity.ts";
import { lockFolder } from "../host/lock.ts";
import { PlumblineError } from "../model/errors.ts";
import { MEASURE_MODES, type MeasureMode, type Origin } from "../model/run.ts";
import { DEFAULT_CONFIG, type Invocation } from "../pipeline.ts";

/** As commander answers them: absent or text, `--fail-on` under the name failOn. */
export type Words = Readonly<Partial<Record<string, string>>>;

/** A laptop: not on a forge. */
export const NOWHERE: Origin = { repository: null, runUrl: null, attempt: null, pullRequest: null };

/** @throws PlumblineError of kind "usage" that names the option, what came and what is allowed */
export function invocationOf(words: Words, env: NodeJS.ProcessEnv, cwd: string): Invocation {
  return {
    cwd,
    config: words["config"] ?? DEFAULT_CONFIG,
    base: words["base"] || null,
    branch: null,
    targetBranch: null,
    overrides: overridesOf(words),
    store: words["store"] || env["PLUMBLINE_STORE"] || null,
    output: words["output"] ?? "plumbline-out",
    lock: lockOf(words["lock-timeout"] ?? words["lockTimeout"], env),
    origin: NOWHERE,
    acceptLabel: words["accept-label"] || null,
  };
}

/** @param text how long to wait for a machine that measures already; an hour where nothing is said */
export function lockOf(text = "1h", env: NodeJS.ProcessEnv = process.env): Invocation["lock"] {
  const ns = parseDurationNs(text);
  if (ns === undefined) {
    throw new PlumblineError("usage", `lock-timeout: got ${JSON.stringify(text)}`, {
      remedy: "a duration such as 90s, 30m or 2h; 0s does not wait",
    });
  }
  const folder = lockFolder(env);
  return folder === null ? null : { folder, limitMs: ns / 1e6 };
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
