/** What a shard says of its way to index 0: that there is none yet, or none any more, why, and that there is one again. */
import { ZodError } from "zod";

export class Reach {
  readonly #url: string;
  readonly #note: (text: string) => void;
  /** Since index 0 was last reached. Reasons may alternate several times a second: each is said once. */
  readonly #said = new Set<string>();
  #hasJoined = false;

  constructor(url: string, note: (text: string) => void) {
    this.#url = url;
    this.#note = note;
  }

  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  /** Index 0 has taken this shard in: whatever fails from now on did work before. */
  joined(): void {
    this.#hasJoined = true;
  }

  /** @param patienceMs how long index 0 is asked again */
  failed(error: unknown, patienceMs: number): void {
    const why = whyOf(error);
    if (this.#hasJoined)
      this.#say(
        `index 0 at ${this.#url} does not answer, and is asked again for ${patienceMs / 1_000} s: ${why}`,
      );
    else if (error instanceof ZodError || error instanceof SyntaxError)
      this.#wait(`what answers there is not index 0 (${why})`);
    else this.#wait(`it cannot be reached yet (${why})`);
  }

  /** No answer has come for so long, and no error either: packets are lost, or index 0 is busy. */
  silent(ms: number): void {
    if (!this.#hasJoined) this.#wait(`no answer for ${ms / 1_000} s`);
  }

  answered(): void {
    if (this.#said.size === 0) return;
    this.#said.clear();
    this.#note(`index 0 at ${this.#url} ${this.#hasJoined ? "answers again" : "is reached"}`);
  }

  #wait(why: string): void {
    this.#say(`waiting for index 0 at ${this.#url}: ${why}`);
  }

  #say(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#note(text);
  }
}

/** Of a failed fetch, what the system said; of several addresses, what it said of each. */
export function whyOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: unknown };
  if (cause instanceof AggregateError) return cause.errors.map(whyOf).join(", ");
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
