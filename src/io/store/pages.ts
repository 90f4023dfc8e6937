/** A store as a stream: it may have more runs than fit into memory. */
import type { HistoryPoint } from "../../model/history-point.ts";
import type { ListQuery, Position, Store } from "./store.ts";
import type { StoredRun } from "./stored-run.ts";

const PAGE = 5_000;

/** Every run that fits, in short, newest commit first. What is saved meanwhile may be left out; what is removed does not matter. */
export async function* runsNewestFirst(
  store: Pick<Store, "list">,
  filter: Omit<ListQuery, "before" | "limit"> = {},
): AsyncGenerator<StoredRun> {
  let page = await store.list({ ...filter, limit: PAGE });
  while (page.length > 0) {
    yield* page.toReversed();
    page = page.length < PAGE ? [] : await store.list({ ...filter, limit: PAGE, before: page[0]! });
  }
}

/** Position of a point's run in the order of commits. */
export function pointPosition({ runId, commitTime, measuredAt }: HistoryPoint): Position {
  return { id: runId, measuredAt, orderedAt: commitTime ?? measuredAt };
}
