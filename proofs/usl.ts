/**
 * npm run bench:usl [-- --fits N --seed N --apart]
 * How often the intervals of a fitted scalability law hold the true parameters of synthetic systems. --apart: as if
 * the loads of a round were independent.
 */
import { commandLine } from "../scripts/lib/command-line.ts";
import { coverageOf, SYSTEMS } from "./usl/coverage.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    fits: { type: "string", default: "10000" },
    seed: { type: "string", default: "2026" },
    apart: { type: "boolean", default: false },
  },
});

console.log(
  "| system | rate held | contention held | coherence held | knee held | peak stated | place wrong | height wrong | shown beyond | not told |",
);
console.log("|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
for (const [index, system] of SYSTEMS.entries()) {
  const { rate, contention, coherence, knee, peak, beyond, unknown } = coverageOf(
    system,
    Number(values.fits),
    Number(values.seed) + index,
    !values.apart,
  );
  const shares = [rate, contention, coherence, knee, ...Object.values(peak), beyond, unknown];
  console.log(`| ${[system.name, ...shares.map((share) => share.toFixed(3))].join(" | ")} |`);
}
