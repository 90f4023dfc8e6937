/** The post step: starts git in the checkout, whose files may be anybody's, and removes what a killed step left. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { withdraw } from "../../../../src/io/host/environment.ts";

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-post-"));

afterEach(() => {
  withdraw([]);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Of a process that has ended, and of this one. */
const LEFT = "plumbline-pass-4194305";
const OURS = `plumbline-pass-${process.pid}`;

it("gives what it starts no token, and removes the password file of a step that was killed", async () => {
  const namespace = readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  for (const name of [LEFT, OURS]) {
    mkdirSync(path.join(folder, `${name}-${namespace}-x`));
    writeFileSync(path.join(folder, `${name}-${namespace}-x`, "pgpass"), "*:*:*:*:secret-word\n");
  }
  for (const maker of [`4194305-${namespace}`, `${process.pid}-${namespace}`, "4194305-1"])
    mkdirSync(path.join(folder, `plumbline-branch-${maker}-x`));
  vi.stubEnv("TMPDIR", folder);
  const seen = path.join(folder, "seen");
  writeFileSync(path.join(folder, "git"), `#!/bin/sh\nenv >>${seen}\nexit 1\n`);
  chmodSync(path.join(folder, "git"), 0o755);
  vi.stubEnv("PATH", `${folder}${path.delimiter}${process.env["PATH"]}`);
  for (const name of ["INPUT_GITHUB-TOKEN", "INPUT_STORE", "GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN"]) {
    vi.stubEnv(name, "secret-word");
  }
  vi.stubEnv("INPUT_PUBLISH", "");
  await import("../../../../src/apps/action/post.ts");
  expect(existsSync(seen)).toBe(true);
  expect(readFileSync(seen, "utf8")).not.toContain("secret-word");
  const kept = readdirSync(folder).filter((name) => /^plumbline-(pass|branch)-/.test(name));
  // The one of another container may be in use.
  expect(kept.sort()).toEqual(
    [
      "plumbline-branch-4194305-1-x",
      `plumbline-branch-${process.pid}-${namespace}-x`,
      `${OURS}-${namespace}-x`,
    ].sort(),
  );
});
