/**
 * Head's set-up on top of base's: what base's whole list has is done once, and the files that head adds are applied to that, as the
 * migration of a database that has rows in it (docs/decisions/058-set-up-in-layers.md).
 */
import { createHash } from "node:crypto";
import { readsClock, readsOutside } from "./outside.ts";
import { type InputFile, isSql, type PreparedStep, type Setup, type SetupCommand } from "./steps.ts";

/** What head has in common with base, and what it adds, each in its order; or why head is set up from the start. */
export type Layers = Readonly<{ common: readonly PreparedStep[]; added: readonly PreparedStep[] }> | string;

/** True for a step of which it is known what decides its effect: an SQL file, or a command that names its inputs. */
export function isKnown(step: PreparedStep): boolean {
  return isSql(step) || step.inputs !== undefined;
}

/** Remembers what was found of a step: its text may be large, and lists are looked at from each of their steps on. */
function rememberedLayer<T>(find: (step: PreparedStep) => T): (step: PreparedStep) => T {
  const known = new WeakMap<PreparedStep, Readonly<{ found: T }>>();
  return (step) => {
    const { found } = known.get(step) ?? { found: find(step) };
    known.set(step, { found });
    return found;
  };
}

/** Hash that two steps share if they do the same: of a file and its text, or of all that a command is said to depend on. */
export const stepKey = rememberedLayer((step) =>
  createHash("sha256")
    .update(JSON.stringify(whatDecides(step)))
    .digest("hex"),
);

/** True for a step that makes other rows on another day. */
export const isOfDay = rememberedLayer((step) => isSql(step) && readsClock(step.sql));

/** True for a step whose outcome a later run may take. */
export const isLasting = rememberedLayer((step) => isKnown(step) && !(isSql(step) && readsOutside(step.sql)));

function whatDecides(step: PreparedStep): unknown {
  if (isSql(step) || step.inputs === undefined) return step;
  const { command, env, inputs } = step;
  return [command, env, inputs, variablesOf(step)];
}

/** Variables that lead to the database, or to the tree: they differ each time, and the outcome does not. */
const PASSING = /^(?:PG\w+|DATABASE_URL|PWD|OLDPWD)$/;

/** Variables that a shell would fill into the command, with the values that they have. */
function variablesOf({ command, env }: SetupCommand): readonly (readonly [string, string | null])[] {
  const named = [...command.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => name!);
  const own = [...new Set(named)].filter((name) => !PASSING.test(name) && env[name] === undefined);
  return own.toSorted().map((name) => [name, process.env[name] ?? null]);
}

/** True where head's form of the step goes on from base's: a repeatable migration of Flyway, or a migration tool that has more files. */
function goesOn(step: PreparedStep, now: PreparedStep | undefined): boolean {
  if (now === undefined) return false;
  if (isSql(step) || isSql(now)) return isSql(step) && /(?:^|\/)R__[^/]*$/.test(step.file);
  const isThere = ({ file, sha256 }: InputFile) =>
    now.inputs?.some((other) => other.file === file && other.sha256 === sha256);
  const rest = (command: SetupCommand) => stepKey({ ...command, inputs: [] });
  return now.incremental === true && rest(step) === rest(now) && (step.inputs ?? []).every(isThere);
}

/**
 * @returns null where that cannot be known, since a command does not name its inputs; the reason where a step of base's is changed or
 *   gone in head, or comes in another order there
 */
export function layersOf(base: Setup, head: Setup): Layers | null {
  if (![...base.before, ...base.after].every(isKnown)) return null;
  const keys = (steps: readonly PreparedStep[]) => steps.map(stepKey).join();
  if (keys(base.before) !== keys(head.before)) return "the steps before the load are not those of base";
  const own = new Set(head.after.map(stepKey));
  const isRequired = (step: PreparedStep) => own.has(stepKey(step)) || !goesOn(step, counterpart(step, head));
  const required = base.after.filter(isRequired).map((step) => ({ step, key: stepKey(step) }));
  const added: PreparedStep[] = [];
  let met = 0;
  for (const step of head.after) {
    if (stepKey(step) === required[met]?.key) met += 1;
    else added.push(step);
  }
  // What goes on from base's form of it is among what head adds.
  return met === required.length ? { common: base.after, added } : whyApart(required[met]!.step, head);
}

/** The step of head that has the name of base's. */
function counterpart(step: PreparedStep, { after }: Setup): PreparedStep | undefined {
  return after.find((other) => nameOf(other) === nameOf(step));
}

function nameOf(step: PreparedStep): string {
  return isSql(step) ? step.file : `\`${step.command}\``;
}

function whyApart(step: PreparedStep, head: Setup): string {
  const other = counterpart(step, head);
  if (other === undefined) return `${nameOf(step)} is gone`;
  if (stepKey(other) === stepKey(step)) return `${nameOf(step)} comes in another order`;
  const file = isSql(step) ? null : changedInput(step, other as SetupCommand);
  return file === null ? `${nameOf(step)} is changed` : `${file}, an input of ${nameOf(step)}, is changed`;
}

/** The first input that only one of both has, or has with this text; null where the variables differ. */
function changedInput({ inputs = [] }: SetupCommand, { inputs: others = [] }: SetupCommand): string | null {
  const textOf = (files: SetupCommand["inputs"], name: string) =>
    files?.find(({ file }) => file === name)?.sha256;
  const names = [...others, ...inputs].map(({ file }) => file);
  return names.find((name) => textOf(inputs, name) !== textOf(others, name)) ?? null;
}
