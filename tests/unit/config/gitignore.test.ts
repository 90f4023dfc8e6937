import { expect, it } from "vitest";
import { ignoringWritten } from "../../../src/config/gitignore.ts";

it("adds the folders that invocations write to, once", () => {
  const first = ignoringWritten("");
  expect(first).toEqual({ text: "plumbline-out/\n.plumbline/\n", added: ["plumbline-out/", ".plumbline/"] });
  expect(ignoringWritten(first.text)).toEqual({ text: first.text, added: [] });
});

it("keeps what is there, and knows other ways to name a folder", () => {
  expect(ignoringWritten("node_modules/\n/plumbline-out").text).toBe(
    "node_modules/\n/plumbline-out\n.plumbline/\n",
  );
  expect(ignoringWritten("plumbline-out\r\n.plumbline\r\n").added).toEqual([]);
  expect(ignoringWritten("# plumbline-out/\n!.plumbline/\n").added).toHaveLength(2);
});
