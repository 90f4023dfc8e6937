/** Live numbers of one invocation, for those who watch them come. */
import { goLive } from "../../io/telemetry/live.ts";
import { otlpHeaders } from "../../io/telemetry/otlp-headers.ts";
import type { Progress, Watcher } from "../../model/progress.ts";

/**
 * Does work, and sends the numbers of its load to where `--metrics` and `--otlp` say, until it ends.
 * @throws PlumblineError of kind "usage" if they cannot be sent there, before anything is begun
 */
export async function whileWatched<T>(
  { metrics, otlp }: Readonly<{ metrics?: string | undefined; otlp?: string | undefined }>,
  env: NodeJS.ProcessEnv,
  progress: Progress,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const audience = { metrics, otlp, ...(otlp ? { otlpHeaders: otlpHeaders(env) } : {}) };
  const live = await goLive(audience, (text) => progress.note(text));
  try {
    return await work(live === null ? progress : watchedBy(live.watcher, progress));
  } finally {
    await live?.close();
  }
}

/** Progress that also reaches a watcher. */
function watchedBy(watcher: Watcher, progress: Progress): Progress {
  return {
    ...progress,
    watcher,
    stage(text) {
      watcher.stage(text);
      progress.stage(text);
    },
    update(state) {
      watcher.share(state.share);
      progress.update(state);
    },
  };
}
