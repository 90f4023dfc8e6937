/** Facts read from documents, for as long as their files stay the same: reading them all is nearly all that a question costs. */
import { stat } from "node:fs/promises";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { Run } from "../../model/run.ts";
import { historyPoints } from "./points.ts";
import { describeRun, type StoredRun } from "./stored-run.ts";

type KnownRun = { readonly stamp: string; readonly run: StoredRun; points: readonly HistoryPoint[] | null };

/** Reads a document; undefined where it was removed meanwhile. */
type ReadRun = () => Promise<Run | undefined>;

export class FolderFacts {
  readonly #known = new Map<string, KnownRun>();

  async run(path: string, read: ReadRun): Promise<StoredRun | undefined> {
    return (await this.#of(path, read))?.run;
  }

  /** Points of all its workloads and metrics. They take far longer than the run's own facts, so they are made when they are asked for. */
  async points(path: string, read: ReadRun): Promise<readonly HistoryPoint[]> {
    const known = await this.#of(path, read);
    if (known === undefined) return [];
    if (known.points === null) {
      const run = await read();
      known.points = run === undefined ? [] : historyPoints(run);
    }
    return known.points;
  }

  async #of(path: string, read: ReadRun): Promise<KnownRun | undefined> {
    const stamp = await stampOf(path);
    const known = this.#known.get(path);
    if (known !== undefined && known.stamp === stamp) return known;
    this.#known.delete(path);
    const run = stamp === null ? undefined : await read();
    if (run === undefined || stamp === null) return undefined;
    const fresh = { stamp, run: describeRun(run), points: null };
    this.#known.set(path, fresh);
    return fresh;
  }
}

/** A document is replaced by another file. */
async function stampOf(path: string): Promise<string | null> {
  const facts = await stat(path, { bigint: true }).catch(() => null);
  return facts && `${facts.ino} ${facts.size} ${facts.mtimeNs}`;
}
