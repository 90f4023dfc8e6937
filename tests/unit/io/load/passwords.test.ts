import { existsSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { splitPassword, withPasswordFile } from "../../../../src/io/load/passwords.ts";

test.each([
  ["postgres://u:secret@h:1/db", "postgres://u@h:1/db", ["h:1:*:u:secret"]],
  [
    "postgresql://u:s%3Ae%5Cc@h/db?sslmode=require",
    "postgresql://u@h/db?sslmode=require",
    ["h:*:*:u:s\\:e\\\\c"],
  ],
  ["postgres://u:p@a:1,b:2/db", "postgres://u@a:1,b:2/db", ["a:1:*:u:p", "b:2:*:u:p"]],
  ["postgres://u:p@[::1]:5/db", "postgres://u@[::1]:5/db", ["\\:\\:1:5:*:u:p"]],
  ["postgres://u@h/db?password=p&sslmode=prefer", "postgres://u@h/db?sslmode=prefer", ["h:*:*:u:p"]],
  ["postgres://u:p@h/db?passfile=/etc/pw", "postgres://u@h/db", ["h:*:*:u:p"]],
  ["postgres://u:p@/db?host=/run/s", "postgres://u@/db?host=/run/s", ["*:*:*:u:p"]],
])("%s loses its password to a password file", (url, without, passwords) => {
  expect(splitPassword(url)).toEqual({ url: without, passwords });
});

test.each(["postgres://u@h/db", "postgres://h:5432", "host=h user=u", "postgres://u:@h/db"])(
  "%s has none and stays as it is",
  (url) => {
    expect(splitPassword(url)).toEqual({ url, passwords: [] });
  },
);

test("the file is ours alone, and gone afterwards also when its user fails", async () => {
  let file = "";
  const failing = withPasswordFile(["h:1:*:u:p"], async (name) => {
    file = name!;
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, "utf8")).toBe("h:1:*:u:p\n");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(existsSync(file)).toBe(false);
});
