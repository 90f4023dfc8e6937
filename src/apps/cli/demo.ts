/** `plumbline demo`: the main job on this machine, in a repository made for it, on real servers. */

import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { startScratchCluster } from "../../io/database/postgres/scratch-cluster.ts";
import { git } from "../../io/git/git.ts";
import { assureTemporaryFolder } from "../../io/host/files.ts";
import { withTemporary } from "../../io/host/temporary.ts";
import { terminalProgress } from "../../io/host/terminal.ts";
import { commandFor } from "../../io/load/packages.ts";
import { wordTable } from "../../model/by-key.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { PACKAGES } from "../../model/packages.ts";
import type { Progress } from "../../model/progress.ts";
import type { Change, Report } from "../../model/report.ts";
import { check } from "../../pipeline/check.ts";
import { FILES, writtenFiles } from "../../pipeline/documents/files.ts";
import { DEFAULT_CONFIG } from "../../pipeline/invocation/config-file.ts";
import { untilInterrupted } from "../../pipeline/invocation/interrupt.ts";
import { NOWHERE } from "../../pipeline/invocation/invocation.ts";
import { openStore } from "../../pipeline/invocation/open-store.ts";
import { storeAt } from "../../pipeline/invocation/store-location.ts";
import { lockOf } from "../../pipeline/invocation/words.ts";
import { renderComment } from "../../report/markdown/comment.ts";
import { renderHistory } from "../../report/terminal/history.ts";
import { tableLines } from "../../report/terminal/plain-table.ts";
import { left } from "../../report/words/table.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";

/** The only workload that head's migration slows down. */
const SLOW_WORKLOAD = "restock";

export function demoVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("demo")
    .summary("See it work on a small shop.")
    .description(
      "See it work: two PostgreSQL servers, a migration that slows one workload, the comment, the history.",
    )
    .option("--same", "Measure the same commit twice; nothing may be found.")
    .option("--output <dir>", "Folder for the documents.", "plumbline-out");
  addHelp(command, {
    examples: [
      ["demo", "see it work in two minutes; only the documents stay"],
      ["demo --same", "measure a commit against itself, which takes longer and finds nothing"],
    ],
    outcomes: ["fine", ["regression", "the demo did not find what it should: see its output"], ...MEASURING],
  });
  return command.action(async ({ same = false, output }) => {
    const progress = terminalProgress(process.stderr);
    progress.note(same ? SAME_STORY : STORY);
    const report = await untilInterrupted(async (signal) => {
      await assureTemporaryFolder();
      return await withTemporary("plumbline-demo-", (folder) =>
        demonstrate(folder, { same, output }, progress, signal),
      );
    }).finally(() => progress.end());
    finish(demoOutcome(report, same));
  });
}

const STORY = `A shop has six tables and five kinds of work, each a script of its own SQL: browse,
search, checkout, restock and report. On a branch, a migration keeps an audit trail
of every delivery. Main and branch each get a PostgreSQL server with the same rows, and
both are measured side by side: ${SLOW_WORKLOAD} should turn out slower, and nothing else.
`;
const SAME_STORY = `A shop's main branch is measured against itself, side by side on two PostgreSQL
servers: nothing should be found.
`;

type DemoWish = Readonly<{ same: boolean; output: string }>;

/** The main job in a repository made for it, with a store of its own; prints what a person should look at. */
async function demonstrate(
  folder: string,
  { same, output }: DemoWish,
  progress: Progress & { end(): void },
  signal: AbortSignal,
): Promise<Report> {
  const repository = await makeRepository(path.join(folder, "shop"), same);
  progress.stage("starting a PostgreSQL server for the store");
  const store = await startScratchCluster("store", signal);
  try {
    const invocation = {
      cwd: repository,
      config: DEFAULT_CONFIG,
      base: same ? "HEAD" : "main",
      branch: null,
      targetBranch: null,
      lock: lockOf(),
      overrides: {},
      store: store.url,
      output: path.resolve(output),
      origin: NOWHERE,
      merging: [],
      acceptLabel: null,
    };
    const { report, notStored } = await check(invocation, progress, signal);
    progress.end();
    if (notStored !== null) throw notStored;
    const history = await historyText(store.url, repository, signal);
    process.stdout.write(`\n${demoText(report, history, output)}\n`);
    return report;
  } finally {
    await store.stop();
  }
}

function demoText(report: Report, history: string, output: string): string {
  const columns = [left("  file"), left("contents")];
  const rows = writtenFiles(report).map((name) => [`  ${path.join(output, name)}`, CONTENTS[name] ?? ""]);
  const [, ...files] = tableLines({ columns, rows });
  return [
    ruledHeading("The comment that the pull request gets"),
    folded(renderComment(report)).trimEnd(),
    ruledHeading(`The history in the store: plumbline history --workload ${SLOW_WORKLOAD}`),
    history,
    ruledHeading("What was written"),
    `${files.join("\n")}\n`,
  ].join("\n\n");
}

/** A terminal cannot unfold; GitHub does not show more at first either. */
function folded(comment: string): string {
  return comment.replace(/<details><summary>(.*?)<\/summary>.*<\/details>/s, `[+] $1: in ${FILES.comment}`);
}

function ruledHeading(text: string): string {
  return `---- ${text} ${"-".repeat(Math.max(4, 94 - text.length))}`;
}

const CONTENTS = wordTable<string>({
  [FILES.html]: "the report with its pictures: open it in a browser",
  [FILES.comment]: "the comment, unfolded",
  [FILES.report]: "the comparison, for programs",
  [FILES.base]: "what was measured of main",
  [FILES.head]: "what was measured of the branch",
});

const TRAIL = "db/migrations/003_audit_trail.sql";

/** A shop on a branch of its own: main has the tables and their rows, the branch adds the audit trail. */
async function makeRepository(folder: string, same: boolean): Promise<string> {
  const example = path.join(packageRoot(), "demo");
  const trail = path.join(folder, TRAIL);
  await cp(example, folder, { recursive: true });
  await rm(trail);
  await runGit(folder, "init", "--quiet", "--initial-branch=main");
  await commitAll(folder, "A shop: six tables, their rows, and five scripts");
  if (same) return folder;
  await runGit(folder, "switch", "--quiet", "--create", "audit-trail");
  await cp(path.join(example, TRAIL), trail);
  await commitAll(folder, "Keep an audit trail of every delivery");
  return folder;
}

async function commitAll(folder: string, message: string): Promise<void> {
  await runGit(folder, "add", "--all");
  const identity = ["-c", "user.name=Plumbline demo", "-c", "user.email=demo@localhost"];
  await runGit(folder, ...identity, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", message);
}

async function runGit(folder: string, ...args: readonly string[]): Promise<void> {
  const answer = await git(folder, args);
  if (answer.ok) return;
  throw new PlumblineError("usage", `the demo's repository could not be made: ${answer.reason}`, {
    remedy: `install git: ${commandFor(PACKAGES.git)}`,
  });
}

/** The folder with demo/, seen from src/apps/cli/ as from the bundle in dist/. */
function packageRoot(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "demo/plumbline.yml"))) return folder;
    if (folder === path.dirname(folder)) break;
  }
  throw new PlumblineError("internal", "demo/ is missing from this package", {
    remedy: "install Plumbline as a whole: a clone of its repository has it",
  });
}

async function historyText(url: string, cwd: string, signal: AbortSignal): Promise<string> {
  const store = await openStore(storeAt(url, cwd), "write", signal);
  try {
    return renderHistory(
      await store.history({ suite: "demo", workload: SLOW_WORKLOAD, metric: "qps", limit: 10 }),
      "table",
    );
  } finally {
    await store.close();
  }
}

/** The demo knows the truth, and says whether Plumbline found it. */
function demoOutcome(report: Report, same: boolean): number {
  const isWorse = ({ role, verdict }: Change) => role === "gate" && verdict.kind === "regressed";
  const found = report.workloads.filter(({ changes }) => changes.some(isWorse)).map(({ name }) => name);
  const truth = same ? [] : [SLOW_WORKLOAD];
  const isRight = found.length === truth.length && found.every((name) => truth.includes(name));
  const slower = (names: readonly string[]) =>
    names.length === 0 ? "nothing is slower" : `slower: ${names.join(", ")}`;
  process.stderr.write(
    isRight
      ? `${slower(truth)}; that is the truth, and what was found\n`
      : `the truth is "${slower(truth)}", found was "${slower(found)}": this machine was too noisy, or Plumbline is wrong\n`,
  );
  return isRight ? EXIT_CODE.fine : EXIT_CODE.regression;
}
