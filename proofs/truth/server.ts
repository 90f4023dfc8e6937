/** The server of known behaviour (runner-native/bench/truthserver.c): compiled, started, asked for its account. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

/** How a server behaves. Times in milliseconds. */
export type Behaviour = Readonly<{
  latencyMs: number;
  random?: "fixed" | "uniform" | "exponential";
  /** A share of the events takes `factor` times as long. */
  tail?: Readonly<{ share: number; factor: number }>;
  /** The last `lengthMs` of every `everyMs` nothing proceeds. */
  stall?: Readonly<{ everyMs: number; lengthMs: number }>;
  /** So many servers work for all connections; absent: each connection has its own. */
  servers?: number;
  discipline?: "fifo" | "sharing";
  /** Share of one CPU that its background work uses, asked or not. */
  burn?: number;
}>;

/** What the server itself saw, by its own clock. */
export type Account = Readonly<{
  elapsedNs: number;
  completions: number;
  /** Of each completion, from its reading to its answer; sorted. */
  latencyNs: readonly number[];
  /** By how much answers were sent later than planned, on average. */
  lateNs: number;
  /** From an answer to the next statement of its connection, on average. */
  awayNs: number;
}>;

export type TruthServer = Readonly<{
  url: string;
  pid: number;
  /** Begins a new account. */
  reset(): void;
  /** Ends the account. */
  report(): Promise<Account>;
  stop(): void;
}>;

/** @param folder where the program is put @returns its path */
export function compileTruthServer(native: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const program = path.join(folder, "truthserver");
  const sources = ["truthserver.c", "truthplan.c", "wire.c"].map((name) => path.join(native, "bench", name));
  const compiler = process.env["CC"] ?? "cc";
  execFileSync(compiler, ["-D_GNU_SOURCE", "-std=gnu11", "-O2", "-o", program, ...sources, "-lm"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return program;
}

/** @param before a command that starts the program, `chrt -f 20` for example */
export async function startTruthServer(
  program: string,
  behaviour: Behaviour,
  before: readonly string[] = [],
): Promise<TruthServer> {
  const [command, ...args] = [...before, program, ...argumentsOf(behaviour)] as [string, ...string[]];
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const port = await nextLine(child, lines);
  return {
    url: `postgres://truth@127.0.0.1:${port}/truth?sslmode=disable`,
    pid: child.pid!,
    reset: () => void child.stdin.write("reset\n"),
    report: async () => {
      child.stdin.write("report\n");
      const told = JSON.parse(await nextLine(child, lines));
      return {
        elapsedNs: told.elapsed_ns,
        completions: told.completions,
        latencyNs: told.latency_ns,
        lateNs: told.late_ns,
        awayNs: told.away_ns,
      };
    },
    stop: () => void child.stdin.end(),
  };
}

async function nextLine(child: ChildProcess, lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next();
  if (done) throw new Error(`the truth server ended with ${child.exitCode}`);
  return value;
}

function argumentsOf({ latencyMs, random, tail, stall, servers, discipline, burn }: Behaviour): string[] {
  return [
    `--latency=${latencyMs * 1000}`,
    ...(random === undefined ? [] : [`--random=${random}`]),
    ...(tail === undefined ? [] : [`--tail=${tail.share}:${tail.factor}`]),
    ...(stall === undefined ? [] : [`--stall=${stall.everyMs}:${stall.lengthMs}`]),
    ...(servers === undefined ? [] : [`--servers=${servers}`]),
    ...(discipline === undefined ? [] : [`--discipline=${discipline}`]),
    ...(burn === undefined ? [] : [`--burn=${burn}`]),
  ];
}
