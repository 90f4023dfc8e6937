// Writes action.yml from the tables of inputs and outputs; with --check only says whether it is fresh.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderActionYml } from "../src/io/host/action-yml.ts";

const FILE = fileURLToPath(new URL("../action.yml", import.meta.url));

export async function writeActionYml() {
  writeFileSync(FILE, await rendered());
}

async function rendered() {
  return renderActionYml();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes("--check")) {
    await writeActionYml();
  } else if (readFileSync(FILE, "utf8") !== (await rendered())) {
    console.error(
      "action.yml does not match src/config/fields.ts and src/io/host/actions.ts: run `npm run build`",
    );
    process.exitCode = 1;
  }
}
