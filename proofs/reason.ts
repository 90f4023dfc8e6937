/**
 * npm run bench:reason [-- --equal N --only NAME --default --into FILE]
 * Planted causes, each measured by a whole check on fresh PostgreSQL servers of this machine: the verdict, the sentences that stand first
 * under the table, and what looking at the databases took of the check's time. Then N checks of equal commits (5 by default), which must
 * name nothing. A check is 4 sessions of 1 s, about 25 s each, but for what is seen while the load runs alone; with --default it is as long as plumbline.yml's defaults make it, 3 to 7 min.
 * With --equal alone wanted, --only none plants nothing. With --into, results are lines of a file, and a series that was broken off goes on
 * after them. Exit code 1 where a cause that regressed was not named first, or an equal commit was given one.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { commandLine } from "../scripts/lib/command-line.ts";
import { check } from "../src/pipeline/check.ts";
import { abortOnSignals } from "../src/pipeline/invocation/interrupt.ts";
import { invocationOf } from "../src/pipeline/invocation/words.ts";
import { causeSentences } from "../src/report/words/reason.ts";
import { makeRepository } from "./detect/repository.ts";
import { CAUSES, type Cause } from "./reason/causes.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    equal: { type: "string", default: "5" },
    only: { type: "string" },
    default: { type: "boolean", default: false },
    into: { type: "string" },
  },
});

const LOCAL = "deploy: { local: {} }";
const SYSBENCH = `
  - { name: points, run: select_random_points, options: { tables: 1, table-size: 20000, threads: 4 } }
  - { name: writes, run: oltp_update_non_index, options: { tables: 1, table-size: 20000, threads: 4 } }`;
const SCRIPT = `
  - { name: script, script: script.sql, options: { threads: 4 } }`;
const SHORT = "sessions: 4, seconds: 1, warmup: 0.3, looks: 1, ";

const suite = (deploy: string, workloads: string, length: string) => `suite: reason
database: { ${deploy}, setup: [setup.sql] }
workloads:${workloads}
measure: { ${length}preflight: "off" }
gates: { p99: false }
`;

const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-reason-"));
const interrupt = abortOnSignals();
try {
  const planted = Object.entries(CAUSES).filter(
    ([name]) => values.only === undefined || name === values.only,
  );
  const equal = Array.from({ length: Number(values.equal) }, (_, i): [string, Cause] => [
    `equal ${i + 1}`,
    { says: null },
  ]);
  const wanted: [string, Cause][] = [...planted, ...equal];
  const known = new Map(earlier().map((result) => [result.name, result]));
  const results: Result[] = [];
  for (const [name, cause] of wanted) {
    const result = known.get(name) ?? keep(await checked(name, cause));
    tell(result);
    results.push({ ...result, says: cause.says });
  }
  process.exitCode = summed(results) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

type Checked = Awaited<ReturnType<typeof checked>>;
type Result = Checked & Pick<Cause, "says">;

/** Seconds in whole milliseconds. */
async function checked(
  name: string,
  { both = "SELECT 1;", head = "", script, deploy, isLong = false }: Cause,
) {
  const workloads = script === undefined ? SYSBENCH : SCRIPT;
  const config = suite(deploy?.(scratch) ?? LOCAL, workloads, isLong || values.default ? "" : SHORT);
  const sql = { base: both, head: `${both}\n${head}` };
  const folder = makeRepository(path.join(scratch, name.replaceAll(/\W/g, "-")), config, sql, script);
  const invocation = { ...invocationOf({ base: "HEAD~1" }, process.env, folder), lock: null };
  const begun = performance.now();
  let lookBegun: number | null = null;
  let look = 0;
  const stage = (text: string) => {
    if (lookBegun !== null) look += performance.now() - lookBegun;
    lookBegun = text.startsWith("looking at") ? performance.now() : null;
  };
  const progress = { stage, update: () => undefined, note: () => undefined };
  const { report } = await check(invocation, progress, interrupt.signal);
  stage("done");
  const { reason } = report;
  const sentences = (reason ? causeSentences(reason) : []).map(({ code, text }) =>
    code === null ? text : `${code} ${text}`,
  );
  const seconds = (ms: number) => Math.round(ms) / 1000;
  return {
    name,
    verdict: report.verdict,
    sentences,
    look: seconds(look),
    check: seconds(performance.now() - begun),
  };
}

function earlier(): readonly Checked[] {
  if (values.into === undefined || !existsSync(values.into)) return [];
  return readFileSync(values.into, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as Checked);
}

function keep(result: Checked) {
  if (values.into !== undefined) appendFileSync(values.into, `${JSON.stringify(result)}\n`);
  return result;
}

function tell({ name, verdict, sentences, look, check }: Checked) {
  const share = `${look.toFixed(1)} of ${check.toFixed(0)} s`;
  console.log(
    `${name.padEnd(18)} ${verdict.padEnd(13)} ${share.padEnd(13)} ${sentences.join("\n".padEnd(48)) || "-"}`,
  );
}

/** @returns whether all is as it should be */
function summed(results: readonly Result[]) {
  const planted = results.filter(({ says }) => says !== null);
  const isRegressed = ({ verdict }: Result) => verdict === "regressed";
  const regressed = planted.filter(isRegressed);
  const named = regressed.filter(
    ({ sentences, says }) => sentences.length > 0 && sentences.every((each) => says?.test(each)),
  );
  const equal = results.filter(({ says }) => says === null);
  const wrong = equal.filter(({ sentences }) => sentences.length > 0);
  const cost = [
    `${shareOf(results.filter(isRegressed))} with a regression`,
    `${shareOf(results.filter((result) => !isRegressed(result)))} without`,
  ];
  console.log(
    `${named.length} of ${regressed.length} regressions named as planted, ${planted.length} causes; ${wrong.length} of ${equal.length} equal commits given a cause; looking took, of a check's time: ${cost.join(", ")}`,
  );
  return named.length === regressed.length && wrong.length === 0;
}

/** "3.1 % (2.0 .. 4.2 %)" of all together, and of single checks. */
function shareOf(results: readonly Result[]) {
  if (results.length === 0) return "-";
  const shares = results.map(({ look, check }) => look / check);
  const sum = (of: (result: Result) => number) => results.reduce((all, each) => all + of(each), 0);
  const percent = (share: number) => (share * 100).toFixed(1);
  const whole = sum(({ look }) => look) / sum(({ check }) => check);
  return `${percent(whole)} % (${percent(Math.min(...shares))} .. ${percent(Math.max(...shares))} %)`;
}
