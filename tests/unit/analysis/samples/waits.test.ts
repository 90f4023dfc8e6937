import { expect, it } from "vitest";
import { type ActivitySample, waitsOf } from "../../../../src/analysis/samples/waits.ts";

type Backend = ActivitySample["backends"][number];
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

it("lists what was waited for most first, twenty at most, with the statement that waited most", () => {
  const on = (event: string, query: string) => runs(1, query, { type: "IO", event });
  const events = Array.from({ length: 25 }, (_, at) => on(`e${at}`, "SELECT 1"));
  const looks = [
    { second: 0, backends: [...events, on("e24", "DELETE FROM a")] },
    {
      second: 1,
      backends: [on("e24", "DELETE FROM a"), on("e24", "DELETE FROM b"), on("e3", "SELECT x1, $2, 'a")],
    },
    { second: 1, backends: [on("e3", "SELECT x1, $2, 'b'")] },
  ].map((look) => ({ ...look, backends: look.backends.map((backend, pid) => ({ ...backend, pid })) }));
  const { active, waits } = waitsOf(looks);
  expect(active).toEqual([26, 4]);
  expect(waits).toHaveLength(20);
  expect(waits.slice(0, 3)).toEqual([
    { type: "IO", event: "e24", seen: [2, 2], statement: "DELETE FROM a" },
    { type: "IO", event: "e3", seen: [1, 2], statement: "SELECT x1, $2, ?" },
    { type: "IO", event: "e0", seen: [1, 0], statement: "SELECT ?" },
  ]);
});

it("who does not run waits for nothing, and a wait without a name is none", () => {
  const idle = runs(1, "A", { active: false, type: "IO", event: "DataFileRead" });
  const half = [runs(2, "A", { type: "IO" }), runs(3, "A", { event: "DataFileRead" })];
  expect(waitsOf([{ second: 0, backends: [idle, ...half] }])).toEqual({ active: [2], waits: [] });
});

it("values of several decimals are one, and spaces around a statement none of it", () => {
  const looks = [{ second: 0, backends: [locked(1, "  UPDATE a SET x = 12.345 ", 9)] }];
  expect(waitsOf(looks).waits[0]!.statement).toBe("UPDATE a SET x = ?");
});
