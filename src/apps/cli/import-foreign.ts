/** `store import --from`: what other tools measured, as points of the history. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { FORMATS, readMeasurements } from "../../ingest/imports/formats.ts";
import { importedRun } from "../../ingest/imports/imported-run.ts";
import { commitFacts, isOnBranch, UNKNOWN_COMMIT } from "../../io/git/commit.ts";
import { askGit } from "../../io/git/git.ts";
import type { Store } from "../../io/store/store.ts";
import { groupBy } from "../../model/by-key.ts";
import type { Commit } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import { plainLine } from "../../text/outside.ts";
import { type Command, Option, type WordsOf } from "./commander.ts";

/** Labels of measurements whose files do not have them. */
type LabelWords = Omit<ForeignWords, "from">;
export type ForeignWords = WordsOf<typeof withForeignOptions>;

const LABELS = [
  "suite",
  "workload",
  "commit",
  "branch",
  "repository",
  "at",
] as const satisfies readonly (keyof LabelWords)[];

export function withForeignOptions(command: Command<[string[]]>) {
  return command
    .addOption(new Option("--from <tool>", "Tool that wrote the files.").choices(Object.keys(FORMATS)))
    .option("--suite <name>", "Suite of the runs (with --from; default: imported).")
    .option("--workload <name>", "Name of the workload (with --from; default: what the file says).")
    .option("--commit <commit>", "Measured commit (with --from; default: what the file says, or unknown).")
    .option("--branch <name>", "Branch whose history the runs belong to (with --from; default: none).")
    .option("--repository <owner/name>", "Repository of the runs (with --from; default: not known).")
    .option(
      "--at <date>",
      "Time of the measurement, ISO 8601 (with --from; default: what the file says, or when it was written).",
    );
}

/** @throws PlumblineError of kind "usage" if a word is given that only means something with --from */
export function refuseLabels(words: ForeignWords): void {
  const given = LABELS.filter((name) => words[name] !== undefined);
  if (given.length === 0) return;
  throw new PlumblineError("usage", `--${given.join(", --")}: documents of Plumbline contain it already`, {
    remedy: `leave it out, or name the tool that wrote the file with --from: ${Object.keys(FORMATS).join(", ")}`,
  });
}

/**
 * Reads every file before it saves anything.
 * @param warn receives a sentence for each thing that may be meant otherwise, and for each figure of a file that is left out
 * @returns how many runs were saved
 * @throws PlumblineError of kind "usage" that names the file, or the word, which cannot be used
 */
export async function importForeign(
  store: Store,
  paths: readonly string[],
  words: ForeignWords & Readonly<{ from: string }>,
  cwd: string,
  warn: (sentence: string) => void,
): Promise<number> {
  const commit = await commitFromWords(words, cwd);
  const elsewhere = await branchWarning(words, commit.sha, cwd);
  if (elsewhere !== null) warn(elsewhere);
  const runs = [];
  for (const own of logsOfOneRun(words.from, paths)) {
    const sources = await Promise.all(own.map((path) => readSource(path, cwd)));
    const text = sources.map((each) => each.text).join("\n");
    const measurements = readMeasurements(words.from, text, own.join(" and "));
    for (const sibling of await otherThreads(words.from, own, cwd))
      warn(`${own.join(" and ")}: ${sibling} is the log of another thread of the same run: name it, too`);
    for (const lack of new Set(measurements.flatMap(({ leftOut = [] }) => leftOut)))
      warn(`${plainLine(own.join(" and "), 200)}: the run lacks ${plainLine(lack, 1000)}`);
    for (const [index, measurement] of measurements.entries()) {
      runs.push(
        importedRun(measurement, {
          suite: words.suite ?? "imported",
          ...(words.workload === undefined ? {} : { workload: words.workload }),
          commit,
          repository: words.repository ?? null,
          // A millisecond apart, reports of one time keep the order of their file.
          at: later(words.at === undefined ? (measurement.at ?? sources[0]!.at) : dateOf(words.at), index),
        }),
      );
    }
  }
  await store.save(runs);
  return runs.length;
}

function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}

/** pgbench_log.PID and, of its further threads, pgbench_log.PID.1 and so on. */
const THREAD_LOG = /^(.*\.\d+)\.(\d+)$/;

/** Paths of one run each: every thread of pgbench logs into a file of its own. */
function logsOfOneRun(from: string, paths: readonly string[]): readonly (readonly string[])[] {
  if (from !== "pgbench") return paths.map((path) => [path]);
  return [...groupBy([...new Set(paths)], (path) => processOf(path, paths)).values()];
}

function processOf(path: string, paths: readonly string[]): string {
  const [, log, thread] = THREAD_LOG.exec(path) ?? [];
  const isThread = log !== undefined && (Number(thread) < THREADS_MOST || paths.includes(log));
  return isThread ? log : path;
}

/** Threads of a process at most, which tells their numbers from those of processes. */
const THREADS_MOST = 1024;

/** Logs next to those of a run that are of its other threads. */
async function otherThreads(from: string, own: readonly string[], cwd: string): Promise<readonly string[]> {
  const log = processOf(own[0]!, own);
  if (from !== "pgbench" || !/\.\d+$/.test(log)) return [];
  const names = await readdir(dirname(resolve(cwd, log))).catch(() => []);
  const known = new Set(own.map((path) => basename(path)));
  const first = basename(log);
  return names
    .filter((name) => !known.has(name) && [name, THREAD_LOG.exec(name)?.[1]].includes(first))
    .toSorted();
}

async function readSource(path: string, cwd: string): Promise<Readonly<{ text: string; at: string }>> {
  if (path === "-") return { text: await textOf(process.stdin), at: new Date().toISOString() };
  const place = resolve(cwd, path);
  try {
    const [text, { mtime }] = [await readFile(place, "utf8"), await stat(place)];
    return { text, at: mtime.toISOString() };
  } catch (cause) {
    throw new PlumblineError("usage", `cannot read ${path}: ${(cause as Error).message}`, {
      remedy: "name a file that the tool wrote, or - for standard input",
      cause,
    });
  }
}

async function commitFromWords({ commit, branch }: LabelWords, cwd: string): Promise<Commit> {
  if (commit === undefined) return { ...UNKNOWN_COMMIT, branch: branch ?? null };
  const sha = await askGit(cwd, "rev-parse", "--verify", "--end-of-options", `${commit}^{commit}`);
  if (sha !== null) return await commitFacts(cwd, sha, branch ?? null);
  if (/^[0-9a-f]{40}$/.test(commit)) return { ...UNKNOWN_COMMIT, sha: commit, branch: branch ?? null };
  throw new PlumblineError("usage", `--commit: ${commit} is not a commit of ${cwd}`, {
    remedy: "give all 40 digits of a commit of another repository, or run it inside the clone",
  });
}

/** Null if the commit is on the branch whose history it shall belong to, or if git cannot tell. */
async function branchWarning(
  { commit, branch }: LabelWords,
  sha: string,
  cwd: string,
): Promise<string | null> {
  if (commit === undefined || branch === undefined) return null;
  if ((await isOnBranch(cwd, sha, branch)) !== false) return null;
  const current = await askGit(cwd, "symbolic-ref", "--short", "--quiet", "HEAD");
  const here = current === null ? "" : `; checked out is ${plainLine(current, 100)}`;
  return `--commit ${plainLine(commit, 100)} (${sha.slice(0, 10)}) is not in the history of --branch ${plainLine(branch, 100)}${here}: the runs are kept under ${plainLine(branch, 100)} all the same`;
}

function dateOf(text: string): string {
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  throw new PlumblineError("usage", `--at: ${text} is not a date`, { remedy: "write 2026-11-22T10:00:00Z" });
}
