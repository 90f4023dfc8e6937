// What a shift by code layout does to checks of builds that are truly equal, or truly slower, where each commit is built once, once for
// each look or for each session: docs/decisions/029-rebuild.md quotes its output.
// usage: node scripts/bench/rule/layout.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { checkOf, drawRatios, GOODNESS, MACHINES, MOST_LOOKS, SESSIONS, WORKLOADS } = await importTypeScript(
  "scripts/bench/rule/simulated.ts",
);
const { drawNormal, seededRng } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 400);
/** Standard deviation, over pairs of builds, of what their layouts do to a workload's speed: to all of its metrics alike. */
const LAYOUTS = [0, 0.005, 0.01, 0.02];
/** Which pair of builds a session is of. */
const BUILDS = {
  never: () => 0,
  "each-look": (session) => Math.floor(session / SESSIONS),
  "each-session": (session) => session,
};

function check(rng, seed, sds, { layout, buildOf, slower }) {
  const shifts = WORKLOADS.map(() =>
    Array.from({ length: MOST_LOOKS * SESSIONS }, () => layout * drawNormal(rng)),
  );
  const effectOf = (workload, metric, session) =>
    GOODNESS[metric] * (shifts[workload][buildOf(session)] + (workload === 0 ? Math.log1p(-slower) : 0));
  return checkOf(drawRatios(rng, sds, { effectOf }), { looks: MOST_LOOKS, seed });
}

const hasRegressed = ({ verdict }) => verdict.kind === "regressed";
console.log(
  "| sd of QPS / CPU / p99 in % | sd of layout in % | rebuild | false runs | green | cost | -3 % found | -5 % found |",
);
console.log("|:--|--:|:--|--:|--:|--:|--:|--:|");
for (const machine of ["1 / 1 / 4", "2.4 / 2 / 8"]) {
  for (const layout of LAYOUTS) {
    for (const [name, buildOf] of Object.entries(BUILDS)) {
      if (layout === 0 && name !== "never") continue;
      const share = (slower, of) => {
        const rng = seededRng(1);
        let sum = 0;
        for (let i = 0; i < RUNS; i++)
          sum += Number(of(check(rng, i + 1, MACHINES[machine], { layout, buildOf, slower })));
        return sum / RUNS;
      };
      const percent = (value) => (100 * value).toFixed(1);
      const cells = [
        percent(share(0, ({ isRed }) => isRed)),
        percent(share(0, ({ isGreen }) => isGreen)),
        share(0, ({ cost }) => cost).toFixed(2),
        ...[0.03, 0.05].map((slower) =>
          percent(share(slower, ({ report }) => report.workloads[0].changes.some(hasRegressed))),
        ),
      ];
      console.log(`| ${machine} | ${100 * layout} | ${layout === 0 ? "any" : name} | ${cells.join(" | ")} |`);
    }
  }
}
