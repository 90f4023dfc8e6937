#!/usr/bin/env node
/**
 * npm run bench:truth [-- --quick --only TEXT --slice MS|auto --seconds S --normal --keep DIR --write]
 * npm run bench:truth -- --sessions N --only TEXT [--seconds S]
 * What Plumbline shows of servers of known behaviour, beside the truth: QPS, mean, p50 and p99 of each arm, alone and side by side, and
 * head against base. Each line says where its truth is from (theory, or the server's own account of an uninterrupted run), the
 * errors in per cent, and whether they keep the promise (QPS 2 %, p99 3 %) or what the run itself holds against its gates. The exit code
 * is 1 where a line neither holds nor is in doubt. A case with such a line is measured twice more, and its medians count.
 *
 * The servers compute nothing, so that little CPU is needed; still, who waits for a CPU is late. Where it is permitted (root), servers and
 * load generator go before everybody else on this machine (chrt -f); --normal leaves that out.
 *
 * --sessions N measures a case as a check does, in N sessions of --seconds each, and prints head against base with the interval that the product
 * would give: what one session shows by chance is in it.
 *
 * --keep writes each case that was measured to DIR, and takes those that are there from it: a run that was stopped goes on, and cases can be
 * measured a few at a time (--only).
 *
 * --write brings truth/tables.md up to date, with the date and the kind of machine: of all cases, so neither with --only nor
 * with --quick. That takes half an hour, less what was kept, on a machine that does nothing else.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "../scripts/lib/command-line.ts";
import { busyCpus, machineFacts } from "../src/io/host/machine.ts";
import { replaceSection } from "./marked-section.ts";
import {
  compileTruthServer,
  KeptOtherwise,
  keptCases,
  measureAll,
  measureAllInSessions,
  summaryOf,
  tableOf,
  tallyOf,
  tallyText,
} from "./truth/main.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    slice: { type: "string", default: "auto" },
    seconds: { type: "string", default: "20" },
    sessions: { type: "string" },
    normal: { type: "boolean", default: false },
    keep: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
if (values.write && (values.quick || values.only !== undefined)) {
  console.error("error: --write takes all cases at full length: leave out --quick and --only");
  process.exit(2);
}
const native = fileURLToPath(new URL("../runner-native", import.meta.url));
execFileSync("make", ["-s", "-C", native], { stdio: ["ignore", "inherit", "inherit"] });

const first = !values.normal && spawnSync("chrt", ["-f", "10", "true"]).status === 0;
const tools = {
  load: path.join(native, "build/plumbline-load"),
  server: compileTruthServer(native, path.join(native, "build/bench")),
  before: first ? { server: ["chrt", "-f", "20"], load: ["chrt", "-f", "10"] } : { server: [], load: [] },
};
const seconds = values.quick ? 4 : Number(values.seconds);
const times = {
  aloneSeconds: Math.max(4, seconds / 2),
  togetherSeconds: seconds,
  warmupSeconds: 2,
  slice: values.slice,
};
const how = [
  `slices: ${values.slice}; ${seconds} s side by side, ${times.aloneSeconds} s alone`,
  first ? "servers and load generator before everybody else (`chrt -f`)" : "normal priority",
  await machineText(),
].join("; ");
console.log(`${how}\n`);
if (values.sessions !== undefined) {
  await measureAllInSessions(tools, times, values.only ?? null, Number(values.sessions), console.log);
  process.exit();
}
const kept = values.keep && keptCases(values.keep, { ...times, first });
const measured = await measureAll(tools, times, values.only ?? null, console.log, kept || undefined).catch(
  (error) => {
    if (!(error instanceof KeptOtherwise)) throw error;
    console.error(`error: ${error.message}`);
    process.exit(2);
  },
);
if (measured.length === 0) throw new Error(`no case has '${values.only}' in its name`);
const tally = tallyOf(measured.flatMap(({ lines }) => lines));
console.log(tallyText(tally));
if (values.write) write();
process.exitCode = tally.broken > 0 ? 1 : 0;

/** Its kind, without its name, and what else it did before the start. */
async function machineText() {
  const { cpuCount, cpuModel, memoryBytes, kernel } = machineFacts();
  const busy = await busyCpus(3_000);
  return `${cpuCount} CPUs (${cpuModel}), ${Math.round(memoryBytes / 2 ** 30)} GiB, ${kernel.replace(/-.*/, "")}, ${busy.toFixed(1)} CPUs busy before`;
}

function write() {
  const file = fileURLToPath(new URL("truth/tables.md", import.meta.url));
  const date = new Date().toISOString().slice(0, 10);
  const made = `Made by \`npm run bench:truth -- --write\` on ${date}; ${how}.`;
  const tables = `${summaryOf(measured)}\n\n${tableOf(measured)}`;
  const content = `\n${made} ${tallyText(tally)}.\n\n${tables}\n`;
  writeFileSync(file, replaceSection(readFileSync(file, "utf8"), "bench:truth table", content));
}
