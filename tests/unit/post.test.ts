/** The post step starts git in the checkout, whose files may be anybody's. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { withdraw } from "../../src/host/environment.ts";

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-post-"));

afterEach(() => {
  withdraw([]);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it("gives what it starts no token", async () => {
  const seen = path.join(folder, "seen");
  writeFileSync(path.join(folder, "git"), `#!/bin/sh\nenv >>${seen}\nexit 1\n`);
  chmodSync(path.join(folder, "git"), 0o755);
  vi.stubEnv("PATH", `${folder}${path.delimiter}${process.env["PATH"]}`);
  for (const name of ["INPUT_GITHUB-TOKEN", "INPUT_STORE", "GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN"]) {
    vi.stubEnv(name, "secret-word");
  }
  vi.stubEnv("INPUT_PUBLISH", "");
  await import("../../src/post.ts");
  expect(existsSync(seen)).toBe(true);
  expect(readFileSync(seen, "utf8")).not.toContain("secret-word");
});
