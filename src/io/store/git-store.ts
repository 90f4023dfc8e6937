/**
 * A store in a branch of git: the folder store's documents, fetched before a question and pushed after a change. Nobody needs a
 * database for it, and everybody who measures fetches all of it, so it is for hundreds of runs.
 */
import { BranchFolder, type BranchPlace } from "../git/branch-folder.ts";
import { FolderStore } from "./folder-store.ts";
import type { Store } from "./store.ts";

/** What others push to the branch is seen after this long at the latest. */
const FRESH_MS = 30_000;

type Subject = (request: readonly unknown[]) => string;

/** What changes a store, with the subject of the commit that does it. All of it can be done again: the same ids, the same documents. */
const CHANGES: Readonly<Partial<Record<keyof Store, Subject>>> = {
  save: ([runs]) => `keep ${counted(runs, "run")}`,
  remove: ([ids]) => `remove ${counted(ids, "run")}`,
  fillIn: () => "say of runs which repository they are of",
  rename: ([from, to]) => `move what is of ${String(from)} to ${String(to)}`,
  saveReport: () => "keep a report",
  saveAcceptances: ([acceptances]) => `keep ${counted(acceptances, "acceptance")}`,
};

/**
 * @param repository a folder of the repository whose remotes and credentials are used
 * @returns the store, and whether the remote has no such branch yet
 * @throws PlumblineError of kind "store" where the remote does not answer
 */
export async function openGitStore(
  repository: string,
  place: BranchPlace,
): Promise<Readonly<{ store: Store; isMissing: boolean }>> {
  const branch = await BranchFolder.open(repository, place);
  const folder = await FolderStore.open(branch.folder);
  return { store: onBranch(folder, branch), isMissing: branch.isMissing };
}

function onBranch(folder: Store, branch: BranchFolder): Store {
  const inTurn = queue();
  let fetchedAt = Date.now();
  return new Proxy(folder, {
    get(target, name: keyof Store) {
      const method = target[name] as ((...request: unknown[]) => Promise<unknown>) | undefined;
      if (typeof method !== "function") return method; // An await looks for `then`.
      if (name === "close") return () => inTurn(() => branch.close());
      return (...request: unknown[]) =>
        inTurn(async () => {
          const work = () => method.apply(target, request);
          const subject = CHANGES[name]?.(request);
          if (subject !== undefined) {
            const answer = await branch.change(subject, work, { anew: name === "remove" });
            fetchedAt = Date.now();
            return answer;
          }
          if (Date.now() - fetchedAt > FRESH_MS) {
            await branch.refresh();
            fetchedAt = Date.now();
          }
          return await work();
        });
    },
  });
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

function counted(list: unknown, noun: string): string {
  const { length } = list as readonly unknown[];
  return `${length} ${noun}${length === 1 ? "" : "s"}`;
}
