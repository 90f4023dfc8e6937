import { describe, expect, it } from "vitest";
import type { Warning } from "../../../../src/model/document.ts";
import { notesOf } from "../../../../src/report/words/warnings.ts";
import { makeReport } from "../../../support/reports.ts";

const REPORT = makeReport({
  workloads: ["checkout", "restock", "browse", "report", "search", "login", "archive"].map((name) => ({
    name,
    changes: [{ metric: "qps" }],
  })),
});
const steal: Warning = { code: "steal", message: "the host took CPU time", remedy: "use another" };
const of = (...warnings: readonly Warning[]) => notesOf({ ...REPORT, warnings });
const textOf = (warning: Warning) => of(warning)[0]!.text;

it("a warning names what it is about where its message does not", () => {
  expect(textOf(steal)).toBe("the host took CPU time");
  expect(textOf({ ...steal, workload: "a", metric: "qps" })).toBe("the host took CPU time (a, QPS)");
  expect(textOf({ ...steal, message: "QPS of a: it drifts", workload: "a", metric: "qps" })).toBe(
    "QPS of a: it drifts",
  );
  expect(textOf({ ...steal, metric: "not-ours" })).toBe("the host took CPU time (not-ours)");
  expect(textOf({ ...steal, message: "checkout was short", workload: "checkout" })).toBe(
    "checkout was short",
  );
});

describe("warnings of one kind", () => {
  const busy = (workload: string, share: number): Warning => ({
    code: "cpu-shared",
    message: `other processes took ${share} % of a CPU`,
    remedy: `take ${share + 1} sessions`,
    workload,
  });

  it("are one note, whatever their numbers and workloads", () => {
    const [note, ...others] = of(busy("checkout", 62), busy("restock", 67.5), busy("browse", 64));
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      text: "other processes took 62 % of a CPU (checkout); likewise restock and browse",
      remedy: "take 63 sessions",
      warnings: [{}, {}, {}],
    });
  });

  it("name a few workloads and count the rest", () => {
    const [note] = of(
      ...["checkout", "restock", "browse", "report", "search", "login", "archive"].map((name) =>
        busy(name, 5),
      ),
    );
    expect(note!.text).toMatch(/\(checkout\); likewise restock, browse, report, search and 2 more$/);
  });

  it("stay apart where they say something else", () => {
    expect(
      of(busy("checkout", 5), { ...busy("restock", 5), message: "one process took 5 % of a CPU" }),
    ).toHaveLength(2);
    expect(of(busy("checkout", 5), { ...busy("restock", 5), code: "steal" })).toHaveLength(2);
    expect(of(busy("checkout", 5), { ...busy("restock", 5), remedy: "rest" })).toHaveLength(2);
  });
});

it("a warning about a gate without an answer comes first, and need not be unfolded", () => {
  const report = makeReport({
    workloads: [
      { name: "a", changes: [{ metric: "qps", verdict: { kind: "inconclusive", why: "noise" } }] },
      { name: "b", changes: [{ metric: "qps" }] },
    ],
  });
  const drift = (workload: string): Warning => ({ ...steal, code: "drift", workload, metric: "qps" });
  const notes = notesOf({ ...report, warnings: [steal, { ...drift("b"), message: "b moves" }, drift("a")] });
  expect(notes.map(({ isOpen }) => isOpen)).toEqual([true, false, false]);
  expect(notes[0]!.warnings).toEqual([drift("a")]);
});
