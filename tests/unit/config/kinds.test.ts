/** Gates of kinds of events, held against the kinds that there are: every error names its place. */
import { describe, expect, it } from "vitest";
import { checkKinds } from "../../../src/config/kinds.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import type { PlumblineError } from "../../../src/model/errors.ts";
import { describeWorkload } from "../../support/describe.ts";

/** The errors of one workload, whose gates begin at 4:11. */
function errorsOf(run: string, gates: string): readonly string[] {
  const text = `database: { deploy: { local: {} } }
workloads:
  - { name: w, run: ${run}, gates: {
          ${gates} } }
`;
  const asked = describeWorkload(run);
  try {
    checkKinds(parseConfig(text, "plumbline.yml"), [{ asked, usual: asked }]);
    return [];
  } catch (error) {
    expect(error).toMatchObject({
      kind: "usage",
      remedy: expect.stringContaining("plumbline-load describe"),
    });
    return (error as PlumblineError).message.split("\n");
  }
}

describe("gates of kinds of events", () => {
  it("may be of all that a workload has", () => {
    expect(errorsOf("tpcc", "tpmc: 3%, p90:new_order: 10%, rate:stock_level: 5%, qps: 2%")).toEqual([]);
    expect(errorsOf("kv", "p99:read: 10%")).toEqual([]);
  });

  it.each([
    ["tpcc", "p90:new_oder: 10%", 'tpcc has no kind of events "new_oder"; did you mean "new_order"?'],
    [
      "tpcc",
      "p90:checkout: 10%",
      'tpcc has no kind of events "checkout"; there are new_order, payment, order_status, delivery, stock_level',
    ],
    ["oltp_point_select", "p90:read: 10%", "oltp_point_select has one kind of events: gate p95 itself"],
    ["oltp_point_select", "rate:read: 10%", "oltp_point_select has one kind of events: gate tps itself"],
    ["kv", "tpmc: 3%", "kv has no tpmC, which only tpcc has"],
    [
      "kv",
      "recovery: 25%",
      "there is no disruption to recover from: give the workload `timeline: { disruptions: [{ at: 5s, restart: server }] }`",
    ],
  ])("%s: %s", (run, gates, cause) => {
    expect(errorsOf(run, gates)).toEqual([`plumbline.yml:4:11: w: ${cause}`]);
  });
});
