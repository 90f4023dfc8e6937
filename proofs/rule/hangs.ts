// How often a head that hangs in some sessions, or falls while it is measured, is red, and how often equal builds are on machines that are noisy in the ways that
// could look like it, by simulation of whole checks. docs/decisions/062-selection.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/hangs.ts [CHECKS] [PLAN] [ROWS]
//        CHECKS of each row, 200 where nothing is said; PLAN of looks: early, thorough or 3; ROWS whose name has that text
import { commandLine } from "../../scripts/lib/command-line.ts";
import type { LookPlan } from "../../src/config/looks.ts";
import { drawNormal, type Rng, seededRng } from "../../src/stats/random.ts";
import { checkOf, drawRatios, MOST_SESSIONS, stored } from "./simulated.ts";

const { positionals } = commandLine(import.meta.filename, { most: 3 });
const [checks = "200", name = "early", rows = ""] = positionals;
const CHECKS = Number(checks);
const LOOKS = (Number(name) || name) as LookPlan;
const STORED = 20;
const RELATIVE = [0.01, 0.0085, 0.034];
const STILL = Math.log(1 / 1000);

/** What happens to a session of a workload, in logarithms of throughput; what costs throughput adds to latency. */
type Trouble = (rng: Rng) => (workload: number, session: number) => number;

const none: Trouble = () => () => 0;
const inHead =
  (of: (session: number) => number): Trouble =>
  () =>
  (workload, session) =>
    workload === 0 ? of(session) : 0;
/** Either arm of any session stands still with that probability. */
const either =
  (share: number): Trouble =>
  (rng) =>
  () =>
    (rng() < share ? STILL : 0) - (rng() < share ? STILL : 0);
const tailed =
  (share: number, sd: number): Trouble =>
  (rng) =>
  () =>
    rng() < share ? sd * drawNormal(rng) : 0;
/** Neighbouring sessions of a workload are alike by .9, with that standard deviation. */
const wandering =
  (sd: number): Trouble =>
  (rng) => {
    const ways = Array.from({ length: 3 }, () => {
      let last = drawNormal(rng);
      return Array.from({ length: MOST_SESSIONS }, () => {
        last = 0.9 * last + Math.sqrt(1 - 0.9 ** 2) * drawNormal(rng);
        return sd * last;
      });
    });
    return (workload, session) => ways[workload]![session]!;
  };

const ROWS: Readonly<Record<string, readonly [sd: number, Trouble]>> = {
  "head stands still in two of each eight": [
    1.1,
    inHead((session) => (session % 8 === 2 || session % 8 === 5 ? STILL : 0)),
  ],
  "head stands still in two of each eight, sd 4 %": [
    4,
    inHead((session) => (session % 8 === 2 || session % 8 === 5 ? STILL : 0)),
  ],
  "head falls by 60 % over eight sessions, and stays": [
    1.1,
    inHead((session) => Math.log(1 - 0.6 * Math.min(1, session / 7))),
  ],
  "head falls by 60 %, sd 4 %": [4, inHead((session) => Math.log(1 - 0.6 * Math.min(1, session / 7)))],
  "equal, sd 4 %": [4, none],
  "equal, sd 10 %": [10, none],
  "equal, one session in 20 varies by 50 %": [2.4, tailed(0.05, 0.5)],
  "equal, one session in 20 varies by 100 %": [2.4, tailed(0.05, 1)],
  "equal, neighbours alike by .9, sd 4 %": [1.1, wandering(0.04)],
  "equal, neighbours alike by .9, sd 10 %": [1.1, wandering(0.1)],
  "equal, either arm stands still in one session of 100": [1.1, either(0.01)],
  "equal, either arm stands still in one session of 50": [1.1, either(0.02)],
};

function row(sd: number, trouble: Trouble, isKnown: boolean): string {
  const rng = seededRng(62);
  const sds = RELATIVE.map((each) => each * sd);
  let [red, green, hung, fallen] = [0, 0, 0, 0];
  for (let i = 0; i < CHECKS; i++) {
    const of = trouble(rng);
    const seen = new Map<string, number>();
    const effectOf = (workload: number, metric: number, session: number) => {
      const place = `${workload} ${session}`;
      const harm = seen.get(place) ?? of(workload, session);
      seen.set(place, harm);
      return metric === 0 ? harm : metric === 2 ? -harm : 0;
    };
    const ratios = drawRatios(rng, sds, { effectOf, sessions: MOST_SESSIONS });
    const earlier = isKnown ? stored(rng, sds, STORED) : undefined;
    const { report, isRed, isGreen } = checkOf(ratios, { looks: LOOKS, seed: i + 1, earlier });
    red += Number(isRed);
    green += Number(isGreen);
    const codes = report.warnings.map(({ code }) => code);
    hung += Number(isRed && codes.includes("head-hangs"));
    fallen += Number(isRed && !codes.includes("head-hangs") && codes.includes("drift"));
  }
  const percent = (count: number) => ((100 * count) / CHECKS).toFixed(1);
  return [red, hung, fallen, green].map(percent).join(" | ");
}

console.log("| | store | red, % | for it hangs | for it fell | green |");
console.log("|:--|:--|--:|--:|--:|--:|");
for (const [what, [sd, trouble]] of Object.entries(ROWS).filter(([what]) => what.includes(rows)))
  for (const isKnown of [false, true])
    console.log(`| ${what} | ${isKnown ? `${STORED} stored` : "none"} | ${row(sd, trouble, isKnown)} |`);
