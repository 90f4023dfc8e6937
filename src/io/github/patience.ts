/** How long GitHub may take: for all that one client asks, not for each request alone. */
export class Patience {
  readonly #secondMs: number;
  readonly #now: () => number;
  #endsAt: number;
  #politeMs: number;

  /**
   * @param limits `seconds` for all requests together; `politeSeconds` more for pauses that GitHub itself asks for.
   * @param secondMs length of a second, which tests make short.
   */
  constructor(
    limits: Readonly<{ seconds: number; politeSeconds: number }>,
    secondMs: number,
    now: () => number = () => performance.now(),
  ) {
    this.#secondMs = secondMs;
    this.#now = now;
    this.#endsAt = now() + limits.seconds * secondMs;
    this.#politeMs = limits.politeSeconds * secondMs;
  }

  /** Whole milliseconds until nothing more is asked; 0 where it is over. */
  leftMs(): number {
    return Math.max(0, Math.ceil(this.#endsAt - this.#now()));
  }

  /** Agrees to a pause that GitHub asks for, which then does not count; false where it is longer than what is left for pauses. */
  grant(seconds: number): boolean {
    const ms = seconds * this.#secondMs;
    if (ms > this.#politeMs) return false;
    this.#politeMs -= ms;
    this.#endsAt += ms;
    return true;
  }
}
