/** Changes of level, looked for once: the search takes far longer than reading the points that it is about. */
import { createHash } from "node:crypto";
import { changeEvents } from "../../analysis/history/change-points.ts";
import type { Acceptance } from "../../model/acceptance.ts";
import type { ChangeEvent } from "../../model/answers.ts";
import type { HistoryPoint } from "../../model/history-point.ts";

/** Histories that are remembered, the last used ones. */
const REMEMBERED = 200;

export class KnownLevels {
  readonly #known = new Map<string, readonly ChangeEvent[]>();

  /** Changes as changeEvents finds them, oldest first. */
  events(points: readonly HistoryPoint[], acceptances: readonly Acceptance[]): readonly ChangeEvent[] {
    const key = keyOf(points, acceptances);
    const events = this.#known.get(key) ?? changeEvents(points, acceptances);
    this.#known.delete(key);
    this.#known.set(key, events);
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value!);
    return events;
  }
}

function keyOf(points: readonly HistoryPoint[], acceptances: readonly Acceptance[]): string {
  const digest = createHash("sha256").update(JSON.stringify(acceptances));
  // In one text: a call for each point would cost more than the digest.
  digest.update(
    points.map(({ runId, workload, metric, value }) => `${runId} ${workload} ${metric} ${value}`).join("\n"),
  );
  return digest.digest("base64");
}
