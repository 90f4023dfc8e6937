/** Whoever watches the numbers of one invocation while they come. */
import { goLive } from "../live/live.ts";
import type { Observer } from "../model/observer.ts";

/**
 * Does work whose load is told to whom `--metrics` and `--otlp` name, until it ends.
 * @throws PlumblineError of kind "usage" where it cannot be told there, before anything is begun
 */
export async function whileWatched<T>(
  { metrics, otlp }: Readonly<{ metrics?: string | undefined; otlp?: string | undefined }>,
  env: NodeJS.ProcessEnv,
  observer: Observer,
  work: (observer: Observer) => Promise<T>,
): Promise<T> {
  const audience = { metrics, otlp, otlpHeaders: env["OTEL_EXPORTER_OTLP_HEADERS"] };
  const live = await goLive(audience, (text) => observer.note(text));
  try {
    return await work(live === null ? observer : { ...observer, watcher: live.watcher });
  } finally {
    await live?.close();
  }
}
