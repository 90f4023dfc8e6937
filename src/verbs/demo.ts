/** `plumbline demo`: the main job on this machine, in a repository made for it, on real servers. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Command } from "commander";
import { terminalObserver } from "../host/terminal.ts";
import { EXIT_CODE, PlumblineError } from "../model/errors.ts";
import type { Report } from "../model/report.ts";
import { check, FILES } from "../pipeline.ts";
import { renderComment } from "../render/comment.ts";
import { renderHistory } from "../render/history.ts";
import { openStore } from "../store/open.ts";
import { startScratchCluster } from "../target/scratch-cluster.ts";
import { abortOnSignals } from "./interrupt.ts";
import { lockOf, NOWHERE } from "./invocation.ts";

/** What head's migration slows down, and nothing else. */
const SLOW_WORKLOAD = "restock";

export function demoVerb(finish: (code: number) => void): Command {
  return new Command("demo")
    .description(
      "see it work: two PostgreSQL servers, a migration that slows one workload, the comment, the history",
    )
    .option("--same", "measure the same commit twice: nothing may be found")
    .option("--output <dir>", "folder for the documents", "plumbline-out")
    .action(async ({ same = false, output }: { same?: boolean; output: string }) => {
      const observer = terminalObserver(process.stderr);
      const interrupt = abortOnSignals();
      const scratch = await mkdtemp(path.join(tmpdir(), "plumbline-demo-"));
      try {
        const repository = await makeRepository(path.join(scratch, "shop"), same);
        observer.stage("starting a PostgreSQL server for the store");
        const cluster = await startScratchCluster("store", interrupt.signal);
        try {
          const folder = path.resolve(output);
          const invocation = {
            cwd: repository,
            config: "plumbline.yml",
            base: same ? "HEAD" : "main",
            branch: null,
            targetBranch: null,
            lock: lockOf(),
            overrides: {},
            store: cluster.url,
            output: folder,
            origin: NOWHERE,
            acceptLabel: null,
          };
          const { report, notStored } = await check(invocation, observer, interrupt.signal);
          observer.end();
          if (notStored !== null) throw notStored;
          process.stdout.write(`\n${renderComment(report, { configPath: "plumbline.yml" })}\n\n`);
          process.stdout.write(`${await historyOf(cluster.url, repository)}\n\n`);
          process.stdout.write(
            `${Object.values(FILES)
              .map((name) => path.join(output, name))
              .join("\n")}\n`,
          );
          finish(judge(report, same));
        } finally {
          await cluster.stop();
        }
      } finally {
        observer.end();
        interrupt.release();
        await rm(scratch, { recursive: true, force: true });
      }
    });
}

/** A shop on a branch of its own: main has one migration, the branch adds the audit trail. */
async function makeRepository(folder: string, same: boolean): Promise<string> {
  const example = path.join(packageRoot(), "demo");
  const trail = path.join(folder, "db/migrations/002_audit_trail.sql");
  await cp(example, folder, { recursive: true });
  await rm(trail);
  await git(folder, "init", "--quiet", "--initial-branch=main");
  await commit(folder, "Leave room for updates on every page");
  if (same) return folder;
  await git(folder, "switch", "--quiet", "--create", "audit-trail");
  await cp(path.join(example, "db/migrations/002_audit_trail.sql"), trail);
  await commit(folder, "Keep an audit trail of every update");
  return folder;
}

async function commit(folder: string, message: string): Promise<void> {
  await git(folder, "add", "--all");
  const identity = ["-c", "user.name=Plumbline demo", "-c", "user.email=demo@localhost"];
  await git(folder, ...identity, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", message);
}

async function git(folder: string, ...args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)("git", ["-C", folder, ...args]);
  } catch (cause) {
    throw new PlumblineError(
      "usage",
      `the demo's repository could not be made: ${(cause as Error).message}`,
      {
        remedy: "install git: sudo apt-get install -y git",
        cause,
      },
    );
  }
}

/** The folder with demo/, seen from src/verbs/ as from the bundle in dist/. */
function packageRoot(): string {
  const here = import.meta.dirname;
  return path.basename(here) === "verbs" ? path.resolve(here, "../..") : path.resolve(here, "..");
}

async function historyOf(url: string, cwd: string): Promise<string> {
  const store = await openStore(url, cwd);
  try {
    return renderHistory(
      await store.history({ suite: "demo", workload: SLOW_WORKLOAD, metric: "qps", limit: 10 }),
      "table",
    );
  } finally {
    await store.close();
  }
}

/** The demo knows the truth, and says so when Plumbline missed it. */
function judge(report: Report, same: boolean): number {
  const regressed = report.workloads
    .filter(({ changes }) => changes.some(({ verdict }) => verdict.kind === "regressed"))
    .map(({ name }) => name);
  const expected = same ? [] : [SLOW_WORKLOAD];
  if (JSON.stringify(regressed) === JSON.stringify(expected)) return EXIT_CODE.fine;
  process.stderr.write(
    `expected ${expected.join(", ") || "no regression"}, found ${regressed.join(", ") || "none"}: this machine was too noisy, or Plumbline is wrong\n`,
  );
  return EXIT_CODE.regression;
}
