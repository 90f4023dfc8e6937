/** Lifetime of a target: a signal, a folder, and one end, however often that is asked for. */
import { PlumblineError } from "../../model/errors.ts";
import { WorkFolder } from "./place/work-folder.ts";

export class Lifetime {
  /** Ends what waits: when the target closes, and by the signal that it was given. */
  readonly signal: AbortSignal;
  readonly #closing = new AbortController();
  readonly #open: () => Promise<WorkFolder>;
  #folder: Promise<WorkFolder> | undefined;
  #ended: Promise<void> | undefined;

  /**
   * @param signal ends it early
   * @param open makes the folder of all that the target writes, where one is asked for
   */
  constructor(
    signal: AbortSignal | undefined,
    open: () => Promise<WorkFolder> = () => WorkFolder.open(null),
  ) {
    this.signal = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    this.#open = open;
  }

  folder(): Promise<WorkFolder> {
    this.#folder ??= this.#open();
    return this.#folder;
  }

  /** @param own takes away what the target started, before its folder goes */
  end(own: () => Promise<unknown>): Promise<void> {
    this.#ended ??= this.#end(own);
    return this.#ended;
  }

  async #end(own: () => Promise<unknown>): Promise<void> {
    this.#closing.abort();
    await own();
    await (await this.#folder?.catch(() => undefined))?.remove();
  }
}

/** @throws PlumblineError of kind "internal" where a target was not prepared before this call */
export function prepared<T>(made: T | undefined, call = "openSession"): T {
  if (made === undefined) throw new PlumblineError("internal", `${call} before prepare`);
  return made;
}
