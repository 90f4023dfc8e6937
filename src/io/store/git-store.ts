/**
 * A store in a branch of git: the folder store's documents, fetched before a question and pushed after a change. It needs no
 * database, and all who measure fetch all of it, so it is for hundreds of runs.
 */

import { plural } from "../../text/units.ts";
import { FolderStore } from "./folder-store.ts";
import { routed } from "./routed.ts";
import type { Store } from "./store.ts";

/** The files of a branch, as io/git/branch-folder.ts has them. */
export interface Branch {
  readonly folder: string;
  /** Brings the folder to what the remote has now. */
  refresh(): Promise<void>;
  /**
   * Pushes what `work` changes in the folder, with this subject; may call it again.
   * @param options say whether what is gone from the folder is to be gone from the remote's history, too
   */
  change<T>(subject: string, work: () => Promise<T>, options: Readonly<{ rewrites: boolean }>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds after which, at the latest, a question sees what others pushed to the branch. */
const FRESH_MS = 30_000;

/** Subject of the commit that a call of the store makes; null for a call that only asks. */
type Subjects = Readonly<{
  [Call in Exclude<keyof Store, "close">]: ((...request: Parameters<Store[Call]>) => string) | null;
}>;

/** Every call of the store. Those that change it can be done again: the same ids, the same documents. */
const SUBJECTS: Subjects = {
  save: (runs) => `keep ${plural(runs.length, "run")}`,
  load: null,
  loadAll: null,
  baseline: null,
  measurements: null,
  history: null,
  list: null,
  remove: (ids) => `remove ${plural(ids.length, "run")}`,
  saveReport: () => "keep a report",
  reports: null,
  reportOf: null,
  reportedCommits: null,
  saveAcceptances: (acceptances) => `keep ${plural(acceptances.length, "acceptance")}`,
  acceptances: null,
  suites: null,
  fingerprints: null,
  revision: null,
  fillIn: () => "record the repository of older runs",
  rename: (from, to) => `rename ${from} to ${to}`,
};

/** @param branch was fetched just now; closed with the store */
export async function openGitStore(branch: Branch): Promise<Store> {
  const inTurn = queue();
  let fetchedAt = performance.now();
  return routed(await FolderStore.open(branch.folder), ({ name, request, ask }) =>
    inTurn(async () => {
      if (name === "close") return await branch.close();
      const subject = SUBJECTS[name] as ((...request: readonly unknown[]) => string) | null;
      if (subject !== null) {
        const answer = await branch.change(subject(...request), ask, { rewrites: name === "remove" });
        fetchedAt = performance.now();
        return answer;
      }
      if (performance.now() - fetchedAt > FRESH_MS) {
        await branch.refresh();
        fetchedAt = performance.now();
      }
      return await ask();
    }),
  );
}

/** One thing after the other: a question must not read files that are being fetched. */
function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
