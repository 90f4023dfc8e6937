import { expect, it } from "vitest";
import { serverDifference } from "../../../../src/analysis/cause/servers.ts";
import type { Run } from "../../../../src/model/run.ts";
import { makeRun } from "../../../support/runs.ts";

const run = (
  environment: Partial<Run["environment"]>,
  settings: Readonly<Record<string, string>> = {},
): Run => ({
  ...makeRun({
    sessions: 1,
    environment: { database: "PostgreSQL", databaseVersion: "17.6", ...environment },
  }),
  observed: {
    databases: [
      {
        database: "plumbline_1",
        workloads: ["q"],
        objects: Object.entries(settings).map(([name, definition]) => ({
          kind: "setting",
          name,
          definition,
        })),
        sizes: [],
      },
    ],
    plans: [],
  },
});

it("says the version first, with the product where that is another one", () => {
  const base = run({});
  expect(serverDifference({ base, head: run({ databaseVersion: "18.0" }) }, false)).toBe(
    "PostgreSQL 18.0 instead of 17.6",
  );
  expect(serverDifference({ base, head: run({ database: "YugabyteDB", databaseVersion: "2" }) }, false)).toBe(
    "YugabyteDB 2 instead of PostgreSQL 17.6",
  );
});

it("takes settings for the server's only where servers are configured apart: a migration can set them, too", () => {
  const pair = {
    base: run({}, { work_mem: "4MB", jit: "on" }),
    head: run({}, { work_mem: "64kB", jit: "on" }),
  };
  expect(serverDifference(pair, true)).toBe("work_mem = 64kB instead of 4MB");
  expect(serverDifference(pair, false)).toBeNull();
});

it("tells another build of the same version by its program", () => {
  const build = (programs: string) =>
    ({ build: { said: "PostgreSQL 17.6", origin: "tree", programs } }) as const;
  expect(serverDifference({ base: run(build("sha256:a")), head: run(build("sha256:b")) }, true)).toBe(
    "another build of PostgreSQL 17.6",
  );
  expect(serverDifference({ base: run(build("sha256:a")), head: run(build("sha256:a")) }, true)).toBeNull();
});

it("takes what only one arm's build says for no difference", () => {
  const about = { said: "PostgreSQL 17.6", origin: "tree" } as const;
  const known = run({ build: { ...about, programs: "sha256:a" } });
  expect(serverDifference({ base: run({}), head: known }, true)).toBeNull();
  expect(serverDifference({ base: known, head: run({}) }, true)).toBeNull();
  expect(serverDifference({ base: known, head: run({ build: about }) }, true)).toBeNull();
});
