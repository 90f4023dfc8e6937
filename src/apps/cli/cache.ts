import { parseBytes } from "../../config/quantity.ts";
import { type KeptCluster, KeptClusters } from "../../io/database/postgres/kept-clusters.ts";
import { keptFolder, unusablePlace } from "../../io/database/postgres/kept-place.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { formatBytes, plural } from "../../text/units.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp, type HelpText } from "./help-text.ts";

const OUTCOMES: HelpText["outcomes"] = [
  "fine",
  "usage",
  ["internal", "the folder cannot be read or written"],
];

/** `plumbline cache`: loaded data that is kept between runs. */
export function cacheVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("cache")
    .helpCommand(false)
    .description("List or remove the loaded data that is kept between runs.");
  for (const part of [listVerb, cachePruneVerb, pathVerb]) command.addCommand(part(finish));
  return addHelp(command, {
    examples: [
      ["cache list", "show what is kept, and when it was last used"],
      ["cache prune --keep 5GB", "remove the least recently used data, down to 5 GB"],
      ["cache path", "print the folder, for example for a workflow's cache step"],
    ],
    outcomes: OUTCOMES,
  });
}

function listVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("list")
    .description("List the kept data, most recently used first.")
    .option("--long", "Show all options of the loaded data.");
  addHelp(command, {
    examples: [
      ["cache list", "show size, last use, tables and numbers of rows"],
      ["cache list --long", "show why there are two entries of the same tables"],
    ],
    outcomes: OUTCOMES,
  });
  return command.action(async (options) => {
    const entries = await (await openKeptClusters()).list();
    for (const line of cacheLines(entries, options)) process.stdout.write(`${line}\n`);
    process.stdout.write(`${totalText(entries)} in ${keptFolder()}\n`);
    finish(EXIT_CODE.fine);
  });
}

function cachePruneVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("prune")
    .description("Remove the least recently used data. Data in use by a run stays.")
    .option("--keep <size>", "Bytes to keep, for example 5GB.", "0B");
  addHelp(command, {
    examples: [
      ["cache prune", "remove everything"],
      ["cache prune --keep 5GB", "remove the least recently used data, down to 5 GB"],
    ],
    outcomes: OUTCOMES,
  });
  return command.action(async ({ keep }) => {
    const bytes = parseBytes(keep);
    if (bytes === undefined) {
      throw new PlumblineError("usage", `--keep: got ${JSON.stringify(keep)}`, {
        remedy: "write a size such as 5GB or 512MiB",
      });
    }
    const kept = await openKeptClusters();
    const removed = await kept.prune(bytes).catch(async (error: unknown) => {
      throw error instanceof PlumblineError ? error : await unusablePlace(keptFolder(), error);
    });
    const left = await kept.list();
    const isTooMuch = left.reduce((sum, entry) => sum + entry.bytes, 0) > bytes;
    process.stdout.write(`${prunedText(removed, isTooMuch ? left.filter(({ isUsed }) => isUsed) : [])}\n`);
    finish(EXIT_CODE.fine);
  });
}

function pathVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("path").description("Print the folder of the kept data.");
  addHelp(command, {
    examples: [["cache path", "print the folder; it is below $XDG_CACHE_HOME if that is set"]],
    outcomes: OUTCOMES,
  });
  return command.action(() => {
    process.stdout.write(`${keptFolder()}\n`);
    finish(EXIT_CODE.fine);
  });
}

async function openKeptClusters(): Promise<KeptClusters> {
  return await KeptClusters.openOrThrow({ folder: keptFolder(), mostBytes: 0, note: () => undefined });
}

/** @returns a line for each entry: which tables and how many rows, or, in the long form, all that decided them */
export function cacheLines(
  entries: readonly KeptCluster[],
  { long = false }: Readonly<{ long?: boolean | undefined }> = {},
): readonly string[] {
  return entries.map(({ name, about, bytes, usedAt, isUsed }) => {
    const used = isUsed ? "in use" : `used ${usedAt.slice(0, 16).replace("T", " ")}`;
    const what = long ? about : shortOf(about);
    return `${name.slice(0, 8)}  ${formatBytes(bytes).padStart(9)}  ${used.padEnd(21)}  ${what}`;
  });
}

/** Options of loads that say how many tables and rows there are. */
export const COUNTS: readonly string[] = [
  "tables",
  "table-size",
  "warehouses",
  "scale",
  "record-count",
  "insert-count",
  "num-unique-keys",
  "max-written-key",
];

function shortOf(about: string): string {
  const [version = "", ...loads] = about.split("; ");
  const number = /\d+(?:\.\d+)*/.exec(version)?.[0];
  const counted = loads.map((load) =>
    load
      .split(" ")
      .filter((word) => !word.includes("=") || COUNTS.includes(word.split("=")[0]!))
      .join(" "),
  );
  return [number === undefined ? version : `PostgreSQL ${number}`, ...counted].join("; ");
}

/** @param used what a lower limit could not remove */
export function prunedText(removed: readonly KeptCluster[], used: readonly KeptCluster[]): string {
  const text = `removed ${totalText(removed)}`;
  if (used.length === 0) return text;
  return `${text}; ${totalText(used)}, ${used.length === 1 ? "stays, since a run uses it" : "stay, since runs use them"}`;
}

function totalText(entries: readonly KeptCluster[]): string {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return `${plural(entries.length, "entry", "entries")}, ${formatBytes(bytes)}`;
}
