/** What is missing on a machine, named as its package manager calls it. The managers here only write down what they are asked. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hasProgram } from "../../../../src/io/host/program.ts";
import { assurePackages, BUILD_NEEDS, type Need } from "../../../../src/io/load/packages.ts";
import { type Manager, PACKAGES } from "../../../../src/model/packages.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(path.join(folder, "bin"));
  // Nothing of this machine's managers, compilers and headers.
  symlinkSync("/usr/bin/env", path.join(folder, "bin/env"));
  vi.stubEnv("PATH", path.join(folder, "bin"));
});
const isRoot = process.getuid?.() === 0;
const asUser = () => vi.spyOn(process, "getuid").mockReturnValue(1000);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function program(name: string, text: string): void {
  writeFileSync(path.join(folder, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

/** A machine with this manager; what it installs then is there. */
function machineWith(manager: Manager): void {
  const made = ["gcc", "make"].map((name) => path.join(folder, "bin", name));
  const install = [
    ...made.map((file) => `: > ${file} && /bin/chmod +x ${file}`),
    `echo '#!/bin/sh\necho ${folder}' > ${folder}/bin/pg_config && /bin/chmod +x ${folder}/bin/pg_config`,
    `: > ${folder}/libpq-fe.h`,
  ].join("\n");
  program(manager, `echo "${manager} $*" >> ${path.join(folder, "asked")}\n${install}`);
}

const asked = () => readFileSync(path.join(folder, "asked"), "utf8").trim().split("\n");

describe("a machine without compiler, make and libpq", () => {
  it.each<[Manager, string]>([
    [
      "apt-get",
      "sudo apt-get update && sudo apt-get install -y --no-install-recommends gcc libc6-dev make libpq-dev",
    ],
    ["apk", "sudo apk add --no-cache gcc musl-dev linux-headers make libpq-dev"],
    ["dnf", "sudo dnf install -y gcc make libpq-devel"],
    ["pacman", "sudo pacman -Sy --noconfirm --needed gcc make postgresql-libs"],
    ["brew", "brew install gcc make libpq"],
  ])("with %s gets the exact command", async (manager, remedy) => {
    asUser();
    machineWith(manager);
    await expect(assurePackages(BUILD_NEEDS, false, () => undefined)).rejects.toMatchObject({
      kind: "usage",
      message: "missing on this machine: a C compiler, make, libpq's headers",
      remedy,
    });
  });

  it("with a manager that is not known is told what Debian calls it", async () => {
    asUser();
    await expect(assurePackages(BUILD_NEEDS, true, () => undefined)).rejects.toMatchObject({
      remedy: expect.stringMatching(
        /^install it with your package manager; on Debian and Ubuntu: sudo apt-get/,
      ),
    });
  });

  it.runIf(isRoot).each<[Manager, readonly string[]]>([
    [
      "apt-get",
      [
        "apt-get update -q -o DPkg::Lock::Timeout=120",
        "apt-get install -y --no-install-recommends -q -o DPkg::Lock::Timeout=120 gcc libc6-dev make libpq-dev",
      ],
    ],
    ["apk", ["apk add --no-cache gcc musl-dev linux-headers make libpq-dev"]],
    ["dnf", ["dnf install -y gcc make libpq-devel"]],
  ])("with %s gets it where root may install (skipped for others)", async (manager, commands) => {
    machineWith(manager);
    const said: string[] = [];
    await assurePackages(BUILD_NEEDS, true, (text) => said.push(text));
    expect(asked()).toEqual(commands);
    expect(said).toEqual([expect.stringMatching(/^installing gcc /)]);
    expect(hasProgram("pg_config")).toBe(true);
  });

  it.runIf(isRoot)("hears why it could not be installed (skipped for others)", async () => {
    program("apk", "echo 'ERROR: unable to select packages' >&2; exit 1");
    await expect(assurePackages(BUILD_NEEDS, true, () => undefined)).rejects.toMatchObject({
      message: expect.stringContaining("(ERROR: unable to select packages)"),
      remedy: expect.stringMatching(/^apk add/),
    });
  });
});

it("a pg_config without headers, as Debian's server brings it, is not enough", async () => {
  machineWith("apt-get");
  for (const name of ["gcc", "make"]) program(name, "");
  program("pg_config", "echo /nowhere/at/all");
  await expect(assurePackages(BUILD_NEEDS, false, () => undefined)).rejects.toMatchObject({
    message: "missing on this machine: libpq's headers",
    remedy: expect.stringMatching(/ libpq-dev$/),
  });
});

it("root is told no sudo, which containers lack", async () => {
  vi.spyOn(process, "getuid").mockReturnValue(0);
  machineWith("apk");
  await expect(assurePackages(BUILD_NEEDS, false, () => undefined)).rejects.toMatchObject({
    remedy: "apk add --no-cache gcc musl-dev linux-headers make libpq-dev",
  });
});

it("only what is missing is named, once", async () => {
  asUser();
  machineWith("apt-get");
  const missing: Need = { what: "git", packages: PACKAGES.git, isThere: () => false };
  await expect(assurePackages([missing, missing], false, () => undefined)).rejects.toMatchObject({
    remedy: "sudo apt-get update && sudo apt-get install -y --no-install-recommends git",
  });
});
