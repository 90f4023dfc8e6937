/** Copies of a folder that may be begun before they are needed, and be made of one that was used. */
import { rename, rm } from "node:fs/promises";
import { copyFolder } from "./copy-folder.ts";
import { restoreFolder } from "./restore-folder.ts";

/** A used copy that becomes what it was. */
type Spare = Readonly<{
  from: string;
  /** When it was copied, in milliseconds since 1970. */
  at: number;
  /** Null: that could not be made of it, and it is gone. */
  place: Promise<string | null>;
}>;

export class FolderCopies {
  readonly #signal: AbortSignal;
  /** By the folder that is made: whether it could be. */
  readonly #begun = new Map<string, Promise<boolean>>();
  /** When a copy was begun that is as its original was then, in milliseconds since 1970; by its place. */
  readonly #copiedAt = new Map<string, number>();
  readonly #spare: Spare[] = [];

  /** @param signal ends copies early */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Begins a copy unless it was begun already. Answers when that ended, also where it failed: `take` says why. */
  async begin(from: string, to: string): Promise<void> {
    if (!this.#begun.has(to)) this.#begun.set(to, whether(this.#copy(from, to)));
    await this.#begun.get(to);
  }

  /**
   * The copy, made now unless it was begun. One that failed is made again: what it lacked, as room on the disk, may be there by now.
   * @throws what `copyFolder` throws
   */
  async take(from: string, to: string): Promise<void> {
    const isThere = await this.#begun.get(to);
    if (isThere !== true) {
      const copying = this.#copy(from, to);
      this.#begun.set(to, whether(copying));
      await copying;
    }
    this.#begun.delete(to);
  }

  /** Whoever took a copy needs it no more, and nothing of it: what was written to in it is copied again, and the next copy is it. */
  leave(from: string, used: string): void {
    const at = this.#copiedAt.get(used) ?? 0;
    this.#copiedAt.delete(used);
    this.#spare.push({ from, at, place: this.#restored(from, used, at) });
  }

  /** Removes used copies that no other was made of. */
  async clear(): Promise<void> {
    for (const { place } of this.#spare.splice(0)) await removed(await place);
  }

  /** When none is made any more; for after the signal. */
  async ended(): Promise<void> {
    await Promise.all([...this.#begun.values(), ...this.#spare.map(({ place }) => place)]);
  }

  async #copy(from: string, to: string): Promise<void> {
    if (await this.#renamed(from, to)) return;
    this.#copiedAt.set(to, Date.now());
    try {
      await copyFolder(from, to, this.#signal);
    } catch (error) {
      await removed(to);
      throw error;
    }
  }

  /** Whether a used copy is `to` now. */
  async #renamed(from: string, to: string): Promise<boolean> {
    const index = this.#spare.findIndex((spare) => spare.from === from);
    if (index < 0) return false;
    const [{ at, place }] = this.#spare.splice(index, 1) as [Spare];
    const used = await place;
    if (used === null) return false;
    await rename(used, to);
    this.#copiedAt.set(to, at);
    return true;
  }

  async #restored(from: string, used: string, at: number): Promise<string | null> {
    try {
      if (await restoreFolder(from, used, at, this.#signal)) return used;
    } catch {
      // Whatever it was, a whole copy meets it too, and says it.
    }
    await removed(used);
    return null;
  }
}

async function removed(folder: string | null): Promise<void> {
  if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function whether(copying: Promise<void>): Promise<boolean> {
  return await copying.then(
    () => true,
    () => false,
  );
}
