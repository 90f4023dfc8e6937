/** Where a search begins: near what the store has. */
import { expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import type { Run } from "../../../../src/model/run.ts";
import { openStore } from "../../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../../src/pipeline/invocation/store-location.ts";
import { invocationOf } from "../../../../src/pipeline/invocation/words.ts";
import { nearLastCapacities } from "../../../../src/pipeline/queries/capacities.ts";
import { makeRun } from "../../../support/runs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const CONFIG = parseConfig(
  `
database: { deploy: { local: {} } }
workloads:
  - { name: checkout, run: oltp_read_only, capacity: { limits: { p99: 20ms } } }
  - { name: other, run: oltp_point_select }
`,
  "plumbline.yml",
);
const INVOCATION = invocationOf({}, {}, "/");

const P99 = "rate p99<=20000000ns failed<=0.01 3s";

function runThatFound(size: number, startedAt: string, asked = P99): Run {
  const run = makeRun({
    seed: size,
    suite: CONFIG.suite,
    startedAt,
    commit: { branch: "feature" },
    workloads: [{ name: "checkout", options: { capacity: asked } }],
  });
  const capacity = { of: "rate", size, low: size, high: size, trials: [] };
  const workloads = run.workloads.map((workload) => ({
    ...workload,
    sessions: workload.sessions.map((session) => ({ ...session, capacity })),
  }));
  return { ...run, workloads };
}

const nearIn = async (runs: readonly Run[]) => {
  const folder = temporaryFolder();
  const store = await openStore(storeAt(`file:${folder}`, folder));
  try {
    await store.save(runs);
    return (await nearLastCapacities(CONFIG, INVOCATION, store)).overrides.capacities;
  } finally {
    await store.close();
  }
};

it("takes the newest run of any branch that searched the same option with the same limits", async () => {
  const [old, late] = [
    runThatFound(100, "2026-01-01T00:00:00.000Z"),
    runThatFound(300, "2026-01-03T00:00:00.000Z"),
  ];
  const threads = runThatFound(7, "2026-01-04T00:00:00.000Z", P99.replace("rate", "threads"));
  const strict = runThatFound(9, "2026-01-05T00:00:00.000Z", P99.replace("20000000", "1000"));
  const near = await nearIn([old, late, threads, strict]);
  expect(near!["checkout"]).toBeCloseTo(300, 6);
  expect(await nearIn([])).toEqual({});
});

it("asks no store where nothing is searched", async () => {
  const unasked = async () => expect.fail("the store was asked");
  const store = { history: unasked, loadAll: unasked };
  const plain = { ...CONFIG, workloads: CONFIG.workloads.filter(({ capacity }) => capacity === undefined) };
  expect(await nearLastCapacities(plain, INVOCATION, store)).toBe(INVOCATION);
});
