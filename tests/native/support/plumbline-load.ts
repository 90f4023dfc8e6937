/** Runs the built plumbline-load and reads what it says. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** $PLUMBLINE_LOAD, or what `make -C runner-native` builds. A sanitizer's build can be tried this way. */
export const plumblineLoad =
  process.env["PLUMBLINE_LOAD"] ?? join(root, "runner-native/build/plumbline-load");

/** A line of runner-native/PROTOCOL.md, as loosely typed as a test wants it. */
// biome-ignore lint/suspicious/noExplicitAny: the tests look into every kind of line.
export type Line = Readonly<Record<string, any>>;

export type LoadResult = Readonly<{
  /** Exit code, or the signal that ended the program. */
  code: number | NodeJS.Signals;
  stdout: string;
  stderr: string;
  /** Of --output=ndjson; empty otherwise. */
  lines: readonly Line[];
  /** The only line of a type. Throws when there is none. */
  line: (type: string) => Line;
  /** All lines of a type. */
  linesOf: (type: string) => readonly Line[];
}>;

export type LoadOptions = Readonly<{
  env?: Readonly<Record<string, string>>;
  /** Called when the first line of this type (or phase of progress) has arrived. */
  on?: Readonly<Record<string, (child: ChildProcess) => void>>;
  /** Called when the program has been started. */
  onStart?: (child: ChildProcess) => void;
}>;

/** What a test that was given up has left running ends with the tests of its file. */
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the program and waits for its end. */
export async function runLoad(args: readonly string[], options: LoadOptions = {}): Promise<LoadResult> {
  if (!existsSync(plumblineLoad)) {
    throw new Error(`${plumblineLoad} is not built: npm run setup, or make -C runner-native`);
  }
  const child = spawn(plumblineLoad, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], LC_ALL: "C", HOME: "/nonexistent", ...options.env },
  });
  running.add(child);
  options.onStart?.(child);
  let stdout = "";
  let stderr = "";
  const waiting = new Map(Object.entries(options.on ?? {}));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    for (const [name, react] of waiting) {
      if (!stdout.includes(`"type":"${name}"`) && !stdout.includes(`"phase":"${name}"`)) continue;
      waiting.delete(name);
      react(child);
    }
  });
  const code = await new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve(status ?? signal ?? "SIGKILL"));
  });
  running.delete(child);
  const lines = args.includes("--output=ndjson") ? parse(stdout) : [];
  const linesOf = (type: string) => lines.filter((line) => line["type"] === type);
  const line = (type: string) => {
    const found = linesOf(type);
    if (found.length !== 1)
      throw new Error(`${found.length} lines of type ${type} in:\n${stdout}\n${stderr}`);
    return found[0]!;
  };
  return { code, stdout, stderr, lines, line, linesOf };
}

function parse(text: string): Line[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Total of a `queries` object. */
export function total(queries: Line): number {
  return queries["read"] + queries["write"] + queries["other"];
}

/**
 * What is told of the machine and not of the load: a run of so many events lasts longer where the machine is slow, and from a second on
 * it is looked at who else used the CPUs, and which connections were idle.
 */
const OF_THE_MACHINE = [
  "connections-idle",
  "cpu-shared",
  "client-bound",
  "throttled",
  "placement-mixed",
  "generator-late",
];

/** The codes of the warnings of a run, but for those that a busy machine adds: tests of their own make those happen. */
export function warningCodes(done: LoadResult): string[] {
  const codes: readonly string[] = done.line("summary")["warnings"].map((warning: Line) => warning["code"]);
  return codes.filter((code) => !OF_THE_MACHINE.includes(code));
}
