import { expect, it } from "vitest";
import { databaseObjects } from "../../../../src/io/inspect/objects.ts";
import { OBJECT_KINDS } from "../../../../src/model/observed.ts";

it("leaves out a size that is none, and takes what is known of the others", async () => {
  const sizes = [
    { name: "t", rows: "12", bytes: "8192", statistics: "sha256 0123456789abcdef", unanalyzed: false },
    { name: "u", rows: null, bytes: 0, statistics: null, unanalyzed: true },
    { name: "v", rows: 1, bytes: "unknown", statistics: null, unanalyzed: false },
    { name: "w", rows: -3, bytes: 8192, statistics: null, unanalyzed: false },
  ];
  const found = await databaseObjects(async (sql) => (sql.includes("pg_relation_size") ? sizes : []));
  expect(found.sizes).toEqual([
    { name: "t", rows: 12, bytes: 8192, statistics: "sha256 0123456789abcdef" },
    { name: "u", rows: null, bytes: 0 },
  ]);
  expect(found.objects).toEqual([{ kind: "no-statistics", name: "u", on: "u", definition: "not analyzed" }]);
});

it("knows nothing where the server refuses the questions, and says of which kinds", async () => {
  const refuse = async () => Promise.reject(new Error("permission denied"));
  const { unread, ...found } = await databaseObjects(refuse);
  expect(found).toEqual({ objects: [], sizes: [], edition: 2 });
  expect(unread!.toSorted()).toEqual(OBJECT_KINDS.toSorted());
});
