/** Copies of folders that may be begun before they are needed. */
import { rm } from "node:fs/promises";
import { copyFolder } from "./copy-folder.ts";

export class FolderCopies {
  readonly #signal: AbortSignal;
  /** Copies by the folder that each makes; true if it could be made. */
  readonly #begun = new Map<string, Promise<boolean>>();

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

  /** Waits until no copy is being made any more; for use after the signal. */
  async ended(): Promise<void> {
    await Promise.all(this.#begun.values());
  }

  async #copy(from: string, to: string): Promise<void> {
    try {
      await copyFolder(from, to, this.#signal);
    } catch (error) {
      await rm(to, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      throw error;
    }
  }
}

async function whether(copying: Promise<void>): Promise<boolean> {
  return await copying.then(
    () => true,
    () => false,
  );
}
