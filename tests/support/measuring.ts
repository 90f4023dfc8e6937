/** Stand-ins for the parts of a measurement, for tests of the order of things: nothing is started, and nothing is measured. */
import type { Server, Target } from "../../src/io/database/target.ts";
import type { LoadGenerator } from "../../src/io/load/load-generator.ts";
import type { Progress } from "../../src/model/progress.ts";
import { CATALOG, describeWorkload } from "./describe.ts";

/** Progress that is shown nowhere. */
export const NO_PROGRESS: Progress = {
  stage: () => undefined,
  update: () => undefined,
  note: () => undefined,
};

export const serverOf = (more: Partial<Server> = {}): Server => ({
  url: () => "postgres://127.0.0.1/plumbline",
  pid: null,
  product: "PostgreSQL",
  version: "15.18",
  settings: {},
  crashReport: async () => null,
  stop: async () => undefined,
  ...more,
});

/** @returns a target of fresh servers */
export const targetOf = (more: Partial<Target> = {}): Target => ({
  fresh: true,
  prepare: async () => undefined,
  openSession: async () => serverOf(),
  close: async () => undefined,
  ...more,
});

/** @param run what it does with a request */
export const generatorOf = (run: LoadGenerator["run"]): LoadGenerator => ({
  identity: async () => "",
  catalog: async () => CATALOG,
  describe: async ({ workload, options }) => describeWorkload(workload, options),
  prepare: async () => undefined,
  statements: async () => [],
  tables: async () => [],
  drive: async () => [],
  run,
});
