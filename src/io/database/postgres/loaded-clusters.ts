/**
 * Filled clusters, shared by the local targets of one invocation. Base and head of the same binaries, settings, load and set-up
 * start from the same files: less work, and no difference between the arms that comes from loading, or sampling, twice.
 */
import { randomBytes } from "node:crypto";
import { WorkFolder } from "../place/work-folder.ts";
import type { KeptClusters, Lease } from "./kept-clusters.ts";
import { serverOwner } from "./server-owner.ts";

/** Options of a cluster that is kept for later invocations. */
export type Keeping = Readonly<{
  /** Description of its contents, for a reader. */
  about: string;
  report: (what: string) => void;
  signal: AbortSignal;
}>;

export class LoadedClusters {
  /** Password of the superuser of all clusters. */
  readonly password: string;
  /** UTC date on which all of them count as made, so that both arms share at midnight what they share at noon. */
  readonly day = new Date().toISOString().slice(0, 10);
  readonly #kept: KeptClusters | null;
  readonly #leases: Lease[] = [];
  readonly #clusters = new Map<string, Promise<string>>();
  #folder: Promise<WorkFolder> | undefined;
  #users = 0;

  /** @param kept of earlier invocations, and for later ones; null: there are none */
  constructor(kept: KeptClusters | null = null) {
    this.#kept = kept;
    this.password = kept?.password ?? randomBytes(18).toString("base64url");
  }

  /** A target that will use the clusters says so, and leaves when it closes. */
  join(): void {
    this.#users += 1;
  }

  /** Removes the clusters when the last target leaves. */
  async leave(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    await Promise.allSettled(this.#clusters.values());
    await Promise.allSettled(this.#leases.splice(0).map((lease) => lease.release()));
    await (await this.#folder?.catch(() => undefined))?.remove();
  }

  /** True if `get` would answer at once, or after a filling that has begun. */
  has(key: string): boolean {
    return this.#clusters.has(key);
  }

  /**
   * Data folder of the cluster that `key` names, filled by `fill` if this is the first call and none was kept.
   * @param fill makes the cluster in the given data folder and leaves it stopped
   * @param keeping null: its contents differ each time, or are not known to be the same
   */
  async get(
    key: string,
    fill: (dataDir: string, folder: WorkFolder) => Promise<void>,
    keeping: Keeping | null = null,
  ): Promise<string> {
    const known = this.#clusters.get(key);
    if (known !== undefined) return await known;
    const name = `loaded-${this.#clusters.size}`;
    const kept = keeping === null ? null : this.#kept;
    const getting =
      kept === null
        ? this.#fill(name, fill)
        : this.#findOrKeep(kept, key, keeping!, {
            place: async () => (await this.#ownFolder()).file(name),
            fill: () => this.#fill(name, fill),
          });
    this.#clusters.set(key, getting);
    return await getting;
  }

  async #findOrKeep(
    kept: KeptClusters,
    key: string,
    { about, report, signal }: Keeping,
    { place, fill }: Readonly<{ place: () => Promise<string>; fill: () => Promise<string> }>,
  ): Promise<string> {
    const found = await kept.find(key, { place, signal });
    if (found !== null) {
      report(`taking the data that was loaded ${found.loadedAt}`);
      this.#leases.push(found);
      return found.dataDir;
    }
    const filled = await fill();
    report("keeping the loaded data for the next run");
    const lease = await kept.keep(key, filled, about, signal);
    if (lease === null) return filled;
    this.#leases.push(lease);
    return lease.dataDir;
  }

  async #fill(name: string, fill: (dataDir: string, folder: WorkFolder) => Promise<void>): Promise<string> {
    const folder = await this.#ownFolder();
    const dataDir = folder.file(name);
    await fill(dataDir, folder);
    return dataDir;
  }

  #ownFolder(): Promise<WorkFolder> {
    this.#folder ??= WorkFolder.open(serverOwner());
    return this.#folder;
  }
}
