/**
 * npm run bench:detect [-- --draws N --seed N --datasets FOLDER --recordings FOLDER --write]
 * How often Plumbline's rule and those of its peers call a regression on the same draws of real measurements: where there is none
 * (false runs), and where there is one of a known size. The numbers are those of detect/tables.md, which --write brings up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "../scripts/lib/command-line.ts";
import { evaluation } from "./detect/main.ts";
import { replaceSection } from "./marked-section.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    draws: { type: "string", default: "1000" },
    seed: { type: "string", default: "2026" },
    datasets: { type: "string", default: process.env["PLUMBLINE_DATASETS"] },
    recordings: { type: "string", default: path.join(import.meta.dirname, "detect/recordings") },
    write: { type: "boolean", default: false },
  },
});

const options = {
  draws: Number(values.draws),
  seed: Number(values.seed),
  recordings: values.recordings,
  datasets: values.datasets ?? null,
};
const sections = evaluation(options, (text) => console.error(`- ${text}`));
for (const { title, text } of sections) console.log(`### ${title}\n\n${text}\n`);
if (values.write) {
  const file = fileURLToPath(new URL("detect/tables.md", import.meta.url));
  const written = sections.map(({ title, text }) => `### ${title}\n\n${text}`).join("\n\n");
  const how = `Made by \`npm run bench:detect -- --draws ${values.draws} --seed ${values.seed} --datasets ... --write\`.`;
  const text = readFileSync(file, "utf8");
  writeFileSync(file, replaceSection(text, "bench:detect tables", `\n${how}\n\n${written}\n`));
}
