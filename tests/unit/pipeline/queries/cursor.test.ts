import { expect, it } from "vitest";
import { cursorOf, positionOf } from "../../../../src/pipeline/queries/cursor.ts";

const PLACE = {
  orderedAt: "2026-11-01T00:00:00.000Z",
  measuredAt: "2026-11-01T01:00:00.000Z",
  id: "6f1f7f0e-0b5a-4c1e-9a53-0d6a3c1d2e4f",
};

it("comes back as the place that it was made of, and stands in an address as it is", () => {
  const cursor = cursorOf(PLACE);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(positionOf(cursor)).toEqual(PLACE);
});

it.each(["", "x", cursorOf(PLACE).slice(1), cursorOf({ ...PLACE, id: "' OR 1=1" }), "W10"])(
  "that nobody was given is refused: %s",
  (cursor) => {
    expect(() => positionOf(cursor)).toThrow(/^after: /);
  },
);
