import { expect, it } from "vitest";
import type { HistoryPoint } from "../../../../src/model/history-point.ts";
import type { Run } from "../../../../src/model/run.ts";
import { otherConditions } from "../../../../src/pipeline/queries/other-conditions.ts";
import { makeRun } from "../../../support/runs.ts";

const point = (runId: string, fingerprint: string, suite = "oltp") =>
  ({ runId, fingerprint, suite, repository: null }) as HistoryPoint;

function storeOf(...runs: readonly Run[]) {
  const asked: (readonly string[])[] = [];
  const loadAll = async (ids: readonly string[]) => {
    asked.push(ids);
    return runs.filter(({ id }) => ids.includes(id));
  };
  return { asked, store: { loadAll } };
}

const workloads = (threads: number) => [{ name: "checkout", options: { threads } }];

it("asks for nothing where all runs of a suite have one fingerprint", async () => {
  const { asked, store } = storeOf();
  expect(await otherConditions(store, [point("1", "a"), point("2", "a"), point("3", "b", "other")])).toEqual(
    [],
  );
  expect(asked).toEqual([]);
});

it("names what differs where a fingerprint is new, and nothing where an older one comes back", async () => {
  const one = { ...makeRun({ workloads: workloads(4) }), id: "1" };
  const two = { ...makeRun({ workloads: workloads(8), environment: { databaseVersion: "18.1" } }), id: "2" };
  const { store } = storeOf(one, two);
  expect(await otherConditions(store, [point("1", "a"), point("2", "b"), point("3", "a")])).toEqual([
    { before: "a", after: "b", differ: ["database version", "options of checkout: threads"] },
  ]);
});

it("knows nothing of a run that is gone, and looks at the newest steps alone", async () => {
  const points = Array.from({ length: 9 }, (_, index) => point(`${index}`, `f${index}`));
  const { asked, store } = storeOf();
  const steps = await otherConditions(store, points);
  expect(steps).toHaveLength(5);
  expect(steps.at(-1)).toEqual({ before: "f7", after: "f8", differ: [] });
  expect(asked).toEqual([["3", "4", "5", "6", "7", "8"]]);
});
