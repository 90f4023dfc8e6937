import { expect, it } from "vitest";
import { type Part, reasonOf } from "../../../src/compare/reason.ts";
import type { Observed } from "../../../src/model/observed.ts";
import type { Change } from "../../../src/model/report.ts";

const observed = (value: string, settings = 1): Observed => ({
  databases: [
    {
      database: "plumbline_1",
      workloads: ["w"],
      objects: Array.from({ length: settings }, (_, at) => ({
        kind: "setting",
        name: `s${at}`,
        definition: value,
      })),
      sizes: [],
    },
  ],
  plans: [],
});
const part = (gate: Partial<Change>): Part => {
  const change = { role: "gate", metric: "qps", verdict: { kind: "regressed" }, ...gate } as Change;
  return { report: { name: "w", changes: [change] }, base: [], head: [] };
};

it("tells what differs of any run, and causes of regressed gates of speed alone", () => {
  const [base, head] = [{ observed: observed("on") }, { observed: observed("off") }];
  expect(reasonOf(base, head, [part({})])).toMatchObject({
    differences: [{ name: "s0", base: "on", head: "off" }],
    causes: [{ workload: "w", kind: "setting", shown: false }],
  });
  for (const quiet of [
    { verdict: { kind: "unchanged" } },
    { role: "information" },
    { metric: "failed-share" },
  ] as const)
    expect(reasonOf(base, head, [part(quiet as Partial<Change>)])).toMatchObject({ causes: [] });
});

it("says nothing where one of the servers was not looked at", () => {
  expect(reasonOf({}, { observed: observed("on") }, [])).toBeUndefined();
  expect(reasonOf(undefined, { observed: observed("on") }, [])).toBeUndefined();
});

it("lists no more than a hundred of a kind, and says how many it left out", () => {
  const reason = reasonOf({ observed: observed("on", 130) }, { observed: observed("off", 130) }, [])!;
  expect(reason.differences).toHaveLength(100);
  expect(reason.more).toBe(30);
});
