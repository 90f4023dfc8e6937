/**
 * Filled clusters, shared by the local targets of one invocation. Base and head of the same binaries, settings, load and set-up
 * start from the same files: less work, and no difference between the arms that comes from loading, or sampling, twice.
 */
import { randomBytes } from "node:crypto";
import { WorkFolder } from "../place/work-folder.ts";
import { serverOwner } from "./server-owner.ts";

export class LoadedClusters {
  /** Of the superuser of all clusters. */
  readonly password = randomBytes(18).toString("base64url");
  readonly #clusters = new Map<string, Promise<string>>();
  #folder: Promise<WorkFolder> | undefined;
  #users = 0;

  /** A target that will use the clusters says so, and leaves when it closes. */
  join(): void {
    this.#users += 1;
  }

  /** When the last target leaves, the clusters are removed. */
  async leave(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0 || this.#folder === undefined) return;
    await Promise.allSettled(this.#clusters.values());
    await (await this.#folder).remove();
  }

  /** Whether `get` would answer at once, or after what is being filled. */
  has(key: string): boolean {
    return this.#clusters.has(key);
  }

  /**
   * Data folder of the cluster that `key` names, filled by `fill` where this is the first call.
   * @param fill makes the cluster in the given data folder and leaves it stopped
   */
  async get(key: string, fill: (dataDir: string, folder: WorkFolder) => Promise<void>): Promise<string> {
    const known = this.#clusters.get(key);
    if (known !== undefined) return await known;
    const filling = this.#fill(`loaded-${this.#clusters.size}`, fill);
    this.#clusters.set(key, filling);
    return await filling;
  }

  async #fill(name: string, fill: (dataDir: string, folder: WorkFolder) => Promise<void>): Promise<string> {
    this.#folder ??= WorkFolder.open(serverOwner());
    const folder = await this.#folder;
    const dataDir = folder.file(name);
    await fill(dataDir, folder);
    return dataDir;
  }
}
