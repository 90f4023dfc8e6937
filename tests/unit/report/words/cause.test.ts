import { describe, expect, it } from "vitest";
import type { CauseSearch, ProvedCause } from "../../../../src/model/cause-search.ts";
import type { Reason } from "../../../../src/model/reason.ts";
import type { Report } from "../../../../src/model/report.ts";
import { causesTable, impossibleSearches, reasonSentences } from "../../../../src/report/words/cause.ts";
import { plainSpaces } from "../../../../src/text/units.ts";

const effect = (estimate: number, half = 0.02) => ({ estimate, low: estimate - half, high: estimate + half });
const cause = (more: Partial<ProvedCause> = {}): ProvedCause => ({
  part: {
    kind: "schema",
    file: "db/5.sql",
    line: 12,
    text: "CREATE INDEX person_hits ON person (hits)",
    statements: 1,
  },
  alone: effect(-0.161),
  without: effect(0.001),
  mechanism: [],
  work: [],
  ...more,
});
const search = (more: Partial<CauseSearch> = {}): CauseSearch => ({
  workload: "update",
  metric: "qps",
  outcome: "found",
  whole: effect(-0.16),
  causes: [cause()],
  rest: effect(0.001),
  parts: 4,
  comparisons: 5,
  seconds: 12,
  ...more,
});
const reason = (...workloads: readonly string[]): Reason => ({
  differences: [],
  sizes: [],
  plans: [],
  files: [],
  more: 0,
  causes: workloads.map((workload) => ({
    workload,
    kind: "setting",
    shown: false,
    name: "jit",
    base: "off",
    head: "on",
  })),
});
const said = (about: Pick<Report, "causes" | "reason">) =>
  reasonSentences(about as Report).map(({ code, text }) =>
    plainSpaces(code === null ? text : `[${code}] ${text}`),
  );

describe("reasonSentences", () => {
  it("names the statement with its line, its effect alone and head's without it, and how it works", () => {
    const work = [
      { metric: "hot-updates", base: 0.97, head: 0 },
      { metric: "wal-bytes", base: 230, head: 610 },
      { metric: "buffers", base: 6, head: 17 },
    ] as const;
    expect(said({ causes: [search({ causes: [cause({ work })] })] })).toEqual([
      "[db/5.sql:12 CREATE INDEX person_hits ON person (hits)] is the cause: alone QPS −16.1 % (−18.1 .. −14.1), without it +0.1 % (−1.9 .. +2.1). HOT updates 97.0 % → 0 %. Per event: WAL 230 B → 610 B, buffers 6.00 → 17.0.",
    ]);
  });

  it("says the plan that turned, and nothing that only differs", () => {
    const mechanism = [
      {
        workload: "update",
        kind: "plan",
        shown: true,
        sql: "SELECT 1",
        base: "Index Scan",
        head: "Seq Scan",
      },
      { workload: "update", kind: "index-new", shown: false, name: "person_hits" },
    ] as const;
    const [sentence] = said({ causes: [search({ causes: [cause({ mechanism })] })] });
    expect(sentence).toMatch(/SELECT 1 has another plan: Seq Scan \(was Index Scan\)\.$/);
  });

  it("says which of the two proofs there is", () => {
    const one = cause({ alone: null });
    expect(said({ causes: [search({ causes: [one] })] })[0]).toContain(
      "is the cause: it cannot be done alone, without it QPS +0.1 %",
    );
    expect(said({ causes: [search({ causes: [cause({ without: null })] })] })[0]).toContain(
      "head cannot do without it",
    );
    const server = cause({
      part: { kind: "server", text: "PostgreSQL 18.0 instead of 17.6", statements: 0 },
      alone: null,
      without: null,
    });
    expect(said({ causes: [search({ causes: [server], whole: null, rest: null })] })).toEqual([
      "[The server (PostgreSQL 18.0 instead of 17.6)] is the cause: set-up and scripts are the same on both arms.",
    ]);
  });

  it("has a table where several parts add up, and says what they leave", () => {
    const second = cause({
      part: { ...cause().part, line: 14, text: "CREATE INDEX b" },
      alone: effect(-0.1),
      without: null,
    });
    const both = search({
      causes: [cause(), second],
      whole: effect(-0.3),
      rest: effect(-0.07),
      outcome: "part",
      why: "the time for it was over",
    });
    expect(said({ causes: [both] })).toEqual([
      "2 parts of the change are the cause: QPS −30 % (−32 .. −28) together, −7.0 % (−9.0 .. −5.0) without them. What they leave was not found: the time for it was over.",
    ]);
    expect(causesTable(both)!.rows.map((row) => row.map(plainSpaces))).toEqual([
      [
        "db/5.sql:12 CREATE INDEX person_hits ON person (hits)",
        "−16.1 % (−18.1 .. −14.1)",
        "+0.1 % (−1.9 .. +2.1)",
      ],
      ["db/5.sql:14 CREATE INDEX b", "−10.0 % (−12.0 .. −8.0)", "not possible"],
    ]);
  });

  it("leaves what only goes together to the workloads without a proof", () => {
    const sentences = said({ causes: [search()], reason: reason("update", "read") });
    expect(sentences).toHaveLength(2);
    expect(sentences[1]).toMatch(/goes together|Goes together/);
  });

  it("says what was tried in vain, and why it ended", () => {
    const vain = search({ outcome: "not-found", causes: [], why: "the copies do not show the effect again" });
    expect(said({ causes: [vain] })).toEqual([
      "The cause of update was not found by experiment (4 parts of the change, 5 comparisons): the copies do not show the effect again.",
    ]);
  });

  it("names the workload where several were looked into", () => {
    const sentences = said({ causes: [search(), search({ workload: "read" })] });
    expect(sentences.map((text) => /is the cause of (\w+):/.exec(text)?.[1])).toEqual(["update", "read"]);
  });
});

it("tells apart what could not be tried", () => {
  const not = search({ outcome: "not-possible", causes: [], why: "sessions share the database" });
  expect(said({ causes: [not] })).toEqual([]);
  expect(impossibleSearches({ causes: [not] } as unknown as Report)).toEqual([
    "The cause of update could not be looked for by experiment: sessions share the database.",
  ]);
});
