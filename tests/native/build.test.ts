/** What the build asks for, and says where it is not there. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const native = join(import.meta.dirname, "../../runner-native");
const folder = mkdtempSync(join(tmpdir(), "plumbline-build-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("asks for libpq 14, in one sentence before all other errors", () => {
  const { stdout } = spawnSync("pg_config", ["--includedir"], { encoding: "utf8" });
  const include = join(folder, "include");
  mkdirSync(include);
  const headers = readFileSync(join(stdout.trim(), "libpq-fe.h"), "utf8");
  writeFileSync(join(include, "libpq-fe.h"), headers.replace("#define LIBPQ_HAS_PIPELINING", "//"));
  const args = ["-D_GNU_SOURCE", "-fsyntax-only", `-I${include}`, `-I${stdout.trim()}`, "-Isrc"];
  const done = spawnSync("gcc", [...args, "src/machine/conn.c"], { cwd: native, encoding: "utf8" });
  expect(done.status).not.toBe(0);
  expect(/error: .*/.exec(done.stderr)?.[0]).toContain("plumbline-load needs libpq 14 or later");
});
