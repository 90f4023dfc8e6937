import { expect, test } from "vitest";
import { folderOf, openStore } from "../../../../src/io/store/open.ts";

test.each([
  "",
  "plumbline.db",
  ".plumbline",
  "mysql://h/d",
  "file:",
  "file://host/x",
  "postgres:x",
  "FILE:x",
])("%j is no store, and the error says what is", async (location) => {
  await expect(openStore(location, "/")).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/^not a store: /),
    remedy: expect.stringMatching(/postgres:\/\/.*file:DIR/),
  });
});

test.each([
  ["file:kept", "/work/kept"],
  ["file:/srv/kept", "/srv/kept"],
  ["file:///srv/the%20kept", "/srv/the kept"],
  ["postgres://h/d", null],
])("%s is kept in the folder %s", (location, folder) => {
  expect(folderOf(location, "/work")).toBe(folder);
});

test("a password in a location that is no store is not printed", async () => {
  await expect(openStore("mysql://root:hunter2@h/d", "/")).rejects.toThrow("mysql://root:***@h/d");
});
