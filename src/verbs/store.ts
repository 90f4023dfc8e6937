import { Command, InvalidArgumentError } from "commander";
import { EXIT_CODE } from "../model/errors.ts";
import { migrateStore, openStore } from "../store/open.ts";
import { prune } from "../store/prune.ts";
import type { Store } from "../store/store.ts";
import { exportRuns, importRuns } from "../store/transfer.ts";
import { historyLocation } from "./location.ts";
import { withFields } from "./program.ts";

type Words = Readonly<{ store?: string }>;

export function storeVerb(finish: (code: number) => void): Command {
  const cwd = process.cwd();
  const within = async (words: Words, work: (store: Store) => Promise<string>) => {
    const store = await openStore(await historyLocation(words.store, process.env, cwd), cwd);
    try {
      process.stdout.write(`${await work(store)}\n`);
    } finally {
      await store.close();
    }
    finish(EXIT_CODE.fine);
  };
  const command = new Command("store").description("look after the store of runs");
  withFields(command.command("migrate"), "history")
    .description("bring the store's tables up to date (every opening does, too)")
    .action(async (words: Words) => {
      const applied = await migrateStore(await historyLocation(words.store, process.env, cwd), cwd);
      process.stdout.write(applied.length === 0 ? "up to date\n" : `applied ${applied.join(", ")}\n`);
      finish(EXIT_CODE.fine);
    });
  withFields(command.command("import"), "history")
    .description("take in run documents, or folders that `store export` wrote")
    .argument("<path...>")
    .action((paths: string[], words: Words) =>
      within(words, async (store) => `imported ${runs(await importRuns(store, paths, cwd))}`),
    );
  withFields(command.command("export"), "history")
    .description("write every run as a JSON document into a folder")
    .argument("<folder>")
    .action((folder: string, words: Words) =>
      within(words, async (store) => `exported ${runs(await exportRuns(store, folder, cwd))}`),
    );
  withFields(command.command("prune"), "history")
    .description("remove runs that no rule keeps; with both rules, what either keeps stays")
    .option("--keep <n>", "keep the newest n of each suite, branch, mode, arm and fingerprint", wholeNumber)
    .option("--keep-days <n>", "keep what was measured within n days", wholeNumber)
    .action((words: Words & { keep?: number; keepDays?: number }) => {
      const { keep, keepDays } = words;
      const rule = {
        ...(keep === undefined ? {} : { keep }),
        ...(keepDays === undefined ? {} : { keepDays }),
      };
      return within(words, async (store) => `removed ${runs(await prune(store, rule, new Date()))}`);
    });
  return command;
}

function runs(count: number): string {
  return count === 1 ? "1 run" : `${count} runs`;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("expected a whole number from 1");
  return value;
}
