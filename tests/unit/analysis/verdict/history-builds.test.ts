/** Histories on machines whose programs were renewed, and those that do not say how they were built. */
import { describe, expect, it } from "vitest";
import { comparableOf, fingerprintOf } from "../../../../src/analysis/verdict/fingerprint.ts";
import { compareHistory } from "../../../../src/analysis/verdict/history.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Run } from "../../../../src/model/run.ts";
import { builtAs, DEBIAN, NPM, on } from "../../../support/builds.ts";
import { makeRun } from "../../../support/runs.ts";
import { changeOf, codes, RULES, STAMP } from "./story.ts";

const run = (seed: number, rate = 1000): Run =>
  makeRun({
    seed,
    sessions: 4,
    noise: 0.005,
    workloads: [{ name: "point-select", rate, medianNs: 1e9 / rate }],
  });
const history = (count: number): readonly Run[] => Array.from({ length: count }, (_, i) => run(100 + i));

function compare(baseline: readonly Run[], head: Run) {
  return Report.parse(compareHistory(baseline, head, RULES, { ...STAMP, branch: "main" }));
}
/** With the fingerprint that it is measured with. */
const stored = (each: Run): Run => ({ ...each, fingerprint: fingerprintOf(comparableOf(each)) });

describe("a machine that got another build overnight", () => {
  const program = `sha256:${"a".repeat(64)}`;
  const before = history(8).map((each) => stored(on(builtAs(each, DEBIAN), { program })));
  const slow = on(builtAs(run(1, 800), DEBIAN), { program });

  it("would blame the commit, were it the same build", () => {
    expect(compare(before, stored(slow)).verdict).toBe("regressed");
  });

  it.each([
    ["libpq 15.18, now 17.2", on(slow, { libpq: 170_002 })],
    ["the C library glibc 2.36, now glibc 2.41", on(slow, { libc: "glibc 2.41" })],
    ["the load generator's compiler gcc 12.2.0, now gcc 14.2.0", on(slow, { compiler: "gcc 14.2.0" })],
    ["the load generator's linking dynamic, now static", on(slow, { static: true })],
    [
      "the load generator's program sha256:aaaaaaaaaaaa, now sha256:bbbbbbbbbbbb",
      on(slow, { program: `sha256:${"b".repeat(64)}` }),
    ],
    ["the server's compiler gcc 12.2.0, now gcc 7.5.0", builtAs(slow, NPM)],
    [
      "the server's programs sha256:dddddddddddd, now sha256:eeeeeeeeeeee",
      builtAs(slow, { ...DEBIAN, programs: `sha256:${"e".repeat(64)}` }),
    ],
  ])("blames no commit: %s", (words, head) => {
    const report = compare(before, stored(head));
    expect(report.verdict).toBe("inconclusive");
    expect(changeOf(report, "qps").verdict).toMatchObject({ kind: "too-few", have: 0 });
    const warning = report.warnings.find(({ code }) => code === "builds-differ");
    expect(warning?.message).toContain(
      "8 of 8 baseline runs were measured with a different build and are not compared",
    );
    expect(warning?.message).toContain(words);
    expect(codes(report)).not.toContain("fingerprint-differs");
  });

  it("has a warning of its own beside that about another kernel", () => {
    const renewed = on(slow, { libpq: 170_002 });
    const head = { ...renewed, environment: { ...renewed.environment, kernel: "6.12" } };
    const messages = compare(before, stored(head)).warnings.map(({ message }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(/^8 of 8 .* different build .*libpq 15\.18, now 17\.2\)$/),
    );
    expect(messages).toContainEqual(expect.stringMatching(/^8 of 8 .* other conditions .*\(kernel in 8\)$/));
  });

  it("is compared with runs of before they told of the load generator's program", () => {
    const silent = history(8).map((each) => stored(on(builtAs(each, DEBIAN), {})));
    expect(compare(silent, stored(slow)).verdict).toBe("regressed");
  });

  it("is compared with the runs since then", () => {
    const since = history(6).map((each) => stored(on(builtAs(each, DEBIAN), { libc: "glibc 2.41" })));
    const report = compare([...since, ...before], stored(on(slow, { libc: "glibc 2.41" })));
    expect(report.verdict).toBe("regressed");
    expect(report.baseline).toMatchObject({ runs: { length: 6 } });
  });
});

describe("runs of before documents told of builds", () => {
  const old = history(8).map(stored);
  const head = stored(on(builtAs(run(1, 800), DEBIAN), {}));

  it("are compared with, and once it is said that they do not tell", () => {
    const report = compare(old, head);
    expect(head.fingerprint).not.toBe(old[0]!.fingerprint);
    expect(report.verdict).toBe("regressed");
    expect(codes(report).filter((code) => code === "builds-unknown")).toHaveLength(1);
    expect(report.warnings.find(({ code }) => code === "builds-unknown")?.message).toContain(
      "8 of 8 baseline runs do not record",
    );
    expect(codes(report)).not.toContain("fingerprint-differs");
  });

  it("are not where what they tell differs: their libpq, their kernel", () => {
    expect(compare(old, stored(on(head, { libpq: 170_002 }))).baseline).toMatchObject({
      runs: { length: 0 },
    });
    const other = { ...head, environment: { ...head.environment, kernel: "6.12" } };
    expect(compare(old, stored(other)).baseline).toMatchObject({ runs: { length: 0 } });
  });
});
