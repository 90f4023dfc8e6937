/** plumbline-load as a process: starts it, follows its lines, and turns every way in which it can end into one clear outcome. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { z } from "zod";
import {
  liveIntervals,
  type ReportedLoad,
  unreported,
  withReported,
} from "../../analysis/samples/live-load.ts";
import { type EventOf, type ProtocolEvent, parseLine } from "../../analysis/samples/protocol.ts";
import { type StatementText, statementTexts, withParameters } from "../../analysis/samples/statement-text.ts";
import { inConfigWords } from "../../config/option-words.ts";
import { Catalog, Description } from "../../model/catalog.ts";
import { type ErrorKind, PlumblineError } from "../../model/errors.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import type { OptionValue } from "../../model/run.ts";
import type { ScriptSet } from "../../model/script.ts";
import { sha256 } from "../host/files.ts";
import type { LoadGenerator, LoadProgress, WorkloadRequest } from "./load-generator.ts";
import { splitPassword, withPasswordFile } from "./passwords.ts";

/** Number of connections that load tables; the rows do not depend on it. */
const LOAD_THREADS_MAX = 4;
/** Time after SIGTERM in which the program finishes what is in flight and writes its summary. */
const TERM_GRACE_MS = 5_000;
const STDERR_TAIL = 4_096;
const REPORT_SECONDS = 1;

/** @param program path of the executable */
export function nativeLoadGenerator(program: string): LoadGenerator {
  return {
    identity: async () => sha256(await readFile(program)),

    async catalog() {
      return described(Catalog, await runLoad(program, { args: ["describe"] }));
    },

    describe: async (workload) => await describeWorkload(program, workload),

    statements: async (workload) => await describeStatements(program, workload),

    async tables(plan) {
      const args = [...prepareArguments(plan), plan.workload, "describe"];
      return described(Description, await runLoad(program, { args })).tables.map(({ name }) => name);
    },

    async prepare({ plan, url, onProgress, signal }) {
      await runLoad(program, {
        args: ["--output=ndjson", `--report-interval=${REPORT_SECONDS}`, ...prepareArguments(plan)],
        command: [plan.workload, "prepare"],
        urls: { "pgsql-url": url },
        onProgress,
        signal,
      });
    },

    async run(request) {
      const [first, second] = request.targets;
      if (first === undefined) throw new PlumblineError("internal", "a run needs a target");
      const scripts = [first, second ?? first].map(({ script }) => script ?? request.script);
      const pids = { "server-pid": first.pid, "against-server-pid": second?.pid ?? null };
      return await runLoad(program, {
        args: [
          "--slice-lines=on",
          `--slice=${request.sliceMs}`,
          ...Object.entries(pids).flatMap(([name, pid]) => (pid === null ? [] : [`--${name}=${pid}`])),
          // Events that fail for some values are counted and judged; a mistake in a script ends the run.
          ...("on-error" in request.options ? [] : ["--on-error=values"]),
          ...loadArguments({ ...request, script: scripts[0], report: String(REPORT_SECONDS) }),
          ...(scripts[1] === scripts[0] ? [] : fileArguments("against-file", scripts[1])),
        ],
        command: [request.workload, "run"],
        urls: { "pgsql-url": first.url, ...(second === undefined ? {} : { against: second.url }) },
        onProgress: request.onProgress,
        signal: request.signal,
      });
    },

    async drive(request) {
      const { workload, url, stepMs, secondsMost, patienceSeconds } = request;
      return await runLoad(program, {
        args: [
          "--on-error=continue",
          "--reconnect-on-loss=on",
          ...(patienceSeconds === undefined ? [] : [`--thread-init-timeout=${patienceSeconds}`]),
          ...loadArguments({ ...request, report: `${stepMs}ms`, seconds: secondsMost }),
        ],
        command: [workload, "run"],
        urls: { "pgsql-url": url },
        onProgress: request.onProgress,
        until: request.until,
        signal: request.signal,
      });
    },
  };
}

/** @throws PlumblineError that names the workload as the user does */

async function describeWorkload(
  program: string,
  { name, workload, dialect, options, script }: WorkloadRequest,
): Promise<Description> {
  // The plan gives the length of a run, even if a YCSB file names another one.
  const time = "property-file" in options ? ["--time=10"] : [];
  const args = [`--dialect=${dialect}`, ...time, ...optionArguments(options), ...scriptArguments(script)];
  try {
    return described(Description, await runLoad(program, { args: [...args, workload, "describe"] }));
  } catch (error) {
    throw error instanceof PlumblineError ? error.named(`workload ${name}`) : error;
  }
}

/** Returns a script's statements from its description, which names variables; statements of other workloads as they are sent. */
async function describeStatements(
  program: string,
  request: WorkloadRequest,
): Promise<readonly StatementText[]> {
  const { workload, dialect, options, script } = request;
  if (script === undefined) {
    const args = [`--dialect=${dialect}`, ...optionArguments(options), workload, "sql"];
    return statementTexts(await runLoad(program, { args }));
  }
  const { statements = [] } = await describeWorkload(program, request);
  return statements.flatMap(({ name, sql }) =>
    sql === undefined ? [] : [{ statement: name, sql: withParameters(sql), types: [] }],
  );
}

/** @throws PlumblineError of kind "generator" if the program has another version than Plumbline */
function described<S extends z.ZodType>(schema: S, lines: readonly string[]): z.infer<S> {
  try {
    return schema.parse(JSON.parse(lines.join("\n")));
  } catch (cause) {
    throw new PlumblineError("generator", "plumbline-load does not describe itself as expected", {
      remedy:
        "build the plumbline-load of this Plumbline (make -C runner-native), or set PLUMBLINE_LOAD to it",
      cause,
    });
  }
}

function prepareArguments({ dialect, options }: LoadPlan): string[] {
  const threads = Math.min(LOAD_THREADS_MAX, availableParallelism());
  return [`--threads=${threads}`, ...optionArguments({ dialect, ...options })];
}

type LoadOptions = Readonly<{
  dialect: string;
  options: Readonly<Record<string, OptionValue>>;
  script?: ScriptSet | undefined;
  seconds: number;
  warmupSeconds: number;
  seed: number;
  /** Interval of reports as the program takes it: seconds, or with a unit. */
  report: string;
}>;

/** Arguments of every load: its length, its workload, and the interval of its reports. */
function loadArguments(load: LoadOptions): string[] {
  return [
    "--output=ndjson",
    `--report-interval=${load.report}`,
    `--dialect=${load.dialect}`,
    `--time=${load.seconds}`,
    `--warmup-time=${load.warmupSeconds}`,
    // The program takes 0 for "draw one".
    `--rand-seed=${Math.max(1, load.seed)}`,
    ...optionArguments(load.options),
    ...scriptArguments(load.script),
  ];
}

function optionArguments(options: Readonly<Record<string, OptionValue>>): string[] {
  return Object.entries(options).map(([name, value]) => {
    const text = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
    return `--${name}=${text}`;
  });
}

function scriptArguments(script: ScriptSet | undefined): string[] {
  if (script === undefined) return [];
  return [
    ...fileArguments("file", script),
    ...Object.entries(script.variables).map(([name, value]) => `--define=${name}=${value}`),
  ];
}

function fileArguments(option: "file" | "against-file", script: ScriptSet | undefined): string[] {
  return (script?.files ?? []).map(({ path, weight }) => `--${option}=${path}@${weight}`);
}

type LoadCall = Readonly<{
  args: readonly string[];
  /** Workload and verb; empty if `args` has them. */
  command?: readonly string[];
  /** Options whose values are connection URLs. */
  urls?: Readonly<Record<string, string>>;
  onProgress?: (progress: LoadProgress) => void;
  /** Ends the program early, as a success. */
  until?: AbortSignal;
  signal?: AbortSignal;
}>;

/** Exit code of a run that a signal ended. */
const ENDED = 130;

/** Runs the program to its end and answers its lines. */
async function runLoad(program: string, call: LoadCall): Promise<readonly string[]> {
  const urls = Object.entries(call.urls ?? {}).map(([name, url]) => ({ name, ...splitPassword(url) }));
  const args = [...call.args, ...urls.map(({ name, url }) => `--${name}=${url}`), ...(call.command ?? [])];
  const passwords = urls.flatMap((url) => url.passwords);
  return await withPasswordFile(passwords, async (file) => {
    if (call.signal?.aborted) throw interruptedLoad();
    const env = file === null ? process.env : { ...process.env, PGPASSFILE: file };
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const ending = await followChild(child, call);
    if (call.signal?.aborted) throw interruptedLoad();
    if (call.until?.aborted && ending.code === ENDED && ending.hasSummary) return ending.lines;
    const failure = loadFailure(program, ending, call.urls !== undefined);
    if (failure !== null) throw failure;
    return ending.lines;
  });
}

function interruptedLoad(): PlumblineError {
  return new PlumblineError("interrupted", "interrupted");
}

type LoadEnding = Readonly<{
  lines: readonly string[];
  /** The last fatal error line, if there was one. */
  error: EventOf<"error"> | null;
  hasSummary: boolean;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The program could not be started. */
  startError: NodeJS.ErrnoException | null;
  stderr: string;
}>;

/** Waits for the process and for the last of its lines, which end in either order. */
async function followChild(
  child: ChildProcessByStdio<null, Readable, Readable>,
  call: LoadCall,
): Promise<LoadEnding> {
  const lines: string[] = [];
  let error: EventOf<"error"> | null = null;
  let hasSummary = false;
  let startError: NodeJS.ErrnoException | null = null;
  let stderr = "";
  let reported: ReportedLoad = new Map();
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-STDERR_TAIL);
  });
  child.stdout.setEncoding("utf8");
  const reader = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  reader.on("line", (line) => {
    lines.push(line);
    const event = tolerantParse(line, lines.length);
    if (event?.type === "progress") {
      reported = withReported(reported, event);
      call.onProgress?.(loadProgress(event));
    }
    if (event?.type === "block")
      call.onProgress?.({ phase: "measure", share: 1, what: "", intervals: [unreported(reported, event)] });
    if (event?.type === "error" && event.fatal) error = event;
    if (event?.type === "summary") hasSummary = true;
  });
  const releases = [call.signal, call.until].map((signal) => stopOnAbort(child, signal));
  try {
    const linesRead = new Promise<void>((resolve) => reader.once("close", resolve));
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once("error", (cause) => {
        startError = cause;
        resolve([null, null]);
      });
      child.once("close", (...ending) => resolve(ending));
    });
    if (startError === null) await linesRead;
    return { lines, error, hasSummary, code, signal, startError, stderr: stderr.trim() };
  } finally {
    for (const release of releases) release();
  }
}

/** While the program runs, a line that cannot be read stops nothing: the whole output is judged at the end. */
function tolerantParse(line: string, number: number): ProtocolEvent | null {
  try {
    return parseLine(line, number);
  } catch {
    return null;
  }
}

function loadProgress(event: EventOf<"progress">): LoadProgress {
  const done = event.done ?? event.phase_elapsed_ns ?? 0;
  const total = event.total ?? event.phase_total_ns ?? 0;
  const intervals = liveIntervals(event);
  return {
    phase: event.phase,
    share: total > 0 ? Math.min(1, done / total) : null,
    what: event.what ?? "",
    ...(intervals.length === 0 ? {} : { intervals }),
  };
}

function stopOnAbort(child: ChildProcessByStdio<null, Readable, Readable>, signal: AbortSignal | undefined) {
  let killer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    child.kill("SIGTERM");
    killer = setTimeout(() => child.kill("SIGKILL"), TERM_GRACE_MS);
  };
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return () => {
    clearTimeout(killer);
    signal?.removeEventListener("abort", onAbort);
  };
}

/** Exit codes of PROTOCOL.md; everything else is the generator's own trouble. */
const KIND_OF_EXIT: Readonly<Record<number, ErrorKind>> = { 2: "usage", 3: "target" };

/** Explains how the program ended; null if it ended well. */
function loadFailure(program: string, ending: LoadEnding, speaksProtocol: boolean): PlumblineError | null {
  const { code, signal, error, startError, stderr } = ending;
  if (startError !== null) {
    return new PlumblineError("generator", `cannot start ${program}: ${startError.message}`, {
      remedy: "build plumbline-load (make -C runner-native), or set PLUMBLINE_LOAD to the program",
      cause: startError,
    });
  }
  if (signal !== null) {
    return new PlumblineError("generator", `plumbline-load was killed by ${signal}${lastSaid(stderr)}`, {
      remedy:
        signal === "SIGKILL"
          ? "see the kernel's log, and use fewer connections: a user or the out-of-memory killer ended it"
          : "report this with the workload and options, unless a user sent the signal: it is a bug in plumbline-load",
    });
  }
  if (code === 0) {
    if (!speaksProtocol || ending.hasSummary) return null;
    return new PlumblineError(
      "generator",
      `plumbline-load ended without its summary line${lastSaid(stderr)}`,
      {
        remedy:
          "measure again with the plumbline-load of this Plumbline: this is another program, or its output was cut off",
      },
    );
  }
  const kind = KIND_OF_EXIT[code ?? -1] ?? "generator";
  if (error !== null) {
    // A message of the server's own may name it already.
    const isSaid = error.message.includes(`SQLSTATE ${error.sqlstate}`);
    const state = error.sqlstate && !isSaid ? ` (SQLSTATE ${error.sqlstate})` : "";
    const remedy = error.hint ? { remedy: inConfigWords(error.hint) } : {};
    return new PlumblineError(kind, `${error.message}${state}`, { ...remedy, cause: error });
  }
  const { message, hint } = spokenError(stderr);
  return new PlumblineError(
    kind,
    message === "" ? `plumbline-load ended with exit code ${code}` : message,
    hint === "" ? {} : { remedy: inConfigWords(hint) },
  );
}

/** Standard error is for people: lines of `plumbline-load: cause` and `plumbline-load: hint: remedy`. */
function spokenError(stderr: string): { message: string; hint: string } {
  const lines = stderr.split("\n").map((line) => line.replace(/^plumbline-load: /, ""));
  const isHint = (line: string) => line.startsWith("hint: ");
  const hints = lines.filter(isHint).map((line) => line.slice("hint: ".length));
  return { message: lines.filter((line) => !isHint(line)).join("\n"), hint: hints.join("; ") };
}

function lastSaid(stderr: string): string {
  return stderr === "" ? "" : `; it last said: ${stderr}`;
}
