/** Programs of others that Plumbline calls and waits for: docker, podman, kubectl, helm. */
import { PlumblineError } from "../../../model/errors.ts";
import { redact } from "../../../model/secrets.ts";
import { runProgram } from "../../host/program.ts";

type ToolCall = Readonly<{
  program: string;
  args: readonly string[];
  /** Variables in addition to Plumbline's own. */
  env?: Readonly<Record<string, string>>;
  input?: string;
  /** Folder that relative paths of the arguments start from. */
  cwd?: string;
  limitMs: number;
  signal?: AbortSignal | undefined;
}>;

const WORDS_MOST = 2_000;

export type ToolOutput = Readonly<{ stdout: string; stderr: string }>;

/** @throws PlumblineError of kind "target" with the program's own words, or that it is missing */
export async function callTool({ program, args, env, ...options }: ToolCall): Promise<ToolOutput> {
  const { limitMs, signal } = options;
  signal?.throwIfAborted();
  const answer = await runProgram(program, args, { ...options, env: { ...process.env, ...env } });
  signal?.throwIfAborted();
  const { stdout, stderr, failure, isLate, isMissing } = answer;
  if (failure === null) return { stdout, stderr };
  const words = redact(withoutLog(stderr).slice(-WORDS_MOST));
  const how = isLate
    ? `did not end within ${limitMs / 1000} s`
    : words || (isMissing ? "is not there" : failure);
  const verb = args.filter((word) => !word.startsWith("--")).slice(0, 1);
  throw new PlumblineError("target", `${[program, ...verb].join(" ")}: ${how}`, {
    remedy: isMissing
      ? `install ${program}, or put it on PATH`
      : NO_CLUSTER.test(words)
        ? `check KUBECONFIG and its context until \`${program} cluster-info\` answers: no cluster is reachable`
        : `see its output; ${program} must work for this user without a question`,
  });
}

const NO_CLUSTER =
  /^The connection to the server .* was refused|^Unable to connect to the server|no configuration has been provided/m;

/** Drops the lines that kubectl logs of its tries ("E1124 08:33:48.593814   12677 memcache.go:265] ..."), if there are others. */
function withoutLog(text: string): string {
  const lines = text.trim().split("\n");
  const words = lines.filter((line) => !/^[IWEF]\d{4} \d\d:/.test(line));
  return (words.length > 0 ? words : lines).join("\n");
}
