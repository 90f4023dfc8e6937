import { expect, it } from "vitest";
import { thin } from "../../../../src/report/pages/thin.ts";
import { seededRng } from "../../../../src/stats/random.ts";

const rng = seededRng(16);
const LINE = Array.from({ length: 10_000 }, (_, at) => ({ at, value: at === 4_321 ? 9 : rng() }));

it("keeps a line that has room as it is", () => {
  const few = LINE.slice(0, 300);
  expect(thin(few, 2)).toEqual(few);
});

it("covers in each column what the whole line covers, and enters and leaves it at the same values", () => {
  const kept = thin(LINE, 50);
  expect(kept.length).toBeLessThanOrEqual(4 * 200);
  for (let column = 0; column < 200; column++) {
    const within = (all: typeof LINE) => all.filter(({ at }) => Math.floor(at / 50) === column);
    const [whole, drawn] = [within(LINE), within([...kept])];
    const valuesOf = (all: typeof LINE) => all.map(({ value }) => value);
    expect([drawn[0], drawn.at(-1)]).toEqual([whole[0], whole.at(-1)]);
    expect(Math.min(...valuesOf(drawn))).toBe(Math.min(...valuesOf(whole)));
    expect(Math.max(...valuesOf(drawn))).toBe(Math.max(...valuesOf(whole)));
  }
  expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b));
});

it("loses no single point that stands out", () => {
  expect(thin(LINE, 50)).toContainEqual({ at: 4_321, value: 9 });
});
