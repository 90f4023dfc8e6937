/**
 * npm run fuzz [-- --seconds N] [-- --target NAME ...] [-- --seed N] [-- --findings FOLDER] [-- --kept FOLDER]
 * Gives every reader of what comes from outside (tests/property/support/readers.ts) generated texts. Each target has a process of
 * its own, so that one that hangs or eats all memory is a finding like any other, and its part of the time; what reaches code that nothing has
 * reached before is kept and changed further. Findings are files: put one into tests/property/corpus/NAME and the gate reads it from then on.
 * With --kept, texts that reach something new are files there, too, and the next run begins with them.
 */
import { fork } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { statOf } from "../src/io/host/processes.ts";
import { READERS } from "../tests/property/support/readers.ts";
import { bundleTypeScript } from "./lib/bundle.ts";
import { commandLine } from "./lib/command-line.ts";
import type { Told } from "./lib/fuzz-target.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const { values } = commandLine(import.meta.filename, {
  options: {
    seconds: { type: "string", default: "60" },
    target: { type: "string", multiple: true, default: [] },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    findings: { type: "string", default: "node_modules/.cache/plumbline-fuzz-findings" },
    kept: { type: "string" },
  },
});
/** No reader takes so long for a text of 100 kB, nor half of it in time of the CPU, which a busy machine may give it late. */
const HANG_MS = 120_000;
/** In a second, of /proc's clock (proc_pid_stat(5)): the same on all machines that Node.js runs on. */
const TICKS = 100;
const NOTHING: Told = { inputs: 0, cpuSeconds: 0, corpus: 0, findings: 0 };
const TARGET = path.join(root, "scripts/lib/fuzz-target.ts");
const bundle = await bundleTypeScript("tests/property/support/readers.ts");
const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-fuzz-"));
try {
  process.exitCode = await fuzz();
} finally {
  rmSync(scratch, { recursive: true, force: true });
  rmSync(bundle, { force: true });
}

/** Goes through the targets, as many at once as there are CPUs. @returns the exit code */
async function fuzz() {
  const names = values.target.length === 0 ? [...READERS.keys()] : values.target;
  const unknown = names.find((name) => !READERS.has(name));
  if (unknown !== undefined) {
    console.error(`fuzz: there is no target ${unknown}; there are ${[...READERS.keys()].join(", ")}`);
    return 2;
  }
  console.log(`seed ${values.seed}, findings in ${values.findings}`);
  const workers = Math.min(availableParallelism(), names.length);
  const seconds = (Number(values.seconds) * workers) / names.length;
  let findings = 0;
  const waiting = names.map((name, number) => ({ name, seed: Number(values.seed) + 1_000_000 * number }));
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      findings += await fuzzed(next, Date.now() + seconds * 1000);
  };
  await Promise.all(Array.from({ length: workers }, work));
  return findings > 0 ? 1 : 0;
}

/** Runs a target until its time is over, in a new process after each that died. @returns how many findings it had */
async function fuzzed({ name, seed }: { name: string; seed: number }, until: number): Promise<number> {
  const total = { ...NOTHING };
  for (let life = 0; life === 0 || Date.now() < until; life++) {
    const told = await oneLife(name, seed + 100_000 * life, until);
    total.corpus = told.corpus;
    for (const count of ["inputs", "cpuSeconds", "findings"] as const) total[count] += told[count];
  }
  const { inputs, cpuSeconds, corpus, findings } = total;
  console.log(
    `${name}: ${inputs} inputs in ${cpuSeconds.toFixed(1)} s of CPU, corpus ${corpus}, ${findings} findings`,
  );
  return findings;
}

async function oneLife(name: string, seed: number, until: number): Promise<Told> {
  const current = path.join(scratch, `${name}.input`);
  const args = [bundle, name, String(seed), String(until), current, path.join(values.findings, name)];
  if (values.kept !== undefined) args.push(path.join(values.kept, name));
  const child = fork(path.join(root, "scripts/run.mjs"), [TARGET, ...args], {
    execArgv: ["--max-old-space-size=512"],
  });
  let told = NOTHING;
  // A process that has yet to load what it reads with is none that hangs.
  let heardAt = Number.POSITIVE_INFINITY;
  child.on("message", (message) => {
    heardAt = Date.now();
    told = message as Told;
  });
  const watch = setInterval(() => {
    const silentMs = Date.now() - heardAt;
    const worksOn = cpuSecondsOf(child.pid!) - told.cpuSeconds > HANG_MS / 2_000;
    if (silentMs > HANG_MS && (worksOn || Date.now() > until + HANG_MS)) child.kill("SIGKILL");
  }, 1_000);
  const ending = await new Promise((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code)),
  );
  clearInterval(watch);
  if (ending === 0) return told;
  if (!existsSync(current)) throw new Error(`${name}: could not begin: ended with ${String(ending)}`);
  const kept = path.join(values.findings, name, `died-${seed}`);
  mkdirSync(path.dirname(kept), { recursive: true });
  copyFileSync(current, kept);
  console.log(`${name}: ended with ${String(ending)}, or hung: ${kept}`);
  return { ...told, findings: told.findings + 1 };
}

/** CPU time of a process so far, in seconds; infinite on a system that does not tell it. */
function cpuSecondsOf(pid: number): number {
  const stat = statOf(pid);
  return stat === null ? Number.POSITIVE_INFINITY : (Number(stat[11]) + Number(stat[12])) / TICKS;
}
