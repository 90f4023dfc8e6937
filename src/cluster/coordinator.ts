/** Index 0 of a load, as whoever follows it asks it. */
import { PlumblineError } from "../model/errors.ts";
import { ShardsStatus } from "../model/shards.ts";
import type { Forwarded } from "../target/kubernetes/kubectl.ts";

const ANSWER_LIMIT_MS = 60_000;

export class Coordinator {
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor(token: string, signal: AbortSignal) {
    this.#token = token;
    this.#signal = signal;
  }

  /** @returns null where it does not answer: it begins or ends, or the way to it broke */
  async status(at: Forwarded): Promise<ShardsStatus | null> {
    const answer = await this.#ask(at, "GET", "/status");
    if (answer?.status !== 200) return null;
    return ShardsStatus.parse(JSON.parse(answer.text));
  }

  /** @returns the run document; null while it is not there, or where the way to it broke */
  async result(at: Forwarded): Promise<string | null> {
    const answer = await this.#ask(at, "GET", "/result");
    return answer?.status === 200 ? answer.text : null;
  }

  /** Lets index 0 end. It may do so before it has answered. */
  async fetched(at: Forwarded): Promise<void> {
    await this.#ask(at, "POST", "/fetched");
  }

  async #ask(
    { host, port }: Forwarded,
    method: "GET" | "POST",
    path: string,
  ): Promise<Readonly<{ status: number; text: string }> | null> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`http://${host}:${port}${path}`, { method, headers, signal })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    this.#signal.throwIfAborted();
    if (answer === null || answer.status < 400) return answer;
    throw new PlumblineError(
      "generator",
      `index 0 answers ${method} ${path} with ${answer.status}: ${answer.text.slice(0, 500)}`,
      {
        remedy: "is the pods' image of another version than this plumbline? Both must be of the same",
      },
    );
  }
}
