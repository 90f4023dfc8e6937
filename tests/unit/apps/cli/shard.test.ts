import { expect, it } from "vitest";
import { indexZeroOf } from "../../../../src/apps/cli/shard.ts";

it("finds index 0 at an address, and none in the name of a file", () => {
  expect(indexZeroOf("http://load-0.load:7000/")!.host).toBe("load-0.load:7000");
  expect(indexZeroOf("http:plumbline.yml")).toBeNull();
});

it.each(["http://", "http://10.0.0.1:70000", "https://[::1"])("refuses %s", (plan) => {
  expect(() => indexZeroOf(plan)).toThrow(
    expect.objectContaining({ kind: "usage", message: `--plan ${plan} is no address` }),
  );
});
