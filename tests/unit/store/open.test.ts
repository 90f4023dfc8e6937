import { expect, test } from "vitest";
import { openStore } from "../../../src/store/open.ts";

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

test("a password in a location that is no store is not printed", async () => {
  await expect(openStore("mysql://root:hunter2@h/d", "/")).rejects.toThrow("mysql://root:***@h/d");
});
