/** Programs of others that Plumbline calls and waits for: docker, podman, kubectl, helm. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { PlumblineError } from "../../../model/errors.ts";
import { redact } from "../../../model/secrets.ts";

export type ToolCall = Readonly<{
  program: string;
  args: readonly string[];
  /** Beside Plumbline's own. */
  env?: Readonly<Record<string, string>>;
  input?: string;
  /** Where relative paths of the arguments begin. */
  cwd?: string;
  limitMs: number;
  /** Between SIGTERM and SIGKILL; default: 10 s. */
  graceMs?: number | undefined;
  signal?: AbortSignal | undefined;
}>;

const GRACE_MS = 10_000;
const OUTPUT_MOST = 16 * 2 ** 20;
const WORDS_MOST = 2_000;

export type Answer = Readonly<{ stdout: string; stderr: string }>;

/** @throws PlumblineError of kind "target" with the program's own words, or that it is missing */
export async function callTool({
  program,
  args,
  env,
  input,
  cwd,
  limitMs,
  graceMs = GRACE_MS,
  signal,
}: ToolCall): Promise<Answer> {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(limitMs);
  const ends = AbortSignal.any([limit, ...(signal === undefined ? [] : [signal])]);
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    cwd,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    signal: ends,
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]!.setEncoding("utf8").on("data", (text: string) => {
      said[name] = (said[name] + text).slice(-OUTPUT_MOST);
    });
  }
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  const killing = killAfter(child, ends, graceMs);
  const failure = await new Promise<string | null>((resolve) => {
    let problem: string | null = null;
    child.once("error", (error: NodeJS.ErrnoException) => {
      problem = error.code === "ENOENT" ? "is not there" : error.message;
      if (child.pid === undefined) resolve(problem);
    });
    child.once("close", (code) => resolve(code === 0 ? null : (problem ?? `exit code ${code}`)));
  });
  killing.abort();
  signal?.throwIfAborted();
  if (failure === null) return said;
  const words = redact(withoutLog(said.stderr).slice(-WORDS_MOST));
  const how = limit.aborted ? `did not end within ${limitMs / 1000} s` : words || failure;
  const verb = args.filter((word) => !word.startsWith("--")).slice(0, 1);
  throw new PlumblineError("target", `${[program, ...verb].join(" ")}: ${how}`, {
    remedy:
      failure === "is not there"
        ? `install ${program}, or put it on PATH`
        : NO_CLUSTER.test(words)
          ? `no cluster is reachable: \`${program} cluster-info\` must answer; is KUBECONFIG set, and the context the right one?`
          : `see its words; ${program} must work for this user without a question`,
  });
}

/**
 * Kills a program that was told to end and does not. What it started may still hold its output open, and is not waited for.
 * @returns takes that back
 */
function killAfter(child: ChildProcess, ends: AbortSignal, graceMs: number): AbortController {
  const back = new AbortController();
  const late = () => {
    void sleep(graceMs, undefined, { signal: back.signal }).then(
      () => {
        child.kill("SIGKILL");
        child.stdout?.destroy();
        child.stderr?.destroy();
      },
      () => undefined,
    );
  };
  ends.addEventListener("abort", late, { once: true, signal: back.signal });
  return back;
}

const NO_CLUSTER =
  /^The connection to the server .* was refused|^Unable to connect to the server|no configuration has been provided/m;

/** Without the lines that kubectl logs of its tries ("E1124 08:33:48.593814   12677 memcache.go:265] ..."), where it has other words. */
function withoutLog(text: string): string {
  const lines = text.trim().split("\n");
  const words = lines.filter((line) => !/^[IWEF]\d{4} \d\d:/.test(line));
  return (words.length > 0 ? words : lines).join("\n");
}
