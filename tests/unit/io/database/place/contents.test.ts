import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { atOnce } from "../../../../../src/io/database/place/contents.ts";

it("answers in the order of the items, whichever is done first, and has 32 under way at most", async () => {
  let [under, most] = [0, 0];
  const work = async (item: number) => {
    most = Math.max(most, ++under);
    await sleep(item % 3);
    under--;
    return -item;
  };
  const items = Array.from({ length: 100 }, (_, item) => item);
  expect(await atOnce(items, work)).toEqual(items.map((item) => -item));
  expect(most).toBe(32);
  expect(await atOnce([], work)).toEqual([]);
});

it("ends with what the first that fails ends with", async () => {
  const work = async (item: number) => {
    if (item === 2) throw new Error("two");
  };
  await expect(atOnce([1, 2, 3], work)).rejects.toThrow("two");
});
