// node scripts/run.mjs scripts/release.ts version X.Y.Z | programs FOLDER | assets FOLDER
//
// The parts of a release, in the order in which .github/workflows/release.yml takes them. One command makes one:
//
//   gh workflow run release.yml -f version=X.Y.Z
//
//   version X.Y.Z     writes the version into package.json, its lock, the sources, the changelog and every example
//   programs FOLDER   writes the hashes of FOLDER's plumbline-load-linux-x64 and -arm64 into runner-native/prebuilt.json, and makes dist/
//   assets FOLDER     adds the npm package, the SBOM, the licences, the notes and SHA256SUMS to them
//
// Nothing here asks the network or touches git: what each part did can be seen by `git diff`, and is undone by `git checkout .`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { hashOfSources } from "../src/io/load/build.ts";
import { bundle } from "./build.ts";
import { commandLine } from "./lib/command-line.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
function read(file: string) {
  return readFileSync(path.join(root, file), "utf8");
}

function write(file: string, text: string) {
  writeFileSync(path.join(root, file), text);
}

function readPackage() {
  return JSON.parse(read("package.json"));
}

// ---------------------------------------------------------------------------------------------------------------------

/** Everything is checked before anything is written. */
function writeVersion(version: string) {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) throw new Error(`not a version X.Y.Z: ${version}`);
  const { version: present } = readPackage();
  const changelog = read("CHANGELOG.md");
  // The first release has the version that the sources have had all along.
  if (order(version, present) < 0 || changelog.includes(`\n## ${version}\n`))
    throw new Error(`${version} does not come after ${present}`);
  if (changesOf(changelog, "Unreleased") === "")
    throw new Error('CHANGELOG.md has nothing under "## Unreleased": say what changed for users');

  write("CHANGELOG.md", changelog.replace("\n## Unreleased\n", `\n## ${version}\n`));
  for (const file of ["package.json", "package-lock.json"]) {
    const document = JSON.parse(read(file));
    document.version = version;
    if (document.packages !== undefined) document.packages[""].version = version;
    write(file, `${JSON.stringify(document, null, 2)}\n`);
  }
  const source = "src/model/version.ts";
  write(source, read(source).replace(/VERSION = ".*"/, `VERSION = "${version}"`));
  for (const file of pages()) {
    const text = read(file).replace(BEFORE_FIRST, "");
    write(file, text.replace(PINS, `$<before>v${version}`));
  }
}

/** Paragraphs that are true until there is a release. */
const BEFORE_FIRST = /<!-- before the first release -->\n[\s\S]*?<!-- \/ -->\n\n?/g;

/** The action by its name, and a clone of it for its command line. */
const PINS = /(?<before>\bplumbline\/plumbline@|git clone .*--branch )(?:main|v\d+\.\d+\.\d+)\b/g;

/** Pages from which people copy the action's name. */
function pages() {
  const docs = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" });
  const named = docs.filter((name) => /\.(md|yml)$/.test(name) && !name.startsWith("decisions"));
  return ["README.md", "SECURITY.md", ...named.map((name) => path.join("docs", name))];
}

/** @returns below 0 where version a comes before b */
function order(a: string, b: string): number {
  const right = b.split(".").map(Number);
  const differences = a.split(".").map((part, at) => Number(part) - (right[at] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The part of the changelog below a heading. */
function changesOf(changelog: string, heading: string) {
  const parts = changelog.split(/^## /m);
  return (
    parts
      .find((part: string) => part.startsWith(`${heading}\n`))
      ?.slice(heading.length)
      .trim() ?? ""
  );
}

// ---------------------------------------------------------------------------------------------------------------------

/** Offset of the CPU in ELF's header (`man 5 elf`), and its values there. */
const MACHINE_AT = 18;
const MACHINES = { "linux-x64": 62, "linux-arm64": 183 };

async function writePrograms(folder: string) {
  const sha256 = Object.fromEntries(
    Object.entries(MACHINES).map(([platform, machine]) => {
      const file = path.join(folder, `plumbline-load-${platform}`);
      const bytes = readFileSync(file);
      const isElf = bytes.subarray(0, 4).toString("latin1") === "\x7fELF";
      if (!isElf || bytes.readUInt16LE(MACHINE_AT) !== machine)
        throw new Error(`${file} is no program for ${platform}`);
      return [platform, hashOf(bytes)];
    }),
  );
  const { version } = readPackage();
  const record = { version, sources: hashOfSources(path.join(root, "runner-native")), sha256 };
  write("runner-native/prebuilt.json", `${JSON.stringify(record, null, 2)}\n`);
  await bundle(path.join(root, "dist"));
}

function hashOf(bytes: Buffer) {
  return createHash("sha256").update(bytes).digest("hex");
}

// ---------------------------------------------------------------------------------------------------------------------

async function writeAssets(folder: string) {
  const { version } = readPackage();
  execFileSync("npm", ["pack", "--silent", "--pack-destination", path.resolve(folder)], {
    cwd: root,
    stdio: "ignore",
  });
  writeFileSync(
    path.join(folder, "sbom.cdx.json"),
    `${JSON.stringify(await billOfMaterials(version), null, 2)}\n`,
  );
  copyFileSync(
    path.join(root, "runner-native/static/licences.txt"),
    path.join(folder, "licences-plumbline-load.txt"),
  );
  copyFileSync(path.join(root, "dist/licences.txt"), path.join(folder, "licences-dist.txt"));
  writeFileSync(path.join(folder, "notes.md"), `${changesOf(read("CHANGELOG.md"), version)}\n`);
  const names = readdirSync(folder).filter((name) => !["SHA256SUMS", "notes.md"].includes(name));
  const sums = names.sort().map((name) => `${hashOf(readFileSync(path.join(folder, name)))}  ${name}\n`);
  writeFileSync(path.join(folder, "SHA256SUMS"), sums.join(""));
}

/** CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): what npm brought into dist/, and what is inside plumbline-load. */
async function billOfMaterials(version: string) {
  const npm = (await bundledPackages()).map(({ name, version, license }) => ({
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [{ expression: license }],
  }));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        name: "plumbline",
        version,
        purl: `pkg:github/plumbline/plumbline@v${version}`,
        licenses: [{ expression: "MIT" }],
      },
    },
    components: [...npm, ...nativeLibraries()],
  };
}

async function bundledPackages() {
  const aside = mkdtempSync(path.join(tmpdir(), "plumbline-sbom-"));
  try {
    return await bundle(aside);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function nativeLibraries() {
  const recipe = read("runner-native/static/build.sh");
  const pinned = (name: string, pattern: RegExp) => {
    const [, version] = pattern.exec(recipe) ?? [];
    if (version === undefined) throw new Error(`runner-native/static/build.sh names no version of ${name}`);
    return version;
  };
  const [, zig = ""] = /^ziglang==(\S+)/m.exec(read("runner-native/static/requirements.txt")) ?? [];
  const library = (name: string, version: string, license: string, purl: string) => ({
    type: "library",
    name,
    version,
    purl: `${purl}@${version}`,
    licenses: [{ expression: license }],
  });
  return [
    library("openssl", pinned("OpenSSL", /^OPENSSL=openssl-(.*)$/m), "Apache-2.0", "pkg:generic/openssl"),
    library(
      "libpq",
      pinned("PostgreSQL", /^POSTGRES_VERSION=(.*)$/m),
      "PostgreSQL",
      "pkg:generic/postgresql",
    ),
    // musl and compiler-rt, as this compiler brings them.
    library("ziglang", zig, "MIT", "pkg:pypi/ziglang"),
  ];
}

// ---------------------------------------------------------------------------------------------------------------------

const STAGES: Readonly<Record<string, (argument: string) => void | Promise<void>>> = {
  version: writeVersion,
  programs: writePrograms,
  assets: writeAssets,
};

const {
  positionals: [stage = "", argument],
} = commandLine(import.meta.filename, { most: 2 });
try {
  const work = Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined;
  if (work === undefined || argument === undefined)
    throw new Error("expected one of: version X.Y.Z, programs FOLDER, assets FOLDER");
  await work(argument);
} catch (error) {
  console.error(`release: ${(error as Error).message}`);
  process.exit(1);
}
