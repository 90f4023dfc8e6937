/** The parts of head's change that can be tried on copies of base: statements of the set-up, the workload's scripts, the server. */
import { readFile } from "node:fs/promises";
import { newStatements, type PlacedStatement } from "../../../analysis/cause/edits.ts";
import { placesIn } from "../../../analysis/cause/places.ts";
import { replayable } from "../../../analysis/cause/sent.ts";
import {
  type ChangeUnit,
  changeUnits,
  isOfSession,
  mainStatement,
  type NewStatement,
  UnitOrder,
} from "../../../analysis/cause/units.ts";
import type { SentStatement } from "../../../analysis/samples/sent-statements.ts";
import type { PlannedWorkload } from "../../../config/plan.ts";
import type { SetupStep } from "../../../config/setup.ts";
import { WorkFolder } from "../../../io/database/place/work-folder.ts";
import { applyStatements } from "../../../io/database/setup/apply-statements.ts";
import { runCommand } from "../../../io/database/setup/command.ts";
import { isSql, type PreparedStep, readSetup, type SetupCommand } from "../../../io/database/setup/steps.ts";
import { splitStatements } from "../../../io/database/sql/statements.ts";
import type { Target } from "../../../io/database/target.ts";
import { changedTexts } from "../../../io/git/changed-files.ts";
import { forAnyClient } from "../../../io/host/connection-url.ts";
import { environment } from "../../../io/host/environment.ts";
import type { ChangedPart } from "../../../model/cause-search.ts";
import type { LoadPlan } from "../../../model/load-plan.ts";
import type { Script } from "../../../model/script.ts";
import { redact, secretsOf } from "../../../model/secrets.ts";
import { shortSql } from "../../../text/sql.ts";
import { tapServer } from "../tapped.ts";

/** Session number of the server on which head's commands are listened to. */
const SESSION = -5;
/** Characters of a statement that is shown. */
const TEXT_MOST = 200;

/** Trees of both commits, and the set-up that both are filled by. */
export type ChangeTrees = Readonly<{
  setup: readonly SetupStep[];
  base: Readonly<{ tree: string; sha: string }>;
  head: Readonly<{ tree: string }>;
}>;

/** Statements of head's set-up that base's databases have not seen, in the order of its steps, and the units that they make. */
export type SchemaChange = Readonly<{
  statements: readonly NewStatement[];
  units: readonly ChangeUnit[];
  order: UnitOrder;
  /** Hidden wherever a statement is shown: commands send what is in their environment. */
  secrets: readonly string[];
}>;

/** Base's target, the plan whose database is changed, and the milliseconds that there are for it. */
type ChangeGround = Readonly<{ target: Target; load: LoadPlan; left: () => number }>;

/** @throws PlumblineError where a command of head's set-up cannot be run on base's data; the message says which */
export async function schemaChange(
  { setup, base, head }: ChangeTrees,
  ground: ChangeGround,
  signal: AbortSignal,
): Promise<SchemaChange> {
  const [old, now] = [await preparedSteps(base.tree, setup), await preparedSteps(head.tree, setup)];
  const fresh = newStatements(placedStatements(old), placedStatements(now));
  const commands = now.filter((step) => !isSql(step));
  const place = commands.length === 0 ? null : placesIn(await changedTexts(head.tree, base.sha));
  const statements = place === null ? fresh : await withSent(now, fresh, place, ground, signal);
  const units = changeUnits(statements);
  const secrets = commands.flatMap(({ env }) => secretsOf({ ...environment(), ...env }));
  return { statements, units, order: new UnitOrder(units, statements), secrets };
}

async function preparedSteps(tree: string, setup: readonly SetupStep[]): Promise<readonly PreparedStep[]> {
  const { before, after } = await readSetup(tree, setup);
  return [...before, ...after];
}

/** All statements of the files. */
function placedStatements(steps: readonly PreparedStep[]): readonly PlacedStatement[] {
  return steps.filter(isSql).flatMap(({ file, sql }) =>
    withSessions(
      splitStatements(sql).map(({ text, line, data }) => {
        return { file, line, text, ...(data === undefined ? {} : { data }) };
      }),
    ),
  );
}

/** The statements without those that set the session, each with those that it finds. */
function withSessions(statements: readonly NewStatement[]): readonly NewStatement[] {
  const session: string[] = [];
  return statements.flatMap((statement): readonly NewStatement[] => {
    if (!isOfSession(statement))
      return [{ ...statement, ...(session.length === 0 ? {} : { session: [...session] }) }];
    session.push(statement.text);
    return [];
  });
}

/** Goes through head's steps on a copy of base: what files have that is new, and what commands send in between. */
async function withSent(
  steps: readonly PreparedStep[],
  fresh: readonly NewStatement[],
  place: ReturnType<typeof placesIn>,
  { target, load, left }: ChangeGround,
  signal: AbortSignal,
): Promise<readonly NewStatement[]> {
  const server = await target.openSession(SESSION);
  const folder = await WorkFolder.open(null);
  const url = server.url(load);
  try {
    // What is taken back has no line in head's files, and goes first.
    const all = fresh.filter(({ line }) => line === undefined);
    await applyStatements(url, all, left(), signal);
    for (const step of steps) {
      if (!isSql(step)) {
        const sent = await sentBy({ ...step, limitMs: Math.min(step.limitMs, left()) }, url, folder, signal);
        all.push(...sent.map((each) => ({ ...each, ...place(each.text) })));
        continue;
      }
      const own = fresh.filter(({ file, line }) => file === step.file && line !== undefined);
      await applyStatements(url, own, left(), signal);
      all.push(...own);
    }
    return all;
  } finally {
    await folder.remove();
    await server.stop();
  }
}

/** What a command sends to a database of base's: a migration tool sends what it has not applied yet. */
async function sentBy(
  step: SetupCommand,
  url: string,
  folder: WorkFolder,
  signal: AbortSignal,
): Promise<readonly NewStatement[]> {
  const seen: SentStatement[] = [];
  const tap = await tapServer(url, signal, (statement) => seen.push(statement), true);
  try {
    const what = "head's set-up command, on base's data,";
    await runCommand(step, forAnyClient(tap.url), folder, () => undefined, signal, what);
  } finally {
    await tap.stop();
  }
  const texts = replayable(seen, splitStatements);
  if (texts === null)
    throw new Error(`what ${step.command} sends cannot be sent again statement by statement`);
  return withSessions(texts.map((text) => ({ file: step.command, text })));
}

/** A part as it is done: a unit of the schema, a script of head, or head's server. */
export type TriedPart = Readonly<
  { about: ChangedPart } & (
    | { kind: "schema"; unit: number }
    | { kind: "script"; position: number }
    | { kind: "server" }
  )
>;

/** Parts in the order in which they are done: what the scripts ask for must be there. */
export async function partsToTry(
  { statements, units, secrets }: SchemaChange,
  { script, ofBase }: Pick<PlannedWorkload, "script" | "ofBase">,
  server: string | null,
): Promise<readonly TriedPart[]> {
  const schema = units.map((unit, at): TriedPart => {
    const { file, line, text } = mainStatement(unit, statements);
    const place = { file, ...(line === undefined ? {} : { line }) };
    const about = {
      kind: "schema",
      ...place,
      text: shortSql(redact(text, secrets), TEXT_MOST),
      statements: unit.statements.length,
    } as const;
    return { kind: "schema", unit: at, about };
  });
  const scripts: TriedPart[] = [];
  for (const [position, now] of (ofBase === undefined ? [] : (script?.files ?? [])).entries()) {
    const old = ofBase!.script.files[position]!;
    if (old.hash === now.hash) continue;
    const about = {
      kind: "script",
      file: now.file,
      ...(await firstChange(old, now)),
      statements: 1,
    } as const;
    scripts.push({ kind: "script", position, about });
  }
  if (server === null) return [...schema, ...scripts];
  return [...schema, ...scripts, { kind: "server", about: { kind: "server", text: server, statements: 0 } }];
}

/** The first line of head's script that base's has not. */
async function firstChange(old: Script, now: Script): Promise<Readonly<{ line: number; text: string }>> {
  const [before, after] = await Promise.all(
    [old, now].map(async ({ path }) => (await readFile(path, "utf8")).split("\n")),
  );
  const known = new Set(before);
  const at = Math.max(
    0,
    after!.findIndex((line) => line.trim() !== "" && !known.has(line)),
  );
  return { line: at + 1, text: shortSql(redact(after![at] ?? ""), TEXT_MOST) };
}
