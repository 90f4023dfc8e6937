/** Runs workflows of a repository as GitHub would, by act in host mode: real runner commands, real files, real post steps. */
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { plumblineLoad } from "../native/support/plumbline-load.ts";
import { fastFolder } from "./fast-folder.ts";

export type WorkflowRun = Readonly<{
  succeeded: boolean;
  /** Everything that the log shows, masks applied. */
  log: string;
}>;

export type WorkflowRequest = Readonly<{
  repository: string;
  /** File name in .github/workflows. */
  workflow: string;
  event: Readonly<Record<string, unknown>>;
  /** Event that triggers the workflow; default: pull_request. */
  trigger?: string;
  apiUrl: string;
  node: 20 | 24;
  token?: string;
  /** Secrets of the repository, apart from the token. */
  secrets?: Readonly<Record<string, string>>;
  /** Variables of the repository. */
  vars?: Readonly<Record<string, string>>;
  /** Gets the log while it grows. */
  onLog?: (log: string) => void;
}>;

const STAND_INS = path.resolve(import.meta.dirname, "../e2e/actions");

const EXAMPLE = path.resolve(import.meta.dirname, "../../docs/examples/pull-request.yml");
const ACTION_IN_EXAMPLES = /plumbline\/plumbline@[\w.]+/.exec(readFileSync(EXAMPLE, "utf8"))![0];

export class WorkflowRunner {
  /** HOME and caches of the runner, so that nothing of this machine's user is read or written. */
  readonly #home = mkdtempSync(path.join(tmpdir(), "plumbline-runner-"));
  /** Temporary files of steps, their servers' data above all; servers of another user must get through. */
  readonly #temporary = mkdtempSync(path.join(fastFolder(), "plumbline-tmp-"));

  /** First in PATH. */
  readonly #programs = path.join(this.#home, "bin");
  readonly #program: string | null;

  /** Folder of the artifacts that workflows leave for each other, one folder for each. */
  get artifacts(): string {
    return path.join(this.#home, "artifacts");
  }

  /** @param program of the load generator, as PLUMBLINE_LOAD names it; null: the action's step builds it, as it does from a branch */
  constructor(program: string | null = plumblineLoad) {
    this.#program = program;
    chmodSync(this.#home, 0o755);
    chmodSync(this.#temporary, 0o1777);
    mkdirSync(this.artifacts);
    mkdirSync(this.#programs);
    this.#layClone();
  }

  /** Lays out what the examples clone for its command line: these sources, by the name that they are cloned by. */
  #layClone(): void {
    const clone = path.join(this.#home, "plumbline");
    cpSync(prepared("ACTION"), clone, { recursive: true, dereference: true });
    const [, ref] = ACTION_IN_EXAMPLES.split("@");
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-C", clone, "-c", "user.name=T", "-c", "user.email=t@localhost", ...args]);
    git("init", "--quiet", `--initial-branch=${ref}`);
    git("add", "--all", "--force");
    git("commit", "--quiet", "--message", "as it is");
    writeFileSync(
      path.join(this.#programs, "gitconfig"),
      `[url "file://${clone}"]\n\tinsteadOf = https://github.com/plumbline/plumbline\n`,
    );
  }

  async run({
    repository,
    workflow,
    event,
    trigger = "pull_request",
    apiUrl,
    node,
    token = "job-token",
    secrets = {},
    vars = {},
    onLog,
  }: WorkflowRequest): Promise<WorkflowRun> {
    const eventFile = path.join(this.#home, "event.json");
    writeFileSync(eventFile, JSON.stringify(event));
    const options = [
      ["-W", path.join(".github/workflows", workflow)],
      ["-e", eventFile],
      ...["ubuntu-latest", "self-hosted", "benchmark"].map((label) => ["-P", `${label}=-self-hosted`]),
      ...Object.entries(secrets).map(([name, value]) => ["-s", `${name}=${value}`]),
      ...Object.entries(vars).map(([name, value]) => ["--var", `${name}=${value}`]),
      ["-s", `GITHUB_TOKEN=${token}`],
      ["--env", `GITHUB_API_URL=${apiUrl}`],
      ["--env", `TMPDIR=${this.#temporary}`],
      ["--env", `PLUMBLINE_LOCK=${path.join(this.#home, "lock")}`],
      ["--env", `ARTIFACTS=${this.artifacts}`],
      ["--env", `GIT_CONFIG_SYSTEM=${path.join(this.#programs, "gitconfig")}`],
      ...(this.#program === null ? [] : [["--env", `PLUMBLINE_LOAD=${this.#program}`]]),
      // As the examples name it, which a release changes.
      ...[ACTION_IN_EXAMPLES, "plumbline/plumbline@main"].map((name) => [
        "--local-repository",
        `${name}=${prepared("ACTION")}`,
      ]),
      ["--env", `REPOSITORY=${repository}`],
      ["--local-repository", `actions/checkout@v6=${path.join(STAND_INS, "checkout")}`],
      ["--local-repository", `actions/upload-artifact@v6=${path.join(STAND_INS, "upload-artifact")}`],
      ["--local-repository", `actions/download-artifact@v7=${path.join(STAND_INS, "download-artifact")}`],
      // Both servers listen on the outside interface unless told otherwise.
      ["--cache-server-addr", "127.0.0.1"],
      ["--artifact-server-addr", "127.0.0.1"],
    ];
    const child = spawn(prepared("ACT"), [trigger, ...options.flat()], {
      cwd: repository,
      env: {
        ...process.env,
        HOME: this.#home,
        XDG_CACHE_HOME: path.join(this.#home, ".cache"),
        PATH: [this.#programs, prepared(`NODE_${node}`), process.env["PATH"]].join(path.delimiter),
        NO_COLOR: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        onLog?.(log);
      });
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return { succeeded: code === 0, log };
  }

  /** Kills the running main step as a runner does in the end that lost its patience: without a last word. */
  killStep(): void {
    const step = this.#processes().find(({ words }) => words.some((word) => word.endsWith("dist/action.js")));
    if (step === undefined) throw new Error("no step is running");
    process.kill(step.pid, "SIGKILL");
  }

  /** Files and processes that steps left behind: temporary files and running processes. */
  leftovers(): readonly string[] {
    return [...readdirSync(this.#temporary), ...this.#processes().map(({ words }) => words.join(" "))];
  }

  /** Processes that have something of this runner in their command line. */
  #processes(): readonly Readonly<{ pid: number; words: readonly string[] }>[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), words: commandLine(name) }))
      .filter(({ words }) =>
        words.some((word) => word.includes(this.#home) || word.includes(this.#temporary)),
      );
  }

  close(): void {
    for (const folder of [this.#home, this.#temporary]) rmSync(folder, { recursive: true, force: true });
  }
}

function commandLine(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return []; // It has ended meanwhile.
  }
}

/** Path or value that scripts/lib/end-to-end.ts prepared. */
export function prepared(name: string): string {
  const value = process.env[`PLUMBLINE_E2E_${name}`];
  if (value === undefined)
    throw new Error("these tests need a bundle and a workflow runner: run `npm run e2e`");
  return value;
}
