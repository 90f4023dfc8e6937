/** The frame of every verb that measures: its invocation, who watches it, and what ends it early. */
import { environment } from "../../io/host/environment.ts";
import { terminalProgress } from "../../io/host/terminal.ts";
import type { Progress } from "../../model/progress.ts";
import { untilInterrupted } from "../../pipeline/invocation/interrupt.ts";
import type { Invocation } from "../../pipeline/invocation/invocation.ts";
import { inRepository } from "../../pipeline/invocation/repository.ts";
import { whileWatched } from "../../pipeline/invocation/telemetry.ts";
import { invocationOf, type Words } from "../../pipeline/invocation/words.ts";

/**
 * Says what the words ask for in this folder and its repository.
 * @throws PlumblineError of kind "usage" that names the option, what came and what is allowed
 */
export async function invocationHere(words: Words): Promise<Invocation> {
  return await inRepository(invocationOf(words, environment(), process.cwd()));
}

/**
 * Does work that shows how far it is on stderr and where `--metrics` and `--otlp` say, until it ends or Ctrl-C ends it.
 * @param kept what is done when it ends early; default: servers and folders are removed
 * @throws PlumblineError of kind "interrupted" for whatever an aborted step threw; everything else as it comes
 */
export async function measuring<T>(
  words: Pick<Words, "metrics" | "otlp">,
  work: (progress: Progress, signal: AbortSignal) => Promise<T>,
  kept?: string,
): Promise<T> {
  const progress = terminalProgress(process.stderr);
  const watched = (signal: AbortSignal) =>
    whileWatched(words, environment(), progress, (watching) => work(watching, signal));
  return await untilInterrupted(watched, kept).finally(() => progress.end());
}
