/**
 * Filled clusters, shared by the local targets of one invocation. Base and head of the same binaries, settings, load and set-up
 * start from the same files: less work, and no difference between the arms that comes from loading, or sampling, twice.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { WorkFolder } from "../place/work-folder.ts";
import type { KeptClusters, Lease } from "./kept-clusters.ts";
import { serverOwner } from "./server-owner.ts";

/** Options of a cluster that is kept for later invocations. */
export type Keeping = Readonly<{
  /** Description of its contents, for a reader. */
  about: string;
  /** True for a cluster that nothing was loaded into yet. */
  isEmpty: boolean;
  report: (what: string) => void;
  signal: AbortSignal;
}>;

/** A filled cluster that was stopped cleanly: it is copied, and never started. */
export type FilledCluster = Pick<Lease, "dataDir" | "id">;

type Fill = (dataDir: string, folder: WorkFolder) => Promise<void>;

export class LoadedClusters {
  /** Password of the superuser of all clusters. */
  readonly password: string;
  /** UTC date on which all of them count as made, so that both arms share at midnight what they share at noon. */
  readonly day = new Date().toISOString().slice(0, 10);
  readonly #kept: KeptClusters | null;
  readonly #leases: Lease[] = [];
  readonly #clusters = new Map<string, Promise<FilledCluster>>();
  #made = 0;
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

  /** The cluster that `key` names, if it is filled already, or was kept; null if it would have to be filled. */
  async find(key: string, keeping: Keeping | null = null): Promise<FilledCluster | null> {
    const known = this.#clusters.get(key);
    // One that could not be filled is none: who asks for it by `get` hears why.
    if (known !== undefined) return await known.catch(() => null);
    if (keeping === null || !(await this.#kept?.has(key))) return null;
    const found = await this.#findKept(key, keeping);
    if (found !== null) this.#clusters.set(key, Promise.resolve(found));
    return found;
  }

  /**
   * The cluster that `key` names, filled by `fill` if this is the first call and none was kept.
   * @param fill makes the cluster in the given data folder and leaves it stopped
   * @param keeping null: its contents differ each time, or are not known to be the same
   */
  async get(key: string, fill: Fill, keeping: Keeping | null = null): Promise<FilledCluster> {
    const known = this.#clusters.get(key);
    if (known !== undefined) return await known;
    const isKept = keeping !== null && this.#kept !== null;
    const getting = isKept ? this.#findOrKeep(this.#kept, key, keeping, fill) : this.#fill(fill);
    this.#clusters.set(key, getting);
    return await getting;
  }

  async #findOrKeep(kept: KeptClusters, key: string, keeping: Keeping, fill: Fill): Promise<FilledCluster> {
    const found = await this.#findKept(key, keeping);
    if (found !== null) return found;
    const filled = await this.#fill(fill);
    const { about, isEmpty, report, signal } = keeping;
    report(`keeping the ${isEmpty ? "empty cluster" : "loaded data"} for the next run`);
    const lease = await kept.keep(key, filled, about, signal);
    if (lease === null) return filled;
    this.#leases.push(lease);
    return lease;
  }

  async #findKept(key: string, { isEmpty, report, signal }: Keeping): Promise<FilledCluster | null> {
    const found = (await this.#kept?.find(key, { place: () => this.#place(), signal })) ?? null;
    if (found === null) return null;
    report(
      `taking the ${isEmpty ? "empty cluster that was made" : "data that was loaded"} ${found.loadedAt}`,
    );
    this.#leases.push(found);
    return found;
  }

  async #fill(fill: Fill): Promise<FilledCluster> {
    const dataDir = await this.#place();
    await fill(dataDir, await this.#ownFolder());
    return { dataDir, id: randomUUID() };
  }

  async #place(): Promise<string> {
    this.#made += 1;
    return (await this.#ownFolder()).file(`loaded-${this.#made}`);
  }

  #ownFolder(): Promise<WorkFolder> {
    this.#folder ??= WorkFolder.open(serverOwner());
    return this.#folder;
  }
}
