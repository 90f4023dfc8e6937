/** Samples where the processes of a server spend their CPU time, by Linux's perf, where that may be used. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Folded, foldedStacks } from "../../analysis/samples/profile.ts";
import { runProgram } from "../host/program.ts";
import { makeTemporary, withTemporary } from "../host/temporary.ts";

/** Event that is sampled: a virtual machine has no hardware counters, and this clock is everywhere. */
export const EVENT = "cpu-clock";
/** No divisor of what a scheduler's tick is, so that neither keeps step with the other. */
export const HERTZ = 997;

const PREFIX = "plumbline-perf-";
const PARANOID = "/proc/sys/kernel/perf_event_paranoid";
const TRIAL_SECONDS = 0.05;
/** Time that perf may take to attach itself to a server; it says when it has. */
const ATTACH_MS = 10_000;

/** @returns why perf cannot sample that process here, with what would allow it; null where it can: it was tried */
export async function whyNoProfile(pid: number): Promise<string | null> {
  return await withTemporary(PREFIX, async (folder) => {
    const trial = [...record(pid, path.join(folder, "trial")), "--", "sleep", String(TRIAL_SECONDS)];
    const { failure, stderr, isMissing } = await runProgram("perf", trial);
    if (failure === null) return null;
    if (isMissing) return "there is no perf (package linux-perf, or linux-tools-common)";
    const level = existsSync(PARANOID) ? readFileSync(PARANOID, "utf8").trim() : "unknown";
    const words = stderr.trim() || failure;
    const said = words.split("\n").find((line) => /error|permission|not supported/i.test(line)) ?? words;
    return `perf may not sample servers here: ${said.trim().slice(0, 160)} (kernel.perf_event_paranoid is ${level}: sudo sysctl kernel.perf_event_paranoid=1; in a container also --cap-add PERFMON)`;
  });
}

type Sampler = Readonly<{
  /** Ends sampling. @throws where perf failed */
  stop(): Promise<Folded>;
}>;

/** Samples a server and the processes that it starts from now on. */
export async function sampleServer(pid: number, signal: AbortSignal): Promise<Sampler> {
  const { folder, remove } = await makeTemporary(PREFIX);
  const file = path.join(folder, "samples");
  // Begun only when all is attached: of a process that is started before that, perf would know no function's name.
  const recording = perf([...record(pid, file), "-D", "-1", "--control", "fd:3,4"]);
  const end = () => void recording.child.kill("SIGINT");
  signal.addEventListener("abort", end, { once: true });
  recording.control.write("enable\n");
  const attached = once(recording.answers, "data").catch(() => undefined);
  await Promise.race([attached, recording.done, sleep(ATTACH_MS, undefined, { ref: false })]);
  return {
    stop: async () => {
      try {
        end();
        const { words } = await recording.done;
        if (!existsSync(file)) throw new Error(`perf record: ${words.trim().slice(0, 200)}`);
        return await printed(file);
      } finally {
        signal.removeEventListener("abort", end);
        await remove();
      }
    },
  };
}

/** `--all-user`: the kernel's own functions need a right that few have. */
function record(pid: number, file: string): readonly string[] {
  return [
    "record",
    "-q",
    "-e",
    EVENT,
    "-F",
    String(HERTZ),
    "--all-user",
    "-g",
    "-p",
    String(pid),
    "-o",
    file,
  ];
}

async function printed(file: string): Promise<Folded> {
  const script = perf(["script", "-i", file, "-F", "comm,ip,sym,dso"], "pipe");
  const lines: string[] = [];
  for await (const line of createInterface({ input: script.child.stdout! })) lines.push(line);
  const { code, words } = await script.done;
  if (code !== 0) throw new Error(`perf script: ${words.trim().slice(0, 200)}`);
  return foldedStacks(lines);
}

/** `done` never throws. */
function perf(args: readonly string[], output: "pipe" | "ignore" = "ignore") {
  const child = spawn("perf", args, { stdio: ["ignore", output, "pipe", "pipe", "pipe"] });
  const [, , , control, answers] = child.stdio as [null, Readable, Readable, Writable, Readable];
  // A perf that is missing, or ends early, is reported by `done`.
  control.on("error", () => undefined);
  let words = "";
  child.stderr!.on("data", (bytes: Buffer) => (words = (words + bytes.toString()).slice(-4_000)));
  const done = new Promise<Readonly<{ code: number | null; words: string }>>((resolve) => {
    child.on("error", () => resolve({ code: null, words }));
    child.on("close", (code) => resolve({ code, words }));
  });
  return { child, control, answers, done };
}
