import { expect, it } from "vitest";
import { LockSampler, type Query } from "../../../../src/io/inspect/locks.ts";

const WAITING = { pid: 7, mode: "RowExclusiveLock", on: "t", waited: 1.4, blockers: [8] };
const BACKEND = { pid: 7, application: "plumbline-load", state: "active", query: "UPDATE\n t", isNew: false };

/** @param rows what the server answers to the first look */
async function looksAt(rows: readonly Record<string, unknown>[]) {
  let asked = 0;
  const query: Query = async () => (asked++ === 0 ? [{ version: 150_018, now: "2026-01-01" }] : rows);
  const sampler = new LockSampler(query);
  await sampler.start();
  return await sampler.stop();
}

it("keeps a look at which somebody waited", async () => {
  expect(await looksAt([{ waiting: [WAITING], held: null, backends: [BACKEND] }])).toEqual([
    {
      atNs: expect.any(Number),
      waiting: [{ pid: 7, mode: "RowExclusiveLock", on: "t", waitedNs: 1, blockers: [8] }],
      held: [],
      backends: [{ pid: 7, who: "load", state: "active", statement: "UPDATE t" }],
    },
  ]);
});

it.each([
  [[]],
  [[{ waiting: null, held: null, backends: null }]],
  [[{ waiting: 5, held: null, backends: null }]],
  [[{ waiting: [{ ...WAITING, blockers: null }], held: null, backends: null }]],
])("keeps none of %j", async (rows) => {
  expect(await looksAt(rows)).toEqual([]);
});
