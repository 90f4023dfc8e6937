// What the order of starts costs a paired test, and what its term and its stored effect give back: docs/decisions/019-order.md quotes its
// output. Noise and effect in percent; the change is of a size that the plain test finds in about three of four.
// usage: node scripts/bench/rule/order.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { sampleInTurns } = await importTypeScript("src/stats/sessions.ts");
const { meanOf, sampleShift } = await importTypeScript("src/stats/shift.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 4000);
/** One gate of nine. */
const LEVEL = 0.05 / 9;
const EFFECT = 0.85;
/** Stored pairs of sessions that its effect is known from: 20 measurements of 8. */
const STORED = 160;

console.log("| sessions | sd | variance | false: plain / term / stored | found: plain / term / stored |");
console.log("|--:|--:|--:|--:|--:|");
for (const sessions of [7, 8, 16]) {
  for (const sd of [1, 1.7, 2.4, 3.5]) {
    const rng = seededRng(sessions * 100 + sd * 10);
    const inflated = 1 + (EFFECT / sd) ** 2;
    const size = (3.95 * Math.sqrt(inflated) * sd) / Math.sqrt(sessions) + (sessions < 16 ? 0.18 * sd : 0);
    const signs = Array.from({ length: sessions }, (_, i) => (i % 2 === 0 ? -1 : 1));
    const counts = { false: [0, 0, 0], found: [0, 0, 0] };
    for (let run = 0; run < RUNS; run++) {
      const values = signs.map((sign) => EFFECT * sign + sd * drawNormal(rng));
      const known = EFFECT + (sd / Math.sqrt(STORED)) * drawNormal(rng);
      for (const [what, shift] of [
        ["false", 0],
        ["found", size],
      ]) {
        const moved = values.map((value) => value + shift);
        const samples = [
          meanOf(moved),
          sampleInTurns(moved, signs, null),
          sampleInTurns(moved, signs, known),
        ];
        for (const [i, sample] of samples.entries())
          counts[what][i] += sampleShift(sample, null).pAbove(0) <= LEVEL ? 1 : 0;
      }
    }
    const shares = (each, digits) => each.map((count) => ((100 * count) / RUNS).toFixed(digits)).join(" / ");
    console.log(
      `| ${sessions} | ${sd} | x ${inflated.toFixed(2)} | ${shares(counts.false, 1)} | ${shares(counts.found, 0)} |`,
    );
  }
}
console.log("\nfalse: percent called at 0.56 % where nothing changed");
