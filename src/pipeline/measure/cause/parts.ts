/** The parts of head's change that can be tried on copies of base: statements of the set-up, the workload's scripts, the server. */
import { readFile } from "node:fs/promises";
import { newStatements, type PlacedStatement } from "../../../analysis/cause/edits.ts";
import { type ChangedText, sqlPlace } from "../../../analysis/cause/places.ts";
import { replayable } from "../../../analysis/cause/sent.ts";
import {
  type ChangeUnit,
  isOfSession,
  mainStatement,
  type NewStatement,
  unitsOf,
} from "../../../analysis/cause/units.ts";
import type { SentStatement } from "../../../analysis/samples/sent-statements.ts";
import type { PlannedWorkload } from "../../../config/plan.ts";
import type { SetupStep } from "../../../config/schema.ts";
import { WorkFolder } from "../../../io/database/place/work-folder.ts";
import { applyStatements } from "../../../io/database/setup/apply-statements.ts";
import { runCommand } from "../../../io/database/setup/command.ts";
import { isSql, type PreparedStep, readSetup, type SetupCommand } from "../../../io/database/setup/steps.ts";
import { splitStatements } from "../../../io/database/sql/statements.ts";
import type { Target } from "../../../io/database/target.ts";
import { changedTexts } from "../../../io/git/changed-files.ts";
import { environment } from "../../../io/host/environment.ts";
import { tapWire } from "../../../io/inspect/wire-tap.ts";
import type { ChangedPart } from "../../../model/cause-search.ts";
import type { LoadPlan } from "../../../model/load-plan.ts";
import type { Script } from "../../../model/script.ts";
import { redact, secretsOf } from "../../../model/secrets.ts";

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

/** Statements of head's set-up that base's databases have not seen, and the units that they make. */
export type SchemaChange = Readonly<{
  statements: readonly NewStatement[];
  units: readonly ChangeUnit[];
  /** Hidden wherever a statement is shown: commands send what is in their environment. */
  secrets: readonly string[];
}>;

/** Base's target, the plan whose database is changed, and the milliseconds that there are for it. */
type SentGround = Readonly<{ target: Target; load: LoadPlan; left: () => number }>;

/** @throws PlumblineError where a command of head's set-up cannot be run on base's data; the message says which */
export async function schemaChange(
  { setup, base, head }: ChangeTrees,
  ground: SentGround,
  signal: AbortSignal,
): Promise<SchemaChange> {
  const [old, now] = [await stepsOf(base.tree, setup), await stepsOf(head.tree, setup)];
  const fresh = newStatements(placed(old), placed(now));
  const commands = now.filter((step) => !isSql(step));
  const sent = commands.length === 0 ? [] : await sentStatements(fresh, commands, ground, signal);
  const files = sent.length === 0 ? [] : await changedTexts(head.tree, base.sha);
  const statements = [...fresh, ...sent.map((each) => ({ ...each, ...placeIn(files, each.text) }))];
  const secrets = commands.flatMap(({ env }) => secretsOf({ ...environment(), ...env }));
  return { statements, units: unitsOf(statements), secrets };
}

async function stepsOf(tree: string, setup: readonly SetupStep[]): Promise<readonly PreparedStep[]> {
  const { before, after } = await readSetup(tree, setup);
  return [...before, ...after];
}

/** All statements of the files, with the settings of the session that each finds. */
function placed(steps: readonly PreparedStep[]): readonly PlacedStatement[] {
  return steps.filter(isSql).flatMap(({ file, sql }) => {
    const session: string[] = [];
    return splitStatements(sql).flatMap(({ text, line, data }): readonly PlacedStatement[] => {
      if (isOfSession({ text })) session.push(text);
      const about = session.length === 0 ? {} : { session: [...session] };
      return isOfSession({ text })
        ? []
        : [{ file, line, text, ...about, ...(data === undefined ? {} : { data }) }];
    });
  });
}

/** What head's commands send to base's databases: a migration tool sends what it has not applied yet. */
async function sentStatements(
  before: readonly NewStatement[],
  commands: readonly SetupCommand[],
  { target, load, left }: SentGround,
  signal: AbortSignal,
): Promise<readonly NewStatement[]> {
  const server = await target.openSession(SESSION);
  const folder = await WorkFolder.open(null);
  try {
    await applyStatements(server.url(load), before, left(), signal);
    const all: NewStatement[] = [];
    for (const step of commands) {
      const seen: SentStatement[] = [];
      const tap = await tapWire(server.url(load), (statement) => seen.push(statement), true);
      try {
        await runCommand(
          { ...step, limitMs: Math.min(step.limitMs, left()) },
          tap.url,
          folder,
          () => undefined,
          signal,
          "head's set-up command, on base's data,",
        );
      } finally {
        await tap.stop();
      }
      const texts = replayable(seen, splitStatements);
      if (texts === null)
        throw new Error(`what ${step.command} sends cannot be sent again statement by statement`);
      const session: string[] = [];
      for (const text of texts) {
        if (isOfSession({ text })) session.push(text);
        else
          all.push({ file: step.command, text, ...(session.length === 0 ? {} : { session: [...session] }) });
      }
    }
    return all;
  } finally {
    await folder.remove();
    await server.stop();
  }
}

function placeIn(files: readonly ChangedText[], text: string): Partial<Pick<NewStatement, "file" | "line">> {
  return sqlPlace(text, files) ?? {};
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
export async function partsOf(
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
      text: shortened(redact(text, secrets)),
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
  return { line: at + 1, text: shortened(redact(after![at] ?? "")) };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > TEXT_MOST ? `${line.slice(0, TEXT_MOST - 3)}...` : line;
}
