import { beforeEach, describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/config/plan.ts";
import type { LoadGenerator, RunRequest } from "../../../../src/io/load/load-generator.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { tryScripts } from "../../../../src/pipeline/measure/trial.ts";
import { NO_PROGRESS, serverOf, targetOf } from "../../../support/measuring.ts";

const FILES = ["browse.sql", "checkout.sql"].map((file) => ({
  file,
  path: `/shop/${file}`,
  weight: 7,
  hash: "0".repeat(64),
}));
const SCRIPTED = {
  name: "shop",
  workload: "script",
  dialect: "postgres",
  options: { threads: 8, rate: 100 },
  script: { files: FILES, variables: { items: 3 } },
  statements: { "checkout.1.insert": "INSERT INTO purchase\n  VALUES (:id)" },
  load: { database: "plumbline_1", workload: "script", dialect: "postgres", isEmpty: true, options: {} },
};
const PLAN = { workloads: [{ name: "points" }, SCRIPTED], seed: 1, sliceMs: 50 } as unknown as Plan;

let asked: RunRequest[];
let stopped: string[];
beforeEach(() => {
  asked = [];
  stopped = [];
});

const target = (arm: string) =>
  targetOf({
    openSession: async () =>
      serverOf({
        product: "YugabyteDB-like",
        url: () => arm,
        pid: 1,
        stop: async () => void stopped.push(arm),
      }),
  });

/** @param fails what a script ends with on an arm, if it does */
function attempt(fails: (arm: string, file: string) => PlumblineError | null, plan = PLAN) {
  const generator = {
    run: async (request: RunRequest) => {
      asked.push(request);
      const failure = fails(request.targets[0]!.url, request.script!.files[0]!.file);
      if (failure !== null) throw failure;
      return [];
    },
  } as unknown as LoadGenerator;
  const targets = { base: target("base"), head: target("head") };
  return tryScripts(plan, targets, generator, NO_PROGRESS, new AbortController().signal);
}

function sqlError(sqlstate: string, message: string): PlumblineError {
  return new PlumblineError("target", message, { cause: { sqlstate } });
}

const MISSING = sqlError(
  "42P01",
  '/tree/my:7:1: shop/checkout.sql:3:1: checkout.1.insert on connection 1 to 127.0.0.1:5432: relation "purchase" does not exist (SQLSTATE 42P01)',
);

describe("scripts are tried", () => {
  it("one by one, with one event each, on both arms", async () => {
    expect((await attempt(() => null)).newcomers).toEqual(new Map());
    expect(
      asked.map(({ targets, script }) => [targets[0]!.url, script!.files.map(({ file }) => file)]),
    ).toEqual([
      ["head", ["browse.sql"]],
      ["head", ["checkout.sql"]],
      ["base", ["browse.sql"]],
      ["base", ["checkout.sql"]],
    ]);
    for (const { options, script } of asked) {
      expect(options).toEqual({ threads: 1, events: 1 });
      expect(script!.variables).toEqual({ items: 3 });
    }
    expect(stopped).toEqual(["head", "base"]);
  });

  it("and what base's schema cannot run is told by its statement", async () => {
    const { newcomers } = await attempt((arm, file) =>
      arm === "base" && file === "checkout.sql" ? MISSING : null,
    );
    expect([...newcomers]).toEqual([
      [
        1,
        'base\'s schema cannot run checkout.sql:3:1: INSERT INTO purchase VALUES (:id): relation "purchase" does not exist (SQLSTATE 42P01)',
      ],
    ]);
  });

  it("those of its own on base, where it has others, and told by their own statements", async () => {
    const file = { ...FILES[1]!, path: "/base/checkout.sql" };
    const ofBase = {
      script: { files: [file], variables: {} },
      statements: { "checkout.1.insert": "INSERT INTO orders VALUES (1)" },
    };
    const plan = { ...PLAN, workloads: [{ ...SCRIPTED, ofBase }] } as unknown as Plan;
    const { newcomers } = await attempt((arm) => (arm === "base" ? MISSING : null), plan);
    expect(asked.map(({ script }) => script!.files[0]!.path)).toEqual([
      "/shop/browse.sql",
      "/shop/checkout.sql",
      "/base/checkout.sql",
    ]);
    expect(newcomers.get(0)).toContain("checkout.sql:3:1: INSERT INTO orders VALUES (1): relation");
  });

  it("again with other values, where values made an event fail", async () => {
    const failed = new PlumblineError("target", "none of 1 events on server 0 succeeded");
    const { newcomers } = await attempt(() => (asked.length % 3 === 0 ? null : failed));
    expect(newcomers).toEqual(new Map());
    expect(asked).toHaveLength(12);
    expect(new Set(asked.slice(0, 3).map(({ seed }) => seed)).size).toBe(3);
  });

  it("but what fails with the values of 20 events cannot run, in the server's words", async () => {
    const failed = new PlumblineError("target", "none of 1 events on server 0 succeeded");
    const refused = ({ options }: RunRequest) => options["on-error"] === "stop";
    const trying = attempt(() => (refused(asked.at(-1)!) ? MISSING : failed));
    await expect(trying).rejects.toThrow(/head's own schema cannot run browse\.sql:3:1: .*42P01/);
    expect(asked).toHaveLength(21);
    expect(asked[20]!.seed).toBe(asked[0]!.seed);
  });

  it("but what head's own schema cannot run is an error, before base is asked", async () => {
    await expect(attempt((arm) => (arm === "head" ? MISSING : null))).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(
        "workload shop: head's own schema cannot run browse.sql:3:1: INSERT INTO",
      ),
    });
    expect(stopped).toEqual(["head"]);
  });

  it.each([
    ["a server that is gone", sqlError("57P01", "terminating connection")],
    ["a connection that is lost", sqlError("08006", "server closed the connection")],
    [
      "a load generator that was killed",
      new PlumblineError("generator", "plumbline-load was killed by SIGKILL"),
    ],
  ])("%s says nothing of a schema", async (_, failure) => {
    await expect(attempt((arm) => (arm === "base" ? failure : null))).rejects.toBe(failure);
    expect(stopped).toEqual(["head", "base"]);
  });

  it("not where there are none: no server is started", async () => {
    const plan = { ...PLAN, workloads: PLAN.workloads.slice(0, 1) };
    expect((await attempt(() => MISSING, plan)).newcomers).toEqual(new Map());
    expect(asked).toEqual([]);
    expect(stopped).toEqual([]);
  });
});
