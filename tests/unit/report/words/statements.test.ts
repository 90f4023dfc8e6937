import { describe, expect, it } from "vitest";
import type { StatementReport } from "../../../../src/model/report.ts";
import { movedStatements, partRows } from "../../../../src/report/words/statements.ts";
import { makeWorkload } from "../../../support/reports.ts";

const figures = (meanNs: number, p99Ns: number | null = null) => ({ calls: 10, meanNs, p99Ns });
const workload = (...statements: StatementReport[]) => ({
  ...makeWorkload({ name: "checkout", changes: [] }),
  statements,
});
const slower = {
  name: "slower",
  base: figures(100_000),
  head: figures(180_000),
  interval: { low: 0.7, high: 0.9 },
};
const faster = { name: "faster", base: figures(400_000), head: figures(100_000), interval: null };
const same = {
  name: "same",
  base: figures(100_000),
  head: figures(105_000),
  interval: { low: 0.01, high: 0.09 },
};
const noisy = {
  name: "noisy",
  base: figures(100_000),
  head: figures(150_000),
  interval: { low: -0.4, high: 3 },
};
const added = { name: "added", base: null, head: figures(50_000), interval: null };

describe("statements", () => {
  it("come with what changed most first, faster and slower alike", () => {
    const rows = partRows(workload(same, slower, added, faster).statements);
    expect(rows.map(({ name }) => name)).toEqual(["added", "faster", "slower", "same"]);
  });

  it("have no change where there is no evidence of one", () => {
    const changes = partRows(workload(noisy, slower, faster).statements).map(({ name, mean }) => [
      name,
      mean[2].replaceAll("\u00a0", " "),
    ]);
    expect(changes, "of faster nothing is known but two means").toEqual([
      ["faster", "~"],
      ["slower", "+80 %"],
      ["noisy", "~"],
    ]);
  });

  it("show what is not known as nothing", () => {
    const [row] = partRows(workload(added).statements);
    expect(row?.mean).toEqual(["–", "50.0 µs", "–"].map((cell) => cell.replace(" ", "\u00a0")));
    expect(row?.p99).toEqual(["–", "–"]);
  });

  it("moved where the mean did by more than a tenth, and say where they are new or gone", () => {
    const moved = movedStatements(
      workload(same, noisy, faster, slower, added, { ...added, name: "gone", base: figures(5), head: null }),
    );
    expect(moved.map(({ name, means }) => `${name} ${means}`.replaceAll("\u00a0", " "))).toEqual([
      "added 50.0 µs (only in head)",
      "gone 5.00 ns (only in base)",
      "slower 100 µs → 180 µs (+80 %)",
    ]);
  });

  it("are not new where nothing of base was measured", () => {
    expect(movedStatements(workload(added, { ...added, name: "another" }))).toEqual([]);
  });
});
