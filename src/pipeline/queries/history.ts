/** The history of a metric: what the API answers. */
import { seriesOf } from "../../analysis/history/series.ts";
import { pointPosition } from "../../io/store/pages.ts";
import type { Store } from "../../io/store/store.ts";
import type { Series } from "../../model/answers.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { PointQuestion, SeriesQuestion } from "../../model/questions.ts";
import { cursorOf, positionOf } from "./cursor.ts";
import { filterOf } from "./scope.ts";

export async function series(store: Store, question: SeriesQuestion): Promise<Series> {
  const { suite, workload, metric, limit, after } = question;
  const found = await store.history({
    ...(await filterOf(store, question)),
    workload,
    metric,
    limit,
    ...(after === undefined ? {} : { before: positionOf(after) }),
  });
  const next = found.length < limit ? null : cursorOf(pointPosition(found[0]!));
  return seriesOf({ suite, workload, metric }, found, next);
}

export async function points(store: Store, question: PointQuestion): Promise<readonly HistoryPoint[]> {
  const { commit, workload, metric, limit, ...scope } = question;
  return await store.history({
    ...(await filterOf(store, scope)),
    ...(commit === undefined ? {} : { commit }),
    ...(workload === undefined ? {} : { workload }),
    ...(metric === undefined ? {} : { metric }),
    limit,
  });
}
