import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { changedTexts } from "../../../../src/io/git/changed-files.ts";
import { Repository } from "../../../support/repository.ts";

it("has the texts of changed and new files, and opens nothing that a link leads to", async () => {
  const repository = new Repository();
  try {
    const { folder } = repository;
    writeFileSync(path.join(folder, "old.sql"), "SELECT 1;\n");
    repository.git("add", "old.sql");
    const base = repository.commit("first");
    writeFileSync(path.join(folder, "old.sql"), "SELECT 2;\n");
    writeFileSync(path.join(folder, "new.sql"), "SELECT 3;\n");
    symlinkSync("/dev/null", path.join(folder, "link.sql"));
    expect(await changedTexts(folder, base)).toEqual([
      { file: "old.sql", text: "SELECT 2;\n" },
      { file: "new.sql", text: "SELECT 3;\n" },
    ]);
  } finally {
    repository.remove();
  }
});
