/** What another config file measured under the same suite name is no history of this one's. */
import { beforeEach, describe, expect, it } from "vitest";
import { comparableOf, fingerprintOf } from "../../../../src/analysis/verdict/fingerprint.ts";
import { compareHistory } from "../../../../src/analysis/verdict/history.ts";
import { parseConfig } from "../../../../src/config/parse.ts";
import { USUAL_RULES } from "../../../../src/config/rules.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import type { Run } from "../../../../src/model/run.ts";
import { baselineOf, earlierMeasurements } from "../../../../src/pipeline/queries/baseline.ts";
import { makePair, makeRun, type RunRecipe } from "../../../support/runs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const A = "services/a/plumbline.yml";
const B = "services/b/plumbline.yml";

let folder: string;
let store: FolderStore;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await FolderStore.open(folder);
});

/** With the fingerprint that it has in truth. */
function measured(seed: number, config?: string, more: RunRecipe = {}): Run {
  const run = makeRun({ ...more, seed, ...(config === undefined ? {} : { origin: { config } }) });
  return { ...run, fingerprint: fingerprintOf(comparableOf(run)) };
}

const ids = (runs: readonly Run[]) => runs.map(({ id }) => id);
const BASELINE = { branch: "main", runs: 3 };

describe("the baseline", () => {
  it("has the runs of the same config file, and those of before runs knew theirs, newest first", async () => {
    const [old, own, other, newest] = [measured(1), measured(2, A), measured(3, B), measured(4)];
    await store.save([old, own, other, newest]);
    const { runs } = await baselineOf(measured(9, A), BASELINE as never, store);
    expect(ids(runs).slice(0, 3)).toEqual(ids([newest, own, old]));
  });

  it("says where the runs are that a config file had under its earlier name", async () => {
    await store.save([measured(1, A), measured(2, A)]);
    const head = measured(9, B);
    const { runs, ...branch } = await baselineOf(head, BASELINE as never, store);
    const stamp = { id: head.id, createdAt: head.finishedAt, version: "0" };
    const report = compareHistory(runs, head, USUAL_RULES, { ...stamp, ...branch } as never);
    expect(report.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`config file ${A} in 2`),
    );
  });
});

it("known noise is of the same config file, also where another has measured lately and often", async () => {
  const pairOf = (seed: number, config: string) =>
    makePair({ seed, sessions: 1, secondsPerSession: 0.2, origin: { config } });
  const own = pairOf(1, A);
  const others = Array.from({ length: 45 }, (_, i) => pairOf(i + 2, B));
  await store.save([own, ...others].flat());
  const config = parseConfig(
    "suite: oltp\ndatabase: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select }]\n",
    A,
  );
  const asked = {
    overrides: {},
    origin: { repository: "acme/db", runUrl: null, attempt: null, pullRequest: null, config: A },
  };
  const found = await earlierMeasurements(config, asked, store);
  expect(ids(found.map(({ head }) => head))).toEqual([own[1].id]);
});
