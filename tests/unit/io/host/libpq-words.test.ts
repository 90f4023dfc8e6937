import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { libpqWords, passwordOf } from "../../../../src/io/host/libpq-words.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

it("take a password from a password file, whatever its lines end with", () => {
  const file = path.join(temporaryFolder(), "passwords");
  writeFileSync(file, "# ours\r\nother:*:*:*:no\r\nhost:*:shop:ann:one\\:two\r\n*:*:*:*:last\r");
  chmodSync(file, 0o600);
  const words = libpqWords("postgres://ann@host/shop", { PGPASSFILE: file });
  expect(passwordOf(words, { host: "host", port: 5432 })).toBe("one:two");
  expect(passwordOf(words, { host: "elsewhere", port: 5432 })).toBe("last");
});
