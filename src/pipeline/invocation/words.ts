/** Options of the command line -> Invocation. */

import { type FieldName, parseChoice, USUAL } from "../../config/fields.ts";
import type { Overrides } from "../../config/plan.ts";
import { parseDurationNs } from "../../config/quantity.ts";
import { lockFolder } from "../../io/host/lock.ts";
import { PlumblineError } from "../../model/errors.ts";
import { DEFAULT_CONFIG } from "./config-file.ts";
import type { FailOn } from "./exit-code.ts";
import { type Invocation, NOWHERE } from "./invocation.ts";

/** Fields of an invocation under commander's names (`--fail-on` is failOn), from the command line or from the action's inputs. */
export type Words = Readonly<{ [name in FieldName | "failOn" | "lockTimeout"]?: string | undefined }>;

/** @throws PlumblineError of kind "usage" that names the option, what came and what is allowed */
export function invocationOf(words: Words, env: NodeJS.ProcessEnv, cwd: string): Invocation {
  return {
    cwd,
    config: words.config ?? DEFAULT_CONFIG,
    base: words.base || null,
    branch: null,
    targetBranch: null,
    overrides: overridesOf(words),
    store: words.store || env["PLUMBLINE_STORE"] || null,
    output: words.output ?? "plumbline-out",
    lock: lockOf(words["lock-timeout"] ?? words.lockTimeout, env),
    origin: { ...NOWHERE, repository: words.repository || env["GITHUB_REPOSITORY"] || null },
    merging: [],
    acceptLabel: words["accept-label"] || null,
  };
}

/** @throws PlumblineError of kind "usage" if there is no such verdict */
export function failOnOf({ failOn = USUAL["fail-on"] }: Words): FailOn {
  return parseChoice("fail-on", failOn);
}

/** @param text how long to wait for a machine that measures already (default: an hour) */
export function lockOf(text = "1h", env: NodeJS.ProcessEnv = process.env): Invocation["lock"] {
  const ns = durationOf("lock-timeout", text, "0s does not wait");
  const folder = lockFolder(env);
  return folder === null ? null : { folder, limitMs: ns / 1e6 };
}

export function overridesOf({ mode, sessions, seconds, seed, cause }: Words): Overrides {
  return {
    ...(mode ? { mode: parseChoice("mode", mode) } : {}),
    ...(sessions ? { sessions: numberInRange("sessions", sessions, 1, 200, true) } : {}),
    ...(seconds ? { seconds: numberInRange("seconds", seconds, 0.1, 3600, false) } : {}),
    ...(cause ? { cause: durationOf("cause", cause, "0s does not search") } : {}),
    ...(seed ? { seed: numberInRange("seed", seed, 0, 2 ** 31 - 1, true) } : {}),
  };
}

/** @returns nanoseconds */
function durationOf(name: string, text: string, none: string): number {
  const ns = parseDurationNs(text);
  if (ns !== undefined) return ns;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `write a duration such as 90s, 30m or 2h; ${none}`,
  });
}

function numberInRange(name: string, text: string, least: number, most: number, whole: boolean): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
    return value;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `write a ${whole ? "whole number" : "number"} from ${least} to ${most}`,
  });
}
