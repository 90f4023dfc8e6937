import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlannedWorkload } from "../../../src/config/plan.ts";
import { assureShareable, optionsOfShard } from "../../../src/config/share.ts";

const entry = (options: PlannedWorkload["options"] = {}) => ({ name: "look-up", options });

describe("the parts of a load", () => {
  it("together have the connections of the whole, and are numbered", () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }));
    fc.assert(
      fc.property(sizes, ([each, shards]) => {
        const parts = Array.from({ length: shards }, (_, index) =>
          optionsOfShard({ rate: 300, threads: each * shards }, each * shards, index, shards),
        );
        expect(parts.reduce((sum, part) => sum + Number(part["threads"]), 0)).toBe(each * shards);
        expect(parts.map((part) => part["shard"])).toEqual(parts.map((_, i) => `${i + 1}/${shards}`));
        // The load generator shares it by --shard.
        expect(parts.every((part) => part["rate"] === 300)).toBe(true);
      }),
    );
  });

  it("are equal, or it says which would be", () => {
    expect(() => assureShareable(entry(), 6, 3)).not.toThrow();
    expect(() => assureShareable(entry(), 16, 3)).toThrow(
      expect.objectContaining({
        kind: "usage",
        message: "workload look-up: 16 connections (threads) cannot be split evenly among 3 shards",
        remedy: "set threads to 15 or 18",
      }),
    );
    expect(() => assureShareable(entry(), 1, 3)).toThrow(
      expect.objectContaining({ remedy: "set threads to 3" }),
    );
  });

  it("are of the measured load alone: what one machine does by itself is refused", () => {
    const alone = { capacity: {}, timeline: {} } as Pick<PlannedWorkload, "capacity" | "timeline">;
    const { capacity, timeline } = alone as Required<typeof alone>;
    expect(() => assureShareable({ ...entry(), capacity }, 3, 3)).toThrow(
      "a capacity is searched from one machine",
    );
    expect(() => assureShareable({ ...entry(), timeline }, 3, 3)).toThrow(
      "a timeline is played from one machine",
    );
  });

  it.each([
    [{ shard: "1/2" }, "shard is each shard's own"],
    [{ "start-at": 5 }, "start-at is each shard's own"],
    [{ events: 2 }, "2 events cannot be split among 3 shards"],
  ])("refuses %j", (options, message) => {
    expect(() => assureShareable(entry(options), 3, 3)).toThrow(message);
  });
});
