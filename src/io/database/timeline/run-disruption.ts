/** Does to a server what a timeline asks for, and keeps what was said of it. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { PlumblineError } from "../../../model/errors.ts";
import type { PlannedDisruption } from "../../../model/timeline.ts";
import { formatTime, plainSpaces } from "../../../text/units.ts";
import { withinTime } from "../../host/until.ts";
import { applyMigration } from "../migration/apply.ts";
import { fileEnd } from "../place/crash-report.ts";
import { WorkFolder } from "../place/work-folder.ts";
import { COMMAND_LOG, commandSecrets, runCommand } from "../setup/command.ts";
import type { Server } from "../target.ts";

export type DisruptionContext = Readonly<{
  server: Pick<Server, "restart">;
  /** URL of the database that is driven. */
  url: string;
  /** Folder in which a command runs. */
  tree: string;
  /** Gets all that the disruption says; its folder is made. */
  logFile: string;
}>;

/** The disruption could not be carried out. */
export class DisruptionFailed extends PlumblineError {}

/** Characters of a log that are shown. */
const TAIL = 1_000;
/** Bytes: a secret is known by what stands before it. */
const LOG_READ = 65_536;
/** Bytes of a command's words that are kept. */
const LOG_KEPT = 4 * 1024 * 1024;

/**
 * @returns the last that it said
 * @throws DisruptionFailed of kind "target" that names the disruption, with exit status and last words; what ends the signal
 */
export async function runDisruption(
  disruption: PlannedDisruption,
  ground: DisruptionContext,
  signal: AbortSignal,
): Promise<string> {
  await mkdir(path.dirname(ground.logFile), { recursive: true });
  await writeFile(ground.logFile, "");
  try {
    await act(disruption, ground, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { message, remedy } = error as Partial<PlumblineError>;
    throw new DisruptionFailed("target", `disruption ${JSON.stringify(disruption.name)} failed: ${message}`, {
      ...(disruption.act.kind === "restart" && remedy !== undefined
        ? { remedy }
        : {
            remedy: `fix it, or give it more time (timeout); its output is in ${ground.logFile}`,
          }),
      cause: error,
    });
  }
  return (await fileEnd(ground.logFile, LOG_READ)).trim().slice(-TAIL);
}

async function act(
  { name, act, limitSeconds }: PlannedDisruption,
  ground: DisruptionContext,
  signal: AbortSignal,
) {
  const limitMs = limitSeconds * 1000;
  switch (act.kind) {
    case "restart":
      return await withinLimit(restart(ground), limitMs, signal);
    case "command":
      return await command(act.command, limitMs, ground, signal);
    case "sql":
      return await sql({ kind: "sql", file: name, sql: act.sql }, limitMs, ground, signal);
  }
}

/** A restart that hangs is left to the end of its server, which ends whatever there is of it. */
async function withinLimit(work: Promise<void>, limitMs: number, signal: AbortSignal): Promise<void> {
  const ended = work.then(() => true);
  if ((await withinTime(ended, limitMs, signal)) !== null) return;
  throw new PlumblineError("target", `the restart did not end within ${limitMs / 1000} s`, {
    remedy: "give it more time (timeout), or see what keeps the server from stopping or starting",
  });
}

async function restart({ server, logFile }: DisruptionContext): Promise<void> {
  if (server.restart === undefined) {
    throw new PlumblineError("target", "this server was not started by Plumbline", {
      remedy: "restart it with a command of your own (command: ...)",
    });
  }
  const started = performance.now();
  await server.restart();
  await writeFile(
    logFile,
    `the server was down and up again in ${Math.round(performance.now() - started)} ms\n`,
  );
}

async function command(
  text: string,
  limitMs: number,
  { url, tree, logFile }: DisruptionContext,
  signal: AbortSignal,
): Promise<void> {
  const folder = await WorkFolder.open(null);
  const step = { kind: "command", command: text, env: {}, limitMs, tree } as const;
  try {
    await runCommand(step, url, folder, () => undefined, signal, "its command");
  } finally {
    const secrets = commandSecrets(step, url);
    await writeFile(logFile, await fileEnd(folder.file(COMMAND_LOG), LOG_KEPT, secrets)).catch(
      () => undefined,
    );
    await folder.remove();
  }
}

async function sql(
  file: Readonly<{ kind: "sql"; file: string; sql: string }>,
  limitMs: number,
  { url, tree, logFile }: DisruptionContext,
  signal: AbortSignal,
): Promise<void> {
  const source = { files: [file], command: null, tree, limitMs, limit: `${limitMs / 1000} s` };
  const { statements, failure } = await applyMigration(source, url, async () => [], signal);
  const lines = statements.map(({ text, tookNs }) => `${plainSpaces(formatTime(tookNs))} ${text}\n`);
  const said = failure === null ? "" : `${failure.place}: ${failure.message}\n`;
  await writeFile(logFile, `${lines.join("")}${said}`);
  if (failure === null) return;
  const state = failure.sqlstate === null ? "" : ` (SQLSTATE ${failure.sqlstate})`;
  throw new PlumblineError("target", `${failure.message}${state}: ${failure.statement}`);
}
