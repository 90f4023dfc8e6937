#!/usr/bin/env node
/**
 * npm run bench:truth [-- --quick --only TEXT --slice MS|auto --seconds S --normal]
 * What Plumbline shows of servers of known behaviour, beside the truth: QPS, mean, p50 and p99 of each arm, alone and side by side, and
 * head against base. Each line says where its truth is from (theory, or the server's own account of an uninterrupted run), the
 * errors in per cent, and whether they keep the promise (QPS 2 %, p99 3 %) or what the run itself holds against its gates. The exit code
 * is 1 where a line neither holds nor is in doubt.
 *
 * The servers compute nothing, so that little CPU is needed; still, who waits for a CPU is late. Where it is permitted (root), servers and
 * load generator go before everybody else on this machine (chrt -f); --normal leaves that out.
 */
import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "../lib/command-line.mjs";
import { importTypeScript } from "../lib/import-ts.mjs";

const { values } = commandLine(import.meta.filename, {
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    slice: { type: "string", default: "auto" },
    seconds: { type: "string", default: "20" },
    normal: { type: "boolean", default: false },
  },
});
const native = fileURLToPath(new URL("../../runner-native", import.meta.url));
execFileSync("make", ["-s", "-C", native], { stdio: ["ignore", "inherit", "inherit"] });
const { compileTruthServer, measureAll } = await importTypeScript("scripts/bench/truth/main.ts");

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
console.log(
  `slices: ${values.slice}; ${seconds} s side by side; ${first ? "before everybody else (chrt -f)" : "normal priority"}\n`,
);
const tally = await measureAll(tools, times, values.only ?? null, console.log);
console.log(
  `${tally.lines} lines: ${tally.held} hold, ${tally.doubted} are in doubt and say so, ${tally.broken} broken`,
);
process.exitCode = tally.broken > 0 ? 1 : 0;
