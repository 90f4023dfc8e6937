/** Index 0 of a load, as a client that follows it asks it. */
import { z } from "zod";
import type { Forwarded } from "../../io/database/kubernetes/kubectl.ts";
import { PlumblineError } from "../../model/errors.ts";
import { ShardsStatus } from "../../model/shards.ts";
import { toolAnswer } from "../../model/tool-answer.ts";

const NoRun = z.object({ message: z.string(), exitCode: z.number() });
/** Text of the run documents, base's where both arms were measured; or why there are none, with the exit code of index 0. */
export type ClusterEnding = Readonly<{ head: string; base: string | null }> | Readonly<z.infer<typeof NoRun>>;

/** Statuses that are answers about the run: there is none, or none of that arm. */
const SAYING = [404, 409];
const ANSWER_LIMIT_MS = 60_000;

export class Coordinator {
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor(token: string, signal: AbortSignal) {
    this.#token = token;
    this.#signal = signal;
  }

  /** @returns null if it does not answer: it begins or ends, or the way to it broke */
  async status(at: Forwarded): Promise<ShardsStatus | null> {
    const answer = await this.#ask(at, "GET", "/status");
    if (answer?.status !== 200) return null;
    return toolAnswer(ShardsStatus, answer.text, "index 0 (GET /status)", "generator");
  }

  /** @returns null while there is nothing, or where the way to it broke */
  async ending(at: Forwarded): Promise<ClusterEnding | null> {
    const head = await this.#ask(at, "GET", "/result");
    if (head?.status === 409) return toolAnswer(NoRun, head.text, "index 0 (GET /result)", "generator");
    if (head?.status !== 200) return null;
    const base = await this.#ask(at, "GET", "/result?arm=base");
    if (base === null) return null;
    return { head: head.text, base: base.status === 200 ? base.text : null };
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
    if (answer === null || answer.status < 400 || SAYING.includes(answer.status)) return answer;
    throw new PlumblineError(
      "generator",
      `index 0 answers ${method} ${path} with ${answer.status}: ${answer.text.slice(0, 500)}`,
      {
        remedy: "use an image with this plumbline's version: the pods' may have another one",
      },
    );
  }
}
