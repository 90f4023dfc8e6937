import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import {
  acceptCommand,
  acceptingConfig,
  noLimit,
  reproduceCommands,
} from "../../../../src/report/words/reproduce.ts";
import { BASE_COMMIT, HEAD_COMMIT, makeChange, makeReport } from "../../../support/reports.ts";

describe("reproduceCommands", () => {
  const report = makeReport({ workloads: [] });

  it("repeats the measurement with its seed against the same base", () => {
    expect(reproduceCommands(report)).toEqual([
      `git checkout ${HEAD_COMMIT.sha}`,
      `plumbline check --mode side-by-side --base ${BASE_COMMIT.sha} --sessions 8 --seconds 8 --seed 20260302`,
    ]);
  });

  it("names the config file where it is not the default", () => {
    expect(reproduceCommands(report, "perf/oltp.yml")[1]).toMatch(
      /^plumbline check --config perf\/oltp\.yml /,
    );
  });

  it("lets nothing into a shell but hashes and plain paths", () => {
    const commit = { ...HEAD_COMMIT, sha: "$(reboot)" };
    const hostile = {
      ...report,
      head: { ...report.head, commit },
      baseline: { kind: "arm" as const, run: { ...report.head, commit } },
    };
    expect(reproduceCommands(hostile, "x.yml; reboot")).toEqual([
      "plumbline check --mode side-by-side --sessions 8 --seconds 8 --seed 20260302",
    ]);
  });
});

describe("acceptCommand", () => {
  const command = (name: string) => acceptCommand([makeChange(name, { metric: "p99" })]);

  it("names the workload, in quotes where it has spaces", () => {
    expect(command("checkout-v2")).toBe("/plumbline accept checkout-v2 p99 REASON");
    expect(command("check out")).toBe('/plumbline accept "check out" p99 REASON');
  });

  it.each(['a"b', "a\\b", "a\u202eb", "a\u0000b", "a\nb", "@octocat"])(
    "leaves out a name that nobody can write: %j",
    (name) => expect(command(name)).toBe("/plumbline accept p99 REASON"),
  );
});

describe("acceptingConfig", () => {
  it("raises each gate to the far end of its worst interval, of its workload alone", () => {
    const changes = [
      { ...makeChange("a", { metric: "p99" }), effect: 0.24, interval: { low: 0.19, high: 0.29 } },
      { ...makeChange("b", { metric: "p99" }), effect: 0.12, interval: { low: 0.1, high: 0.14 } },
      { ...makeChange("a", { metric: "qps" }), effect: -0.06, interval: { low: -0.082, high: -0.04 } },
      makeChange("a", { metric: "failed-share", base: 0.001, effect: 0.0042 }),
    ];
    expect(acceptingConfig(changes)).toEqual([
      "workloads:",
      '  - name: "a"',
      "    gates:",
      "      p99: 29%",
      "      qps: 9%",
      '  - name: "b"',
      "    gates:",
      "      p99: 14%",
    ]);
    const together = { ...changes[2]!, workload: "all workloads together" };
    expect(acceptingConfig([together])).toEqual(["gates:", "  suite:", "    qps: 9%"]);
  });

  it("proposes no limit that would guard nothing, and says so", () => {
    const of = (effect: number, low: number, high: number) => {
      return { ...makeChange("a", { metric: "qps" }), effect, interval: { low, high } };
    };
    // It goes by what got worse alone.
    expect(acceptingConfig([of(-0.05, -0.5, 1.18)]).at(-1)).toBe("      qps: 50%");
    const fresh = { ...makeChange("TPC-C", { metric: "p90:new_order" }), effect: null, interval: null };
    const failing = makeChange("a", { metric: "failed-share", base: 0.001, effect: 0.0042 });
    const still = { ...of(-1, 0, 0), interval: null };
    for (const beyond of [of(-0.05, -0.51, 1.18), still, fresh, failing]) {
      expect(acceptingConfig([beyond])).toEqual([]);
      expect(noLimit([beyond])).toMatch(/would guard nothing, so none is proposed\.$/);
    }
    const small = of(-0.05, -0.06, -0.04);
    expect(acceptingConfig([still, small]).at(-1)).toBe("      qps: 6%");
    expect(noLimit([still, small])).toMatch(/none is proposed for the rest\.$/);
    expect(noLimit([small])).toBe("");
  });

  it("writes the limit of a kind of events under its workload", () => {
    const change = makeChange("TPC-C", { metric: "p90:new_order", effect: 0.2 });
    const lines = acceptingConfig([{ ...change, interval: { low: 0.1, high: 0.3 } }]);
    expect(lines).toEqual(["workloads:", '  - name: "TPC-C"', "    gates:", "      p90:new_order: 30%"]);
  });

  it("keeps that of a gate nothing is a trade", () => {
    const strict = { ...makeChange("a", { metric: "server-cpu", effect: 0.06 }), trade: "fail" as const };
    const lines = acceptingConfig([strict, makeChange("b", { metric: "server-cpu", effect: 0.04 })]);
    const config = parseConfig(
      ["database: { deploy: { local: {} } }", ...lines.slice(0, 4), "    run: oltp_read_only"].join("\n"),
      "plumbline.yml",
    );
    const [workload] = config.workloads;
    expect(workload!.gates?.["server-cpu"]).toMatchObject({ trade: "fail" });
  });

  it("is read by plumbline.yml as no less than it was made from, however large", () => {
    for (const effect of [0.004, 0.0999, 0.29, 0.4999]) {
      const change = {
        ...makeChange("a", { metric: "p99" }),
        effect,
        interval: { low: effect / 2, high: effect },
      };
      const lines = acceptingConfig([change]);
      const config = parseConfig(
        ["database: { deploy: { local: {} } }", ...lines, "    run: oltp_read_only"].join("\n"),
        "plumbline.yml",
      );
      const gate = config.workloads[0]!.gates!["p99"]!;
      const limit = "change" in gate ? (gate.change ?? Number.NaN) : Number.NaN;
      expect(limit).toBeGreaterThanOrEqual(effect);
      expect(limit).toBeLessThan(effect * 1.01 + 0.01);
    }
  });
});
