import { describe, expect, it } from "vitest";
import { withAcceptances } from "../../../../src/analysis/history/acceptances.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { compareHistory } from "../../../../src/analysis/verdict/history.ts";
import { limitChanges } from "../../../../src/analysis/verdict/limits.ts";
import { parseConfig } from "../../../../src/config/parse.ts";
import { rulesOf } from "../../../../src/config/rules.ts";
import { EXIT_CODE } from "../../../../src/model/errors.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import { exitCodeOf } from "../../../../src/pipeline/invocation/exit-code.ts";
import { limitText } from "../../../../src/report/words/limits.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makeRun } from "../../../support/runs.ts";
import { quietPair, STAMP } from "./story.ts";

const rules = (
  more = "",
  workloads = "[{ name: point-select, run: oltp_point_select, options: { threads: 16 } }]",
) =>
  rulesOf(parseConfig(`database: { deploy: { local: } }\nworkloads: ${workloads}\n${more}`, "plumbline.yml"));
const textsOf = (base: Rules, head: Rules) =>
  limitChanges(base, head).map((change) => `${limitText(change)}${change.wider ? "" : ", not wider"}`);

describe("what head's config file judges otherwise", () => {
  it.each<[string, Rules, Rules, readonly string[]]>([
    ["nothing", rules(), rules(), []],
    ["a limit", rules(), rules("gates: { qps: 60% }"), ["QPS 2 % -> 60 %"]],
    ["a tighter one", rules(), rules("gates: { qps: 1% }"), ["QPS 2 % -> 1 %, not wider"]],
    [
      "a floor",
      rules(),
      rules("gates: { p99: { change: 8%, floor: 5ms } }"),
      ["p99 8 %, at least 10 µs -> 8 %, at least 5 ms"],
    ],
    ["a gate that is gone", rules(), rules("gates: { qps: false }"), ["QPS 2 % -> no gate"]],
    ["a gate that is new", rules(), rules("gates: { mean: 5% }"), ["mean no gate -> 5 %, not wider"]],
    [
      "a trade",
      rules("gates: { server-cpu: { change: 2%, trade: fail } }"),
      rules(),
      ["server CPU 2 %, no trade -> 2 %"],
    ],
    [
      "a gate of all together",
      rules("gates: { suite: { qps: 1% } }"),
      rules(),
      ["all workloads together: QPS 1 % -> no gate"],
    ],
    ["failures", rules(), rules("errors: 5%"), ["errors 0.1 % -> 5 %"]],
    ["the error rate", rules(), rules("alpha: 0.001"), ["alpha 5 % -> 0.1 %"]],
    [
      "the decision",
      rules(),
      rules("decide: margin-proven"),
      ["decide significant-and-relevant -> margin-proven"],
    ],
    ["builds", rules(), rules("measure: { builds: compared }"), ["builds alike -> compared"]],
    ["looks", rules(), rules("measure: { looks: 1 }"), ["looks auto -> 1"]],
    [
      "one workload's own gate",
      rules("", "[{ name: a, run: oltp_read_only }, { name: b, run: oltp_read_only }]"),
      rules("", "[{ name: a, run: oltp_read_only, gates: { qps: 60% } }, { name: b, run: oltp_read_only }]"),
      ["a: QPS 2 % -> 60 %"],
    ],
    [
      "a workload that is gone",
      rules("", "[{ name: a, run: oltp_read_only }, { name: b, run: oltp_read_only }]"),
      rules("", "[{ name: a, run: oltp_read_only }]"),
      ["b: load measured -> left out"],
    ],
    [
      "a workload that is new",
      rules("", "[{ name: a, run: oltp_read_only }]"),
      rules("", "[{ name: a, run: oltp_read_only }, { name: b, run: oltp_read_only, gates: { qps: 60% } }]"),
      [],
    ],
    [
      "another load of the same name",
      rules(),
      rules("", "[{ name: point-select, run: oltp_read_only, options: { threads: 1 } }]"),
      ["point-select: threads 16 -> 1", "point-select: run oltp_point_select -> oltp_read_only"],
    ],
    [
      "an option that is spelled otherwise",
      rules("", "[{ name: a, run: oltp_read_only, options: { table-size: 10 } }]"),
      rules("", "[{ name: a, run: oltp_read_only, options: { table_size: 10 } }]"),
      [],
    ],
  ])("names %s", (_, base, head, expected) => {
    expect(textsOf(base, head)).toEqual(expected);
  });

  it.each([
    ["", ", base: { local: { settings: { fsync: 'on' } } }", "database.base nothing -> one"],
    [
      ", base: { local: }",
      ", base: { local: { settings: { fsync: 'on' } } }",
      "database.base one -> another",
    ],
    [", base: { local: }", "", "database.base one -> nothing"],
  ])("names another database for base: %s, now %s", (before, now, said) => {
    const [base, head] = [before, now].map((database) =>
      rulesOf(
        parseConfig(
          `database: { deploy: { local: }${database} }\nworkloads: [{ name: a, run: oltp_read_only }]\n`,
          "plumbline.yml",
        ),
      ),
    );
    expect(textsOf(base!, head!)).toEqual([said]);
    expect(textsOf(head!, head!)).toEqual([]);
  });

  it("is seen in rules that do not say what was measured", () => {
    const { measured: _, ...older } = rules();
    expect(textsOf(older, rules("gates: { qps: 60% }"))).toEqual(["QPS 2 % -> 60 %"]);
  });
});

/** Head's log ratio of rates; base's document holds the rules of its own config file. */
function compared(change: number, base: Rules | undefined, head: Rules): Report {
  const [before, after] = quietPair(change, { sessions: 8 });
  const own = base === undefined ? before : { ...before, rules: base };
  return Report.parse(compareArms(own, { ...after, rules: head }, head, STAMP));
}

describe("a change that widens its own limits", () => {
  const wide = rules("gates: { qps: 60%, server-cpu: 60%, p99: 60% }");

  it("is inconclusive, and says from what to what, though nothing regressed", () => {
    const report = compared(0, rules(), wide);
    expect(report.verdict).toBe("inconclusive");
    expect(report.limits).toMatchObject({ verdict: "unchanged", regressed: [] });
    expect(report.limits!.changes[0]).toMatchObject({ what: "QPS", base: "2 %", head: "60 %", wider: true });
    expect(exitCodeOf(report, "inconclusive")).toBe(EXIT_CODE.inconclusive);
  });

  it("names what base's limits would have called", () => {
    const report = compared(Math.log(0.9), rules(), wide);
    expect(report.verdict).toBe("inconclusive");
    expect(report.counts.regressed).toBe(0);
    expect(report.limits!.regressed.map(({ metric }) => metric)).toContain("qps");
  });

  it("is still red where head's own limits are broken, too", () => {
    expect(compared(Math.log(0.5), rules(), rules("gates: { qps: 3% }")).verdict).toBe("regressed");
  });

  it("passes once somebody accepts it, and not where only something else is accepted", () => {
    const report = compared(
      Math.log(0.9),
      rules(),
      rules("gates: { qps: 60%, server-cpu: false, p99: false }"),
    );
    const by = (rest: Parameters<typeof makeAcceptance>[1]) =>
      withAcceptances(report, [
        makeAcceptance("wanted", { commit: report.head.commit.sha, suite: null, ...rest }),
      ]);
    expect(by({}).verdict).toBe("accepted");
    expect(by({ via: "label", commit: "0".repeat(40) }).verdict).toBe("accepted");
    expect(by({ commit: "0".repeat(40) }).verdict).toBe("inconclusive");
    expect(by({ metric: "qps" }).verdict).toBe("inconclusive");
    expect(by({ workload: "point-select" }).verdict).toBe("inconclusive");
    expect(by({ suite: "another" }).verdict).toBe("inconclusive");
    expect(withAcceptances(by({}), []).verdict).toBe("inconclusive");
  });

  it("is judged as ever where base has no config file yet, or the same one", () => {
    expect(compared(0, undefined, wide)).toMatchObject({ verdict: "unchanged" });
    expect(compared(0, wide, wide)).toMatchObject({ verdict: "unchanged" });
    expect(compared(0, wide, wide).limits).toBeUndefined();
  });

  it("is told of tighter limits, which can only fail more", () => {
    const report = compared(0, wide, rules("gates: { qps: 3%, server-cpu: 60%, p99: 60% }"));
    expect(report.verdict).toBe("unchanged");
    expect(report.limits!.changes.every(({ wider }) => !wider)).toBe(true);
  });

  it("is held against the newest run of the branch in history mode", () => {
    const of = (seed: number, its: Rules) => ({
      ...makeRun({ seed, noise: 0.0005, sessions: 4 }),
      rules: its,
    });
    const runs = [6, 5, 4, 3, 2].map((seed) => of(seed, rules())).concat(of(1, wide));
    const head = of(9, wide);
    const about = { ...STAMP, branch: "main" };
    const report = compareHistory(runs, head, wide, about);
    expect(report.limits?.changes[0]).toMatchObject({ base: "2 %", head: "60 %" });
    expect(report.limits!.verdict).toBe("unchanged");
    expect(report.verdict).toBe("inconclusive");
    expect(compareHistory(runs, head, rules(), about).limits).toBeUndefined();
  });
});
