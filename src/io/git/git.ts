/** The git program, asked without its surprises: no prompts, no hooks, no variables of a surrounding git command. */
import { writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { type ProgramOptions, runProgram } from "../host/program.ts";
import { withTemporary } from "../host/temporary.ts";

export type GitAnswer =
  | Readonly<{ ok: true; text: string }>
  /** `reason`: git's own words; `text`: what it printed all the same; `missing` where there is no git program at all. */
  | Readonly<{ ok: false; reason: string; text: string; missing: boolean }>;

const SETTINGS = [
  // A container's checkout often belongs to another user; this folder was named by the user, and its commands are run anyway.
  ["safe.directory", "*"],
  // A worktree of ours must not trigger the hooks of the user's repository.
  ["core.hooksPath", "/dev/null"],
  // A folder of a commit may look like a bare repository, with settings that name programs, and be taken for the one that it lies in.
  ["safe.bareRepository", "explicit"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

const DEFAULT_LIMIT_MS = 60_000;

/**
 * Runs git in a folder; a failure is an answer, not an exception.
 * @param more variables of its environment
 * @param input text for its standard input
 * @param signal ends it
 * @throws the reason of the signal
 */
export async function git(
  folder: string,
  args: readonly string[],
  {
    limitMs = DEFAULT_LIMIT_MS,
    more = {},
    input,
    signal,
  }: {
    limitMs?: number;
    more?: Readonly<Record<string, string>>;
    input?: string;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<GitAnswer> {
  const env = { ...gitEnvironment(), ...more };
  const bounds = { limitMs, input, signal };
  const answer = await runOnce(folder, args, bounds, env);
  if (answer.ok || !/dubious ownership|unsafe repository/.test(answer.reason)) return answer;
  return await withTrustingHome((home) => runOnce(folder, args, bounds, { ...env, HOME: home }));
}

/** Makes a home for one command, with the user's settings, too: before git 2.38 only files say which folders are safe. */
async function withTrustingHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  return await withTemporary("plumbline-git-home-", async (home) => {
    const own = path.join(homedir(), ".gitconfig");
    const settings = `[include]\n\tpath = ${JSON.stringify(own)}\n[safe]\n\tdirectory = *\n`;
    await writeFile(path.join(home, ".gitconfig"), settings);
    return await work(home);
  });
}

async function runOnce(
  folder: string,
  args: readonly string[],
  { limitMs, input, signal }: Readonly<{ limitMs: number }> & Pick<ProgramOptions, "input" | "signal">,
  env: NodeJS.ProcessEnv,
): Promise<GitAnswer> {
  const words = [...SETTINGS, ...args];
  signal?.throwIfAborted();
  const answer = await runProgram("git", words, { cwd: folder, env, input, limitMs, signal });
  signal?.throwIfAborted();
  const text = answer.stdout.trim();
  if (answer.failure === null && !answer.isCut) return { ok: true, text };
  const { stderr, isLate, isMissing: missing } = answer;
  const failure = missing ? "spawn git ENOENT" : `Command failed: git ${words.join(" ")}`;
  const late = `git ${args[0]} took longer than ${limitMs / 1000} s`;
  return { ok: false, reason: isLate ? late : cause(stderr) || failure, text, missing };
}

/** The answer's text, or null where git has none. */
export async function askGit(folder: string, ...args: readonly string[]): Promise<string | null> {
  const answer = await git(folder, args);
  return answer.ok ? answer.text : null;
}

/** Git says first what went wrong, and what follows from it afterwards. */
function cause(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const said = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1) ?? "";
  return said.replace(/^(fatal|error): /, "");
}

function gitEnvironment(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    // GIT_DIR and its kin are set inside hooks and would point us at another repository than the folder's.
    Object.entries(process.env).filter(
      ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY)$/.test(name),
    ),
  );
  return { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
}
