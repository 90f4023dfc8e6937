// One case through `plumbline check`, called as its users call it.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Report } from "../../src/model/report.ts";
import { makeRepository } from "../detect/repository.ts";
import type { Case } from "./cases.ts";
import { type Judgement, judged, type Named, namedIn } from "./judged.ts";
import { changeOf, type Place, type Tool } from "./tools.ts";

type Surroundings = Readonly<{
  scratch: string;
  /** The bundled command line. */
  cli: string;
  tool: Tool;
  python: string;
  /** Time for the search for the cause. */
  budget: string;
}>;

export type Checked = Readonly<{
  name: string;
  area: string;
  verdict: string;
  /** Events of head for one of base: what the check measured. */
  ratio: number | null;
  named: readonly Named[];
  /** Why no cause, or not every cause, was proved by experiment. */
  why?: string;
  judgement: Judgement;
  seconds: number;
}>;

const root = path.join(import.meta.dirname, "../..");

const IGNORED = "plumbline-out/\n.plumbline/\n__pycache__/\n";
const WORDS_MOST = 2000;

const suite = (setup: string) => `suite: reason
database: { deploy: { local: {} }, setup: ${setup} }
workloads:
  - { name: script, script: script.sql, options: { threads: 2 } }
measure: { sessions: 3, seconds: 1.5, warmup: 0.3, looks: 1, preflight: off }
gates: { qps: 5%, server-cpu: false, p99: false }
`;

/**
 * @param say hears what the check says of its progress
 * @returns with the verdict "failed" and the last words as what is named, if the check came to no verdict
 * @throws where the signal ended it
 */
export async function checked(
  each: Case,
  { scratch, cli, tool, python, budget }: Surroundings,
  say: (what: string) => void,
  signal: AbortSignal,
): Promise<Checked> {
  const { setup, base, head, places } = changeOf(each, tool, python);
  const folder = path.join(scratch, "repository");
  const files = { "plumbline.yml": suite(setup), ".gitignore": IGNORED };
  makeRepository(folder, { base: { ...files, ...base }, head });
  // What it keeps for later checks is of no use to other cases.
  const cache = path.join(scratch, "cache");
  const begun = performance.now();
  try {
    const failure = await run(
      [cli, "check", "--base", "main~1", "--cause", budget, "--fail-on", "never"],
      { folder, cache },
      say,
      signal,
    );
    const seconds = Math.round(performance.now() - begun) / 1000;
    const found = failure === null ? readReport(folder, places) : failed(failure);
    return { name: each.name, area: each.area, ...found, seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(path.join(cache, "plumbline/data"), { recursive: true, force: true });
  }
}

function readReport(folder: string, places: readonly Place[]) {
  const report = JSON.parse(readFileSync(path.join(folder, "plumbline-out/report.json"), "utf8")) as Report;
  const named = namedIn(report);
  const why = report.causes?.find((search) => search.why !== undefined)?.why;
  return {
    verdict: report.verdict,
    ratio: ratioOf(report),
    named,
    ...(why !== undefined && { why }),
    judgement: judged(named, places),
  };
}

function failed(words: string) {
  return { verdict: "failed", ratio: null, named: [{ text: words }], judgement: "none" as const };
}

function ratioOf({ workloads }: Report) {
  const change = workloads.flatMap(({ changes }) => changes).find(({ metric }) => metric === "qps");
  return change?.effect == null ? null : 1 + change.effect;
}

/**
 * The check runs in a process group of its own: Ctrl-C reaches it once, from here, and it then removes its servers.
 * @returns what it said at the end, if it failed
 */
async function run(
  words: readonly string[],
  { folder, cache }: Readonly<{ folder: string; cache: string }>,
  say: (what: string) => void,
  signal: AbortSignal,
) {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: {
      ...process.env,
      PLUMBLINE_LOAD: path.join(root, "runner-native/build/plumbline-load"),
      XDG_CACHE_HOME: cache,
    },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += stripVTControlCharacters(text);
    const last = said
      .trimEnd()
      .split(/[\r\n]+/)
      .at(-1);
    if (last) say(last);
  });
  const stop = () => child.kill("SIGINT");
  signal.addEventListener("abort", stop, { once: true });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  return status === 0 ? null : `exit code ${status}: ${said.trim().slice(-WORDS_MOST)}`;
}
