// Writes docs/cli.md from the help of every verb, as tests/golden/help has it (and tests/integration/cli/help.test.ts holds it to be
// the program's own); with --check only says whether it is fresh.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = path.join(root, "docs/cli.md");
const folder = path.join(root, "tests/golden/help");

const helps = readdirSync(folder)
  .filter((name) => /^plumbline(-.*)?\.txt$/.test(name))
  .map((name) => readFileSync(path.join(folder, name), "utf8"));
const sections = helps.map((text) => ({
  title: /^Usage: (plumbline(?: [a-z]+)*)/.exec(text)?.[1] ?? "",
  text,
}));

const fresh = `# The command line

Made by \`node scripts/run.mjs scripts/cli-reference.ts\` from what every verb says of itself (\`plumbline help VERB\`).
${sections
  .sort((a, b) => (a.title < b.title ? -1 : 1))
  .map(({ title, text }) => `\n## ${title}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`)
  .join("")}`;

let old = "";
try {
  old = readFileSync(page, "utf8");
} catch {
  // It is written now.
}
if (process.argv.includes("--check")) {
  if (fresh !== old)
    console.error(
      "docs/cli.md is not what the verbs say: run `node scripts/run.mjs scripts/cli-reference.ts`",
    );
  process.exitCode = fresh === old ? 0 : 1;
} else if (fresh !== old) {
  writeFileSync(page, fresh);
  console.log("wrote docs/cli.md");
}
