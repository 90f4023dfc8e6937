/** Live numbers of one invocation, for those who watch them come. */
import { goLive } from "../../io/telemetry/live.ts";
import { otlpHeaders } from "../../io/telemetry/otlp-headers.ts";
import type { Observer, Watcher } from "../../model/observer.ts";

/**
 * Does work, and sends the numbers of its load to where `--metrics` and `--otlp` say, until it ends.
 * @throws PlumblineError of kind "usage" if they cannot be sent there, before anything is begun
 */
export async function whileWatched<T>(
  { metrics, otlp }: Readonly<{ metrics?: string | undefined; otlp?: string | undefined }>,
  env: NodeJS.ProcessEnv,
  observer: Observer,
  work: (observer: Observer) => Promise<T>,
): Promise<T> {
  const audience = { metrics, otlp, ...(otlp ? { otlpHeaders: otlpHeaders(env) } : {}) };
  const live = await goLive(audience, (text) => observer.note(text));
  try {
    return await work(live === null ? observer : watchedBy(live.watcher, observer));
  } finally {
    await live?.close();
  }
}

/** An observer that lets a watcher know, too, what is done and how far it is. */
function watchedBy(watcher: Watcher, observer: Observer): Observer {
  return {
    ...observer,
    watcher,
    stage(text) {
      watcher.stage(text);
      observer.stage(text);
    },
    progress(state) {
      watcher.share(state.share);
      observer.progress(state);
    },
  };
}
