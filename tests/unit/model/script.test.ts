import { describe, expect, it } from "vitest";
import { pairStatementNames } from "../../../src/model/script.ts";

/** As "checkout.1.select", "checkout.2.update" ... */
const statements = (...texts: readonly string[]) =>
  Object.fromEntries(
    texts.map((sql, i) => [`checkout.${i + 1}.${sql.split(" ")[0]!.toLowerCase()}`, sql] as const),
  );
const names = (base: readonly string[], head: readonly string[]) => {
  const found = pairStatementNames(statements(...base), statements(...head));
  return Object.keys(statements(...base)).map((name) => found.get(name));
};

describe("base's statements beside head's", () => {
  it("are called as they are where the scripts are the same", () => {
    expect(names(["SELECT a", "UPDATE b"], ["SELECT a", "UPDATE b"])).toEqual([
      "checkout.1.select",
      "checkout.2.update",
    ]);
  });

  it("keep with what only moved, and are told apart where another one has their number", () => {
    expect(names(["SELECT a", "UPDATE b"], ["SELECT x", "SELECT a", "UPDATE b"])).toEqual([
      "checkout.2.select",
      "checkout.3.update",
    ]);
    expect(names(["SELECT a", "UPDATE b"], ["SELECT x", "UPDATE b"])).toEqual([
      "checkout.1.select of base",
      "checkout.2.update",
    ]);
  });

  it("have names of their own where head has none of the text, and each text one partner", () => {
    expect(names(["SELECT a", "SELECT a", "DELETE c"], ["SELECT a"])).toEqual([
      "checkout.1.select",
      "checkout.2.select",
      "checkout.3.delete",
    ]);
  });
});
