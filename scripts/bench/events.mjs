/**
 * npm run bench:events [-- --runs N --seed N]
 * How often the intervals that are shown of an event (recovery, dip depth and length, failed events) hold what endless sessions would show.
 */
import { commandLine } from "../lib/command-line.mjs";
import { importTypeScript } from "../lib/import-ts.mjs";

const { values } = commandLine(import.meta.filename, {
  options: { runs: { type: "string", default: "1000" }, seed: { type: "string", default: "2026" } },
});
const { coverageOf, TROUBLES } = await importTypeScript("scripts/bench/events/coverage.ts");

console.log(
  "| event | recovery held | depth held | length held | failed held | open above | recovery beyond |",
);
console.log("|:--|--:|--:|--:|--:|--:|--:|");
for (const [index, trouble] of TROUBLES.entries()) {
  const { name, held, open, beyondSeconds } = coverageOf(
    trouble,
    Number(values.runs),
    Number(values.seed) + index,
  );
  const shares = [held.recovery, held.depth, held.length, held.failed, open].map((share) => share.toFixed(3));
  console.log(`| ${[name, ...shares, `${(beyondSeconds * 1000).toFixed(0)} ms`].join(" | ")} |`);
}
