#!/usr/bin/env node
/**
 * npm run bench:start [-- --rows N --tables N --warm N --stages]
 * From the start of `plumbline check` to the load generator's first slice: with no loaded data kept (cold), then with what that left
 * (warm, as often as asked). On a repository with one suite, base beside head, in a cache folder of its own. The warm-up comes
 * after it. --stages also shows what `check` says meanwhile, and when.
 */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../scripts/build.ts";
import { commandLine } from "../scripts/lib/command-line.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    rows: { type: "string", default: "100000" },
    tables: { type: "string", default: "4" },
    warm: { type: "string", default: "3" },
    stages: { type: "boolean", default: false },
  },
});
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-start-"));
const built = path.join(root, "node_modules/.cache/plumbline", `start-${process.pid}`);
process.on("exit", () => {
  for (const each of [folder, built]) rmSync(each, { recursive: true, force: true });
});

await bundle(built);
const cli = path.join(built, "cli.js");
const repository = makeRepository();
const log = path.join(folder, "starts");
const program = watchedProgram();
const cold = await secondsToFirstSlice();
const warm: number[] = [];
for (let i = 0; i < Number(values.warm); i++) warm.push(await secondsToFirstSlice());
const median = warm.toSorted((a, b) => a - b)[Math.floor(warm.length / 2)] ?? Number.NaN;
console.log(`${values.tables} tables of ${values.rows} rows, base and head, one workload`);
console.log(`cold  ${cold.toFixed(2)} s`);
console.log(`warm  ${warm.map((each) => `${each.toFixed(2)} s`).join("  ")}`);
console.log(`cold / warm (median)  ${(cold / median).toFixed(1)}`);

function makeRepository() {
  const place = path.join(folder, "repository");
  mkdirSync(place);
  const options = `tables: ${values.tables}, table-size: ${values.rows}, threads: 2`;
  writeFileSync(
    path.join(place, "plumbline.yml"),
    `suite: start
database: { deploy: { local: {} } }
workloads: [{ name: select, run: oltp_point_select, options: { ${options} } }]
measure: { sessions: 2, seconds: 1, preflight: off }
`,
  );
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: place, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.email", "bench@example.org");
  git("config", "user.name", "bench");
  git("add", ".");
  git("commit", "--quiet", "--message=start");
  git("switch", "--quiet", "--create=change");
  git("commit", "--quiet", "--allow-empty", "--message=change");
  return place;
}

/** The load generator, which says when it begins to run a session: alone it runs before that to see what values it draws. */
function watchedProgram() {
  const real = path.join(root, "runner-native/build/plumbline-load");
  const file = path.join(folder, "plumbline-load");
  writeFileSync(
    file,
    `#!/bin/sh\ncase " $* " in *" --against="*" run ") date +%s.%N >>'${log}' ;; esac\nexec '${real}' "$@"\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

/** Ends the check there: what it would measure is of no use. */
async function secondsToFirstSlice() {
  rmSync(log, { force: true });
  const began = Date.now() / 1000;
  const child = spawn(process.execPath, [cli, "check", "--base", "main"], {
    cwd: repository,
    env: { ...process.env, PLUMBLINE_LOAD: program, XDG_CACHE_HOME: path.join(folder, "cache"), CI: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      words += text;
      if (values.stages) process.stderr.write(`${(Date.now() / 1000 - began).toFixed(2)} ${text}`);
    });
  }
  let ended = false;
  const ending = new Promise((resolve) => {
    child.once("close", () => {
      ended = true;
      resolve(undefined);
    });
  });
  // The file is there before its line is.
  const firstSlice = () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : [])[0];
  while (firstSlice() === undefined && !ended) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill("SIGINT");
  await ending;
  const first = firstSlice();
  if (first === undefined) throw new Error(`it ended before its first slice:\n${words}`);
  return Number(first) - began;
}
