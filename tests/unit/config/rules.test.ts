import { expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { rulesOf } from "../../../src/config/rules.ts";

const rules = (more: string) =>
  rulesOf(
    parseConfig(
      `database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_read_only }]\n${more}`,
      "plumbline.yml",
    ),
  );

it("judges by what the file says", () => {
  const said = rules(
    "alpha: 0.01\nerrors: 1%\ndecide: margin-proven\ngates: { qps: 5%, server-cpu: false, p99: { change: 20%, floor: 1ms } }",
  );
  expect(said).toMatchObject({ alpha: 0.01, errorLimit: 0.01, decide: "margin-proven" });
  expect(said.gates).toEqual([
    { metric: "qps", margin: 0.05, floor: null },
    { metric: "p99", margin: 0.2, floor: 1e6 },
  ]);
});

it("judges by docs/method.md where the file says nothing", () => {
  expect(rules("")).toEqual({
    alpha: 0.05,
    errorLimit: 0.001,
    decide: "significant-and-relevant",
    gates: [
      { metric: "qps", margin: 0.02, floor: null },
      { metric: "server-cpu", margin: 0.02, floor: null },
      { metric: "p99", margin: 0.08, floor: 10_000 },
    ],
    measured: { looks: "auto", workloads: [{ name: "a", load: { run: "oltp_read_only" } }] },
  });
});

it("says that builds are what is compared where the file does, and else nothing of them", () => {
  expect(rules("measure: { builds: compared }").builds).toBe("compared");
  expect(rules("measure: { builds: alike }")).not.toHaveProperty("builds");
  expect(() => rules("measure: { builds: any }")).toThrow(/measure\.builds/);
});
