import { describe, expect, it } from "vitest";
import type { HostReport } from "../../../../src/model/hosts.ts";
import { hostTable } from "../../../../src/report/words/hosts.ts";

const host = (name: string, load: Partial<NonNullable<HostReport["load"]>> = {}): HostReport => ({
  host: name,
  load: { connections: 4, events: 999, share: 0.5, meanNs: 2_000_000, p99Ns: 9_000_000, errors: 1, ...load },
});
const text = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("\u00a0", " "));

describe("the table of hosts", () => {
  it("is none without hosts", () => expect(hostTable(undefined)).toBeNull());

  it("has a row for each, in one unit, without an arm where there is one", () => {
    const table = hostTable({
      base: [],
      head: [host("a"), host("b", { meanNs: 300_000, connections: 3.5 })],
    });
    expect(table?.rows.map(([name]) => name)).toEqual(["a", "b"]);
    expect(table?.rows.map(([, ...cells]) => text(cells))).toEqual([
      ["4", "50 %", "2.00 ms", "9.00 ms", "0.1 %"],
      ["3.50", "50 %", "0.300 ms", "9.00 ms", "0.1 %"],
    ]);
    for (const cells of table!.rows) expect(cells).toHaveLength(table!.columns.length);
  });

  it("names the arm where both have several, and shows nothing for what is not known", () => {
    const dead = { share: null, meanNs: null, p99Ns: null, events: 0, errors: 0 };
    const table = hostTable({ base: [host("a", dead)], head: [{ host: "node-1" }] });
    expect(table?.rows.map(([name]) => name)).toEqual(["base: a", "head: node-1"]);
    expect(text(table!.rows[0]!.slice(1))).toEqual(["4", "–", "–", "–", "–"]);
    expect(text(table!.rows[1]!.slice(1))).toEqual(["–", "–", "–", "–", "–"]);
  });

  it("has the CPU of nodes where somebody told of one", () => {
    const cpu = { cpus: 1.524, share: 0.381 };
    const head = [{ ...host("a"), cpu }, { host: "n2", cpu: { cpus: null, share: 0.5 } }, host("c")];
    const table = hostTable({ base: [], head });
    expect(table?.columns.at(-1)?.title).toBe("CPU of the node");
    expect(table?.rows.map((cells) => text(cells).at(-1))).toEqual(["1.52 CPUs (38 %)", "50 %", "–"]);
  });

  it("says which machine a host was taken for by its order alone", () => {
    const head = [{ ...host("127.0.0.1:4000"), node: "yb-0", cpu: { cpus: 1, share: null } }, host("b")];
    expect(hostTable({ base: [], head })?.rows.map(([name]) => name)).toEqual([
      "127.0.0.1:4000 (node yb-0, by order)",
      "b",
    ]);
  });
});
