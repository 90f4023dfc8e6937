import { environment } from "../../io/host/environment.ts";
import { terminalObserver } from "../../io/host/terminal.ts";
import { type Pruned, prune } from "../../io/store/prune.ts";
import type { Use } from "../../io/store/schema-version.ts";
import type { Store } from "../../io/store/store.ts";
import { exportRuns, importRuns } from "../../io/store/transfer.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { abortOnSignals } from "../../pipeline/invocation/interrupt.ts";
import { migrateStore, openExisting, openStore } from "../../pipeline/invocation/open-store.ts";
import { historyLocation, type StoreWords } from "../../pipeline/invocation/store-location.ts";
import { plural } from "../../text/units.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { importForeign, refuseLabels, withForeignOptions } from "./import-foreign.ts";
import { repositoryName, wholeNumber, withFields } from "./options.ts";
import { type Lesson, teach } from "./teach.ts";

const REPOSITORY = "--repository <owner/name>";

const OUTCOMES: Lesson["outcomes"] = ["fine", "usage", ["internal", "the store cannot be read or written"]];

export function storeVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("store")
    .helpCommand(false)
    .description("migrate, import, export or prune the store of runs, or rename a repository in it");
  for (const part of [migrateVerb, importVerb, exportVerb, pruneVerb, renameVerb])
    command.addCommand(part(finish));
  return teach(command, {
    examples: [
      ["store import plumbline-out/run.json", "keep a run that could not be stored"],
      ["store export ./runs", "a folder that `--store file:runs` reads"],
      ["help store prune", "options and examples of a part"],
    ],
    outcomes: OUTCOMES,
  });
}

function migrateVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("migrate")
    .summary("bring the store's tables up to date")
    .description(
      "bring the store's tables up to date, and add to older runs which repository they are of. Commands that write to the store do the first by themselves if their role may",
    );
  teach(command, {
    examples: [["store migrate --store postgres://owner@db/plumbline", "as the owner of the tables"]],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action(async (words) => {
    const applied = await migrateStore(await historyLocation(words, environment(), process.cwd()));
    process.stdout.write(applied.length === 0 ? "up to date\n" : `applied ${applied.join(", ")}\n`);
    await within(
      openExisting,
      words,
      "write",
      async (store, progress) => {
        const filled = await store.fillIn(progress((count) => `looked at ${runs(count)}`));
        return filled === 0 ? null : `said of ${runs(filled)} which repository it is of`;
      },
      finish,
    );
  });
}

function importVerb(finish: (code: number) => void): AnyCommand {
  const command = withForeignOptions(
    new Command("import")
      .summary("take in runs, or what another tool printed")
      .description(
        "take in run documents, folders of them, what `store export` wrote, or with --from what another tool printed. A run that is there already is not added again, so you can repeat an import that was cut short",
      )
      .argument(
        "<path...>",
        "run documents, folders of them, files of JSON lines (*.jsonl), or - for lines from standard input; with --from, files of that tool",
      ),
  );
  teach(command, {
    examples: [
      ["store import plumbline-out/run-base.json plumbline-out/run.json", "both arms of a measurement"],
      ["store import store.jsonl", "all that another store had"],
      [
        "store import --from sysbench --commit v1.2 report.txt",
        "a point of the history that sysbench measured",
      ],
    ],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action((paths, words) =>
    within(
      openStore,
      words,
      "write",
      async (store, progress) => {
        const cwd = process.cwd();
        const { from } = words;
        if (from !== undefined)
          return `imported ${runs(await importForeign(store, paths, { ...words, from }, cwd, warn))}`;
        refuseLabels(words);
        const sources = paths.map((path) => (path === "-" ? process.stdin : path));
        return `imported ${runs(
          await importRuns(
            store,
            sources,
            cwd,
            progress((count) => `imported ${runs(count)}`),
          ),
        )}`;
      },
      finish,
    ),
  );
}

function renameVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("rename")
    .summary("follow a repository that has another name now")
    .description(
      "say of the runs, reports and acceptances of a repository that they are of another, after it or its owner was renamed. If it is cut short, the same command does the rest",
    )
    .argument("<old>", "owner/name as the store has it", repositoryName)
    .argument("<new>", "owner/name as it is now", repositoryName);
  teach(command, {
    examples: [
      ["store rename acme/shop acme/store", "history, known noise and acceptances go on under the new name"],
    ],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action((from, to, words) =>
    within(
      openExisting,
      words,
      "write",
      async (store, progress) => {
        const moved = await store.rename(
          from,
          to,
          progress((count) => `moved ${runs(count)}`),
        );
        const { reports, acceptances } = moved;
        return `moved ${runs(moved.runs)}, ${plural(reports, "report")} and ${plural(acceptances, "acceptance")} from ${from} to ${to}`;
      },
      finish,
    ),
  );
}

function warn(sentence: string): void {
  process.stderr.write(`warning: ${sentence}\n`);
}

function exportVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("export")
    .summary("write all of the store into a folder or file")
    .description("write every run, report and acceptance into a folder, or as JSON lines")
    .argument(
      "<target>",
      "a folder, made where it is missing; a file of JSON lines (*.jsonl); or - for lines to standard output",
    )
    .option(REPOSITORY, "only what is known to be of this repository; default: all");
  teach(command, {
    examples: [
      ["store export ./runs", "a document for each run, in a folder that is a store itself"],
      ["store export --repository acme/shop shop.jsonl", "what a store of several repositories has of one"],
      ["store export - | gzip > store.jsonl.gz", "all of the store in one file"],
    ],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action((target, words) =>
    within(
      openExisting,
      words,
      "read",
      async (store, progress) => {
        const place = target === "-" ? process.stdout : target;
        return `exported ${runs(
          await exportRuns(
            store,
            place,
            process.cwd(),
            progress((count) => `exported ${runs(count)}`),
            words.repository ?? null,
          ),
        )}`;
      },
      finish,
      target === "-" ? process.stderr : process.stdout,
    ),
  );
}

function pruneVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("prune")
    .summary("remove old runs")
    .description(
      "remove the runs that no rule keeps. With both rules a run stays if one of them keeps it. Landmarks of the history stay too",
    )
    .option("--keep <n>", "keep the newest n of each suite, branch, mode, arm and fingerprint", wholeNumber)
    .option(REPOSITORY, "only runs that are known to be of this repository; others' stay. Default: all")
    .option("--keep-days <n>", "keep what was measured within n days", wholeNumber)
    .option(
      "--no-landmarks",
      "do not also keep the runs beside changes of level and accepted changes, nor the newest of each month of branches with 3 months or more",
    );
  teach(command, {
    examples: [["store prune --keep 50 --keep-days 90", "the newest 50 of each kind, and 90 days of all"]],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action(({ keep, keepDays, landmarks, repository, ...words }) => {
    if (keep === undefined && keepDays === undefined) {
      throw new PlumblineError("usage", "store prune: nothing says which runs to keep", {
        remedy: "add --keep or --keep-days",
      });
    }
    const rule = {
      landmarks,
      ...(repository === undefined ? {} : { repository }),
      ...(keep === undefined ? {} : { keep }),
      ...(keepDays === undefined ? {} : { keepDays }),
    };
    return within(
      openExisting,
      words,
      "write",
      async (store, progress) => {
        return `removed ${runs(await prune(store, rule, new Date(), progress(pruned)))}`;
      },
      finish,
    );
  });
}

function pruned({ searched, removed }: Pruned): string {
  return removed === 0 ? `searched ${searched} points for changes of level` : `removed ${runs(removed)}`;
}

/** What is done by now, for a person to see that it goes on, and how much longer where the share of the whole is known. */
type Saying = <T>(words: (done: T) => string) => (done: T, share?: number | null) => void;

async function within(
  open: typeof openExisting,
  words: StoreWords,
  use: Use,
  work: (store: Store, progress: Saying) => Promise<string | null>,
  finish: (code: number) => void,
  out: NodeJS.WriteStream = process.stdout,
): Promise<void> {
  const location = await historyLocation(words, environment(), process.cwd());
  const observer = terminalObserver(process.stderr);
  const interrupt = abortOnSignals("what is done stays");
  try {
    const store = await open(location, use, interrupt.signal);
    try {
      const start = performance.now();
      const said = await work(store, (words) => (done, share = null) => {
        const seconds = (performance.now() - start) / 1_000;
        observer.progress({ what: words(done), share, secondsLeft: secondsLeft(seconds, share) });
      });
      observer.end();
      if (said !== null) out.write(`${said}\n`);
    } finally {
      await store.close();
    }
  } finally {
    observer.end();
    interrupt.release();
  }
  finish(EXIT_CODE.fine);
}

/** Of work that goes on as it went; null where nobody can tell. */
function secondsLeft(seconds: number, share: number | null): number | null {
  return share === null || share === 0 ? null : (seconds * (1 - share)) / share;
}

function runs(count: number): string {
  return count === 1 ? "1 run" : `${count} runs`;
}
