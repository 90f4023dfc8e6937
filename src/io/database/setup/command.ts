/** A command of the set-up: a migration tool, a seed program. It gets the connection, and nothing is known of what it does. */
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { PlumblineError } from "../../../model/errors.ts";
import { secretsOf } from "../../../model/secrets.ts";
import { ProcessGroup } from "../place/process-group.ts";
import type { WorkFolder } from "../place/work-folder.ts";
import { connectionEnvironment } from "../sql/connection-environment.ts";
import type { SetupCommand } from "./steps.ts";
import { FailedCommand } from "./unfit.ts";

const PROGRESS_MS = 200;
/** Log of what a command prints, in its folder. */
export const COMMAND_LOG = "setup-command.log";
/** A shell's exit code where there is no such program. */
const NOT_FOUND = 127;
/** Characters of a line that is shown while the command runs. */
const LINE_MOST = 120;

/**
 * Runs it to its end, or ends it with all that it started: after its limit, by the signal, and when Plumbline goes.
 * @param url of the database that it is to fill
 * @param folder gets what it prints, for as long as it runs
 * @param report gets its newest line, as often as there is another
 * @param what it is called in errors
 * @throws PlumblineError of kind "target" with its last words
 */
export async function runCommand(
  step: SetupCommand,
  url: string,
  folder: WorkFolder,
  report: (what: string) => void,
  signal: AbortSignal,
  what = "the set-up command",
): Promise<void> {
  signal.throwIfAborted();
  const { command, limitMs, tree } = step;
  const secrets = commandSecrets(step, url);
  const group = await ProcessGroup.start({
    command,
    cwd: tree,
    env: environmentOf(step, url),
    logFile: folder.file(COMMAND_LOG),
  });
  const forget = folder.killAtExit(() => group.signal("SIGKILL"));
  const end = new AbortController();
  try {
    void tell(() => group.logTail(secrets), report, end.signal);
    const code = await group.finish(limitMs, signal);
    if (code === 0) return;
    const how = code === null ? `did not end within ${limitMs / 1000} s` : `ended with exit code ${code}`;
    throw new PlumblineError(
      "target",
      `${what} ${JSON.stringify(command)} ${how}; ${lastOutput(await group.logTail(secrets))}`,
      { remedy: exitRemedy(code), cause: new FailedCommand(how) },
    );
  } finally {
    end.abort();
    await group.end();
    forget();
  }
}

function environmentOf({ env }: Pick<SetupCommand, "env">, url: string): NodeJS.ProcessEnv {
  return { ...process.env, ...connectionEnvironment(url), ...env };
}

/** Secrets of the command's environment, which it may print: they are hidden in what is shown and kept of its words. */
export function commandSecrets(step: Pick<SetupCommand, "env">, url: string): readonly string[] {
  return secretsOf(environmentOf(step, url), url);
}

/** Names no folder: base's checkout is gone when this is read. */
function exitRemedy(code: number | null): string {
  if (code === null) return "give the step more time (timeout: 2h), or less to do";
  if (code === NOT_FOUND)
    return "install the program that it names: in a workflow, in a step before Plumbline's (setup-ruby, setup-python, setup-node)";
  return "run it by hand in a fresh checkout of that commit, where files that git does not keep are missing, with DATABASE_URL of a new database";
}

/** Shows the newest line until the end. */
async function tell(
  tail: () => Promise<string>,
  report: (what: string) => void,
  end: AbortSignal,
): Promise<void> {
  for (let shown = ""; !end.aborted; ) {
    const line = plainOutput((await tail()).split("\n").at(-1) ?? "");
    if (line !== "" && line !== shown && !end.aborted) report(line);
    shown = line;
    await sleep(PROGRESS_MS, undefined, { signal: end }).catch(() => undefined);
  }
}

/** One line for a terminal: of what is drawn over, the last; no control characters. */
function plainOutput(line: string): string {
  const drawn = line.trimEnd().split("\r").at(-1) ?? "";
  return stripVTControlCharacters(drawn)
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, LINE_MOST);
}

function lastOutput(tail: string): string {
  return tail === "" ? "it said nothing" : `it last said:\n${tail}`;
}
