/** `npm run check` must notice a schema that was changed without a migration. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
let copy: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), "plumbline-drift-"));
  for (const part of ["prisma", "scripts/prisma"])
    await cp(join(ROOT, part), join(copy, part), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
});
afterEach(() => rm(copy, { recursive: true, force: true }));

const check = () => promisify(execFile)(process.execPath, ["scripts/prisma/check-drift.mjs"], { cwd: copy });

test("schema and migrations agree", async () => {
  expect((await check()).stdout).toContain("schema and migrations agree");
});

test("a column without a migration fails, with the SQL that is missing and the command that writes it", async () => {
  const path = join(copy, "prisma/schema.prisma");
  const schema = await readFile(path, "utf8");
  await writeFile(path, schema.replace("sessions  Int\n", "sessions  Int\n  extra String?\n"));
  await expect(check()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ADD COLUMN\s+"extra" TEXT[\s\S]*new-migration\.mjs NAME/),
  });
});
