/**
 * Records sessions for `npm run bench:detect` on real PostgreSQL of this machine:
 *   node scripts/run.mjs proofs/detect/record.ts [--variant NAME] [--sessions N] [--seconds S] [--slice MS] [--to FOLDER] [--documents FOLDER]
 * A session takes about 3 x (S + 1) + 4 seconds. Every eight sessions are a file of their own: what was recorded before an interruption
 * stays, and calling again adds to it, for recordings made in the same way are one pool. Sessions run as those of `plumbline check` do,
 * with its defaults; --documents keeps the whole measurements as well, with their histograms. What is recorded while the machine does
 * other work has other noise than a quiet one: say so by another folder.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { commandLine } from "../../scripts/lib/command-line.ts";
import { terminalProgress } from "../../src/io/host/terminal.ts";
import { measureRuns } from "../../src/pipeline/check.ts";
import { loadConfig } from "../../src/pipeline/invocation/config-file.ts";
import { abortOnSignals } from "../../src/pipeline/invocation/interrupt.ts";
import { invocationOf } from "../../src/pipeline/invocation/words.ts";
import { packRecording, recordingOf } from "./recording.ts";
import { makeRepository } from "./repository.ts";
import { filesOf, VARIANTS } from "./variants.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    variant: { type: "string", default: "same" },
    sessions: { type: "string", default: "24" },
    seconds: { type: "string", default: "8" },
    slice: { type: "string", default: "50" },
    documents: { type: "string" },
    to: { type: "string", default: path.join(import.meta.dirname, "recordings") },
  },
});

const variant = VARIANTS.find(({ name }) => name === values.variant);
if (variant === undefined) {
  console.error(`no variant ${values.variant}; there are ${VARIANTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const SESSIONS_OF_A_FILE = 8;
const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-record-"));
const progress = terminalProgress(process.stderr);
const interrupt = abortOnSignals();
try {
  const files = filesOf(variant, {
    sessions: Number(values.sessions),
    looks: 1,
    seconds: Number(values.seconds),
    warmup: 1,
    slice: `${values.slice}ms`,
    preflight: "off",
  });
  const repository = makeRepository(path.join(scratch, "suite"), files);
  const invocation = {
    ...invocationOf({ base: "main~1", output: path.join(scratch, "out") }, process.env, repository),
  };
  const loaded = await loadConfig(invocation);
  for (let left = Number(values.sessions); left > 0; left -= SESSIONS_OF_A_FILE) {
    const overrides = { ...invocation.overrides, sessions: Math.min(left, SESSIONS_OF_A_FILE) };
    const runs = await measureRuns(loaded, { ...invocation, overrides }, progress, interrupt.signal);
    progress.end();
    // To the second: files of short sessions follow each other within a minute.
    const { base, head } = runs;
    if (base === null) throw new Error("only one arm was measured");
    const stamp = base.startedAt.replaceAll(/[:.]/g, "").slice(0, 17);
    const name = `${variant.name}-${stamp}.json.gz`;
    keep(values.to, name, packRecording(recordingOf(variant.name, { base, head })));
    if (values.documents !== undefined) keep(values.documents, name, gzipSync(JSON.stringify(runs)));
  }
} finally {
  progress.end();
  interrupt.release();
  rmSync(scratch, { recursive: true, force: true });
}

function keep(folder: string, name: string, bytes: Buffer) {
  const file = path.join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, bytes);
  console.log(file);
}
