import { expect, it } from "vitest";
import { backendsOf } from "../../../../src/io/inspect/waits.ts";

const BACKEND = { pid: 7, active: true, type: "Lock", event: "tuple", query: "SELECT 1", blockers: [8] };

it("takes the connections of a look, and leaves out what is none", () => {
  const others = [{}, { ...BACKEND, blockers: null }, { ...BACKEND, pid: "7" }];
  expect(backendsOf([BACKEND, ...others, { ...BACKEND, type: null, event: null }])).toEqual([
    BACKEND,
    { ...BACKEND, type: null, event: null },
  ]);
});
