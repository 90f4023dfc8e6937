import { expect, it } from "vitest";
import { type ActivityLook, waitsOf } from "../../../src/samples/waits.ts";

type Backend = ActivityLook["backends"][number];
const runs = (pid: number, query: string, more: Partial<Backend> = {}): Backend => {
  return { pid, active: true, type: null, event: null, query, blockers: [], ...more };
};
const locked = (pid: number, query: string, ...blockers: number[]) =>
  runs(pid, query, { type: "Lock", event: "transactionid", blockers });

it("counts who runs and who waits, second by second", () => {
  const looks = [
    {
      second: 0,
      backends: [runs(1, "SELECT 1"), runs(2, "SELECT 2", { type: "IO", event: "DataFileRead" })],
    },
    { second: 2, backends: [runs(1, "SELECT 1", { type: "IO", event: "DataFileRead" })] },
  ];
  expect(waitsOf(looks)).toEqual({
    active: [2, 0, 1],
    waits: [{ type: "IO", event: "DataFileRead", seen: [1, 0, 1], statement: "SELECT ?" }],
  });
});

it("names the holder at the end of a queue, and no values", () => {
  const holder = runs(3, "UPDATE tally SET n = n + 1 WHERE name = 'it''s mine'", { active: false });
  const looks = [
    {
      second: 0,
      backends: [locked(1, "UPDATE  a7 SET x = 12.5", 2), locked(2, "DELETE FROM b WHERE id = 3", 3), holder],
    },
    { second: 0, backends: [locked(1, "UPDATE a7 SET x = 1", 3), holder] },
  ];
  expect(waitsOf(looks).waits).toEqual([
    {
      type: "Lock",
      event: "transactionid",
      seen: [3],
      statement: "UPDATE a7 SET x = ?",
      holder: "UPDATE tally SET n = n + ? WHERE name = ?",
    },
  ]);
});

it("a circle of waiting ends, and a holder that has gone is none", () => {
  const circle = [locked(1, "A", 2), locked(2, "B", 1)];
  expect(waitsOf([{ second: 0, backends: circle }]).waits[0]).toMatchObject({
    seen: [2],
    statement: "A",
    holder: "B",
  });
  const [alone] = waitsOf([{ second: 0, backends: [locked(1, "A", 9)] }]).waits;
  expect(alone).toEqual({ type: "Lock", event: "transactionid", seen: [1], statement: "A" });
});

it("waiting for the client is not waiting, and nothing seen is nothing", () => {
  expect(
    waitsOf([{ second: 0, backends: [runs(1, "COPY", { type: "Client", event: "ClientRead" })] }]),
  ).toEqual({
    active: [1],
    waits: [],
  });
  expect(waitsOf([])).toEqual({ active: [], waits: [] });
});
