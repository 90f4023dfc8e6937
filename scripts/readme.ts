// Fills the README's part that has a source: the table of inputs from src/config/fields.ts. With --check it only says whether the table
// is fresh. Its picture is scripts/pictures.ts's.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fieldsOf } from "../src/config/fields.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = path.join(root, "README.md");

const old = readFileSync(file, "utf8");
const text = replacePart(old, "inputs", inputsTable());

if (process.argv.includes("--check")) {
  if (text !== old)
    console.error(
      "README.md: the table of inputs does not match src/config/fields.ts: run `node scripts/run.mjs scripts/readme.ts`",
    );
  process.exitCode = text === old ? 0 : 1;
} else if (text !== old) {
  writeFileSync(file, text);
  console.log("wrote README.md");
}

function inputsTable() {
  const rows = fieldsOf("action").map(({ name, default: standard, choices, help }) => {
    const values =
      choices === undefined ? "" : ` One of ${choices.map((choice) => `\`${choice}\``).join(", ")}.`;
    return `| \`${name}\` | ${standard === "" ? "" : `\`${standard}\``} | ${help}${values} |`;
  });
  return ["| input | default | meaning |", "|:--|:--|:--|", ...rows].join("\n");
}

function replacePart(whole: string, name: string, part: string) {
  const begin = `<!-- ${name}:begin -->`;
  const end = `<!-- ${name}:end -->`;
  const from = whole.indexOf(begin);
  const to = whole.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no part ${name}`);
  return `${whole.slice(0, from + begin.length)}\n${part}\n${whole.slice(to)}`;
}
