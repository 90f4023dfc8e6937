import { Command } from "commander";
import { historyLocation, type StoreWords } from "../invocation/store-location.ts";
import { EXIT_CODE, PlumblineError } from "../model/errors.ts";
import { migrateStore, openExisting, openStore } from "../store/open.ts";
import { prune } from "../store/prune.ts";
import type { Use } from "../store/schema-version.ts";
import type { Store } from "../store/store.ts";
import { exportRuns, importRuns } from "../store/transfer.ts";
import { wholeNumber, withFields } from "./options.ts";
import { type Lesson, teach } from "./teach.ts";

type PruneWords = StoreWords & Readonly<{ keep?: number; keepDays?: number }>;

const OUTCOMES: Lesson["outcomes"] = ["fine", "usage", ["internal", "the store cannot be read or written"]];

export function storeVerb(finish: (code: number) => void): Command {
  const command = new Command("store").helpCommand(false).description("look after the store of runs");
  for (const part of [migrateVerb, importVerb, exportVerb, pruneVerb]) command.addCommand(part(finish));
  return teach(command, {
    examples: [
      ["store import plumbline-out/run.json", "keep a run that could not be stored"],
      ["store export ./runs", "a folder that `--store file:runs` reads"],
      ["help store prune", "options and examples of a part"],
    ],
    outcomes: OUTCOMES,
  });
}

function migrateVerb(finish: (code: number) => void): Command {
  const command = new Command("migrate").description(
    "bring the store's tables up to date (whatever writes to it does, too, where its role may)",
  );
  teach(command, {
    examples: [["store migrate --store postgres://owner@db/plumbline", "as the owner of the tables"]],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action(async (words: StoreWords) => {
    const cwd = process.cwd();
    const applied = await migrateStore(await historyLocation(words, process.env, cwd), cwd);
    process.stdout.write(applied.length === 0 ? "up to date\n" : `applied ${applied.join(", ")}\n`);
    finish(EXIT_CODE.fine);
  });
}

function importVerb(finish: (code: number) => void): Command {
  const command = new Command("import")
    .description(
      "take in run documents, folders of them, or folders that `store export` wrote; a run twice is one run",
    )
    .argument("<path...>", "run documents or folders of them");
  teach(command, {
    examples: [
      ["store import plumbline-out/run-base.json plumbline-out/run.json", "both arms of a measurement"],
    ],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action((paths: string[], words: StoreWords) =>
    within(
      openStore,
      words,
      "write",
      async (store) => `imported ${runs(await importRuns(store, paths, process.cwd()))}`,
      finish,
    ),
  );
}

function exportVerb(finish: (code: number) => void): Command {
  const command = new Command("export")
    .description("write every run, with reports and acceptances, as JSON documents into a folder")
    .argument("<folder>", "made where it is missing");
  teach(command, { examples: [["store export ./runs", "all runs, to keep or to move"]], outcomes: OUTCOMES });
  return withFields(command, "history").action((folder: string, words: StoreWords) =>
    within(
      openExisting,
      words,
      "read",
      async (store) => `exported ${runs(await exportRuns(store, folder, process.cwd()))}`,
      finish,
    ),
  );
}

function pruneVerb(finish: (code: number) => void): Command {
  const command = new Command("prune")
    .description("remove runs that no rule keeps; with both rules, what either keeps stays")
    .option("--keep <n>", "keep the newest n of each suite, branch, mode, arm and fingerprint", wholeNumber)
    .option("--keep-days <n>", "keep what was measured within n days", wholeNumber);
  teach(command, {
    examples: [["store prune --keep 50 --keep-days 90", "the newest 50 of each kind, and 90 days of all"]],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action(({ keep, keepDays, ...words }: PruneWords) => {
    if (keep === undefined && keepDays === undefined) {
      throw new PlumblineError("usage", "store prune: nothing says which runs to keep", {
        remedy: "add --keep or --keep-days",
      });
    }
    const rule = {
      ...(keep === undefined ? {} : { keep }),
      ...(keepDays === undefined ? {} : { keepDays }),
    };
    return within(
      openExisting,
      words,
      "write",
      async (store) => `removed ${runs(await prune(store, rule, new Date()))}`,
      finish,
    );
  });
}

async function within(
  open: typeof openExisting,
  words: StoreWords,
  use: Use,
  work: (store: Store) => Promise<string>,
  finish: (code: number) => void,
): Promise<void> {
  const cwd = process.cwd();
  const store = await open(await historyLocation(words, process.env, cwd), cwd, use);
  try {
    process.stdout.write(`${await work(store)}\n`);
  } finally {
    await store.close();
  }
  finish(EXIT_CODE.fine);
}

function runs(count: number): string {
  return count === 1 ? "1 run" : `${count} runs`;
}
