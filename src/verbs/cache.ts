import { Command } from "commander";
import { parseBytes } from "../config/quantity.ts";
import { EXIT_CODE, PlumblineError } from "../model/errors.ts";
import { formatBytes, plural } from "../render/words/units.ts";
import { type Entry, KeptClusters } from "../target/postgres/kept-clusters.ts";
import { keptFolder } from "../target/postgres/kept-place.ts";
import { type Lesson, teach } from "./teach.ts";

const OUTCOMES: Lesson["outcomes"] = ["fine", "usage", ["internal", "the folder cannot be read or written"]];

/** `plumbline cache`: loaded data that is kept between runs. */
export function cacheVerb(finish: (code: number) => void): Command {
  const command = new Command("cache")
    .helpCommand(false)
    .description("look after the loaded data that is kept between runs");
  for (const part of [listVerb, pruneVerb, pathVerb]) command.addCommand(part(finish));
  return teach(command, {
    examples: [
      ["cache list", "what is kept, and when it was last used"],
      ["cache prune --keep 5GB", "remove what was not used for longest"],
      ["cache path", "the folder, for example to keep it with a workflow's cache"],
    ],
    outcomes: OUTCOMES,
  });
}

function listVerb(finish: (code: number) => void): Command {
  const command = new Command("list").description("what is kept, the last used first");
  teach(command, { examples: [["cache list", "size, last use, and what was loaded"]], outcomes: OUTCOMES });
  return command.action(async () => {
    const entries = await (await open()).list();
    for (const entry of entries) process.stdout.write(`${lineOf(entry)}\n`);
    process.stdout.write(`${sumOf(entries)} in ${keptFolder()}\n`);
    finish(EXIT_CODE.fine);
  });
}

function pruneVerb(finish: (code: number) => void): Command {
  const command = new Command("prune")
    .description("remove what was not used for longest; what a run uses now stays")
    .option("--keep <size>", "bytes that stay, for example 5GB", "0B");
  teach(command, {
    examples: [
      ["cache prune", "remove all of it"],
      ["cache prune --keep 5GB", "remove what was not used for longest, down to 5 GB"],
    ],
    outcomes: OUTCOMES,
  });
  return command.action(async ({ keep }: { keep: string }) => {
    const bytes = parseBytes(keep);
    if (bytes === undefined) {
      throw new PlumblineError("usage", `--keep: got ${JSON.stringify(keep)}`, {
        remedy: "a size such as 5GB or 512MiB",
      });
    }
    process.stdout.write(`removed ${sumOf(await (await open()).prune(bytes))}\n`);
    finish(EXIT_CODE.fine);
  });
}

function pathVerb(finish: (code: number) => void): Command {
  const command = new Command("path").description("print the folder that it is kept in");
  teach(command, {
    examples: [["cache path", "XDG_CACHE_HOME, where it is set, decides"]],
    outcomes: OUTCOMES,
  });
  return command.action(() => {
    process.stdout.write(`${keptFolder()}\n`);
    finish(EXIT_CODE.fine);
  });
}

async function open(): Promise<KeptClusters> {
  const problems: string[] = [];
  const note = (text: string) => problems.push(text);
  const kept = await KeptClusters.open({ folder: keptFolder(), mostBytes: 0, note });
  if (kept !== null) return kept;
  throw new PlumblineError("machine", `${keptFolder()} cannot be used: ${problems.join("; ")}`, {
    remedy: "let XDG_CACHE_HOME name a folder that can be written",
  });
}

function lineOf({ name, about, bytes, usedAt, isUsed }: Entry): string {
  const used = isUsed ? "in use" : `used ${usedAt.slice(0, 16).replace("T", " ")}`;
  return `${name.slice(0, 8)}  ${formatBytes(bytes).padStart(9)}  ${used}  ${about}`;
}

function sumOf(entries: readonly Entry[]): string {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return `${plural(entries.length, "entry", "entries")}, ${formatBytes(bytes)}`;
}
