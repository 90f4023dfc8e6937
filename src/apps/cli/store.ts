import { environment } from "../../io/host/environment.ts";
import { terminalProgress } from "../../io/host/terminal.ts";
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
import { addHelp, type HelpText } from "./help-text.ts";
import { importForeign, refuseLabels, withForeignOptions } from "./import-foreign.ts";
import { repositoryName, wholeNumber, withFields } from "./options.ts";

const REPOSITORY = "--repository <owner/name>";

const OUTCOMES: HelpText["outcomes"] = ["fine", "usage", ["internal", "the store cannot be read or written"]];

export function storeVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("store")
    .helpCommand(false)
    .description("Migrate, import, export or prune the store of runs, or rename a repository in it.");
  for (const part of [migrateVerb, importVerb, exportVerb, storePruneVerb, renameVerb])
    command.addCommand(part(finish));
  return addHelp(command, {
    examples: [
      ["store import plumbline-out/run.json", "store a run that could not be stored before"],
      ["store export ./runs", "write a folder that `--store file:runs` reads"],
      ["help store prune", "show options and examples of one command"],
    ],
    outcomes: OUTCOMES,
  });
}

function migrateVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("migrate")
    .summary("Bring the store's tables up to date.")
    .description(
      "Bring the store's tables up to date, and add the repository to older runs. Commands that write to the store bring the tables up to date by themselves if their role may.",
    );
  addHelp(command, {
    examples: [
      ["store migrate --store postgres://owner@db/plumbline", "bring the tables up to date, as their owner"],
    ],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action(async (words) => {
    const applied = await migrateStore(await historyLocation(words, environment(), process.cwd()));
    process.stdout.write(applied.length === 0 ? "up to date\n" : `applied ${applied.join(", ")}\n`);
    await withStore(
      openExisting,
      words,
      "write",
      async (store, reportAs) => {
        const filled = await store.fillIn(reportAs((count) => `looked at ${runCount(count)}`));
        return filled === 0 ? null : `recorded the repository of ${runCount(filled)}`;
      },
      finish,
    );
  });
}

function importVerb(finish: (code: number) => void): AnyCommand {
  const command = withForeignOptions(
    new Command("import")
      .summary("Import runs, or what another tool printed.")
      .description(
        "Import run documents, folders of them, what `store export` wrote, or with --from what another tool printed. Runs that the store has are not added again, so an interrupted import can be repeated.",
      )
      .argument(
        "<path...>",
        "Run documents, folders of them, files of JSON lines (*.jsonl), or - for lines from standard input; with --from, files of that tool.",
      ),
  );
  addHelp(command, {
    examples: [
      [
        "store import plumbline-out/run-base.json plumbline-out/run.json",
        "import both arms of a measurement",
      ],
      ["store import store.jsonl", "import everything that another store had"],
      [
        "store import --from sysbench --commit v1.2 report.txt",
        "add a point of the history that sysbench measured",
      ],
    ],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action((paths, words) =>
    withStore(
      openStore,
      words,
      "write",
      async (store, reportAs) => {
        const cwd = process.cwd();
        const { from } = words;
        if (from !== undefined)
          return `imported ${runCount(await importForeign(store, paths, { ...words, from }, cwd, printWarning))}`;
        refuseLabels(words);
        const sources = paths.map((path) => (path === "-" ? process.stdin : path));
        return `imported ${runCount(
          await importRuns(
            store,
            sources,
            cwd,
            reportAs((count) => `imported ${runCount(count)}`),
          ),
        )}`;
      },
      finish,
    ),
  );
}

function renameVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("rename")
    .summary("Follow a repository that was renamed.")
    .description(
      "Assign the runs, reports and acceptances of a repository to another name, after it or its owner was renamed. If the command is interrupted, repeat it.",
    )
    .argument("<old>", "Name owner/name in the store.", repositoryName)
    .argument("<new>", "Present owner/name.", repositoryName);
  addHelp(command, {
    examples: [
      [
        "store rename acme/shop acme/store",
        "continue history, known noise and acceptances under the new name",
      ],
    ],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action((from, to, words) =>
    withStore(
      openExisting,
      words,
      "write",
      async (store, reportAs) => {
        const moved = await store.rename(
          from,
          to,
          reportAs((count) => `moved ${runCount(count)}`),
        );
        const { reports, acceptances } = moved;
        return `moved ${runCount(moved.runs)}, ${plural(reports, "report")} and ${plural(acceptances, "acceptance")} from ${from} to ${to}`;
      },
      finish,
    ),
  );
}

function printWarning(sentence: string): void {
  process.stderr.write(`warning: ${sentence}\n`);
}

function exportVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("export")
    .summary("Write all of the store into a folder or file.")
    .description("Write every run, report and acceptance into a folder, or as JSON lines.")
    .argument(
      "<target>",
      "Folder, created if it is missing; a file of JSON lines (*.jsonl); or - for lines to standard output.",
    )
    .option(REPOSITORY, "Only what is known to belong to this repository (default: all).");
  addHelp(command, {
    examples: [
      ["store export ./runs", "write a document for each run, into a folder that is a store itself"],
      [
        "store export --repository acme/shop shop.jsonl",
        "write one repository of a store that several share",
      ],
      ["store export - | gzip > store.jsonl.gz", "write the whole store into one file"],
    ],
    outcomes: OUTCOMES,
  });
  return withFields(command, "history").action((target, words) =>
    withStore(
      openExisting,
      words,
      "read",
      async (store, reportAs) => {
        const place = target === "-" ? process.stdout : target;
        return `exported ${runCount(
          await exportRuns(
            store,
            place,
            process.cwd(),
            reportAs((count) => `exported ${runCount(count)}`),
            words.repository ?? null,
          ),
        )}`;
      },
      finish,
      target === "-" ? process.stderr : process.stdout,
    ),
  );
}

function storePruneVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("prune")
    .summary("Remove old runs.")
    .description(
      "Remove the runs that no rule keeps. With both rules a run stays if one of them keeps it. Landmarks of the history stay too.",
    )
    .option(
      "--keep <n>",
      "Keep the newest n runs of each suite, branch, mode, arm and fingerprint.",
      wholeNumber,
    )
    .option(REPOSITORY, "Only runs that are known to belong to this repository; others stay (default: all).")
    .option("--keep-days <n>", "Keep runs measured within n days.", wholeNumber)
    .option(
      "--no-landmarks",
      "Do not keep landmarks: the runs next to shifts and accepted changes, and the newest run of each month on branches with at least 3 months.",
    );
  addHelp(command, {
    examples: [
      [
        "store prune --keep 50 --keep-days 90",
        "keep the newest 50 of each kind, and everything from the last 90 days",
      ],
    ],
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
    return withStore(
      openExisting,
      words,
      "write",
      async (store, reportAs) => {
        return `removed ${runCount(await prune(store, rule, new Date(), reportAs(pruned)))}`;
      },
      finish,
    );
  });
}

function pruned({ searched, removed }: Pruned): string {
  return removed === 0 ? `searched ${searched} points for changes of level` : `removed ${runCount(removed)}`;
}

/** Shows what is done by now, so that a person sees progress, and the time left if the share of the whole is known. */
type ReportAs = <T>(words: (done: T) => string) => (done: T, share?: number | null) => void;

async function withStore(
  open: typeof openExisting,
  words: StoreWords,
  use: Use,
  work: (store: Store, reportAs: ReportAs) => Promise<string | null>,
  finish: (code: number) => void,
  out: NodeJS.WriteStream = process.stdout,
): Promise<void> {
  const location = await historyLocation(words, environment(), process.cwd());
  const progress = terminalProgress(process.stderr);
  const interrupt = abortOnSignals("what is done stays");
  try {
    const store = await open(location, use, interrupt.signal);
    try {
      const start = performance.now();
      const said = await work(store, (words) => (done, share = null) => {
        const seconds = (performance.now() - start) / 1_000;
        progress.update({ what: words(done), share, secondsLeft: secondsLeft(seconds, share) });
      });
      progress.end();
      if (said !== null) out.write(`${said}\n`);
    } finally {
      await store.close();
    }
  } finally {
    progress.end();
    interrupt.release();
  }
  finish(EXIT_CODE.fine);
}

/** Estimates the time left, at the pace so far; null if the share is unknown or still 0. */
function secondsLeft(seconds: number, share: number | null): number | null {
  return share === null || share === 0 ? null : (seconds * (1 - share)) / share;
}

function runCount(count: number): string {
  return count === 1 ? "1 run" : `${count} runs`;
}
