import { expect, it } from "vitest";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { allReadable, firstReadable } from "../../../../src/pipeline/queries/readable.ts";

const DAMAGED = "damaged";

async function load(id: string): Promise<string | undefined> {
  if (id === DAMAGED) throw new PlumblineError("store", "cannot read it", { unreadable: id });
  if (id === "away") throw new PlumblineError("store", "the store does not answer");
  return id === "none" ? undefined : `document ${id}`;
}

const loadAll = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(load))).filter((each) => each !== undefined);

it("goes on to the next where one cannot be read, or is not there", async () => {
  expect(await firstReadable([DAMAGED, "none", "b", "c"], load)).toBe("document b");
  expect(await firstReadable([DAMAGED], load)).toBeUndefined();
  expect(await allReadable(["a", DAMAGED, "none", "b"], loadAll)).toEqual(["document a", "document b"]);
});

it("takes a store that does not answer for no lack of documents", async () => {
  await expect(firstReadable(["away", "b"], load)).rejects.toThrow("does not answer");
  await expect(allReadable([DAMAGED, "away"], loadAll)).rejects.toThrow("does not answer");
});
