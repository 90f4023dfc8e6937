/**
 * A release, rehearsed: the commands of .github/workflows/release.yml in a copy of this repository, with a remote and a place for
 * releases of its own. What comes out is used as a stranger would: installed from the npm package in an empty folder, on a machine
 * without a compiler.
 */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findPostgresBinaries } from "../support/postgres.ts";
import { LOCAL, suite } from "./cli/support/suites.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const VERSION = "7.8.9";
const PLATFORM = `${process.platform}-${process.arch}`;

let folder: string;
/** The clone of the job that builds, and that of the job that releases. */
let builder: string;
let repository: string;
let releases: string;
let server: Server;
/** Every call of `gh`, a line each. */
let calls: string;

const git = (...args: readonly string[]) =>
  execFileSync("git", ["-C", repository, "-c", "user.name=T", "-c", "user.email=t@localhost", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();

/** What is committed or would be, as it is now. */
function copyRepository(): void {
  const listed = execFileSync("git", [
    "-C",
    ROOT,
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(repository, file));
  }
}

/** This machine's program, and one that only says it were another CPU's: building both takes minutes, and is build.sh's business. */
function layPrograms(): void {
  const program = path.join(ROOT, "runner-native/build/plumbline-load");
  for (const [platform, machine] of Object.entries({ "linux-x64": 62, "linux-arm64": 183 })) {
    const bytes = readFileSync(program);
    if (platform !== PLATFORM) bytes.writeUInt16LE(machine, 18);
    writeFileSync(path.join(builder, "release", `plumbline-load-${platform}`), bytes);
  }
}

/** GitHub's side of `gh release`: remembers what it was asked, and keeps the files. */
const GH = `#!/bin/sh
echo "$@" >> "$GH_CALLS"
[ "$1 $2" = "release create" ] || exit 0
mkdir -p "$GH_RELEASES/$3"
for word; do [ -f "$word" ] && case $word in release/*) cp "$word" "$GH_RELEASES/$3/";; esac; done
exit 0
`;

type Step = Readonly<{ name?: string; uses?: string; run?: string }>;
const { jobs } = parse(readFileSync(path.join(ROOT, ".github/workflows/release.yml"), "utf8"));
const namesOf = (steps: readonly Step[]) => steps.flatMap(({ name }) => name ?? []);

/** Carries out one of a job's commands, in the job's own copy of the repository. */
function carryOut(job: "build" | "release", name: string, version = VERSION) {
  const { run } = (jobs[job].steps as readonly Step[]).find((step) => step.name === name)!;
  return spawnSync("bash", ["-e", "-o", "pipefail", "-c", run!], {
    cwd: job === "build" ? builder : repository,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${path.join(folder, "bin")}:${process.env["PATH"]}`,
      VERSION: version,
      GITHUB_SHA: git("rev-parse", "HEAD"),
      GITHUB_OUTPUT: path.join(folder, "outputs"),
      HANDOVER: /^sha256=(.*)$/m.exec(readFileSync(path.join(folder, "outputs"), "utf8"))?.[1],
      RUNNER_TEMP: folder,
      GH_CALLS: path.join(folder, "calls"),
      GH_RELEASES: releases,
    },
  });
}

beforeAll(async () => {
  folder = mkdtempSync("/tmp/plumbline-release-");
  chmodSync(folder, 0o755);
  repository = path.join(folder, "repository");
  releases = path.join(folder, "releases");
  builder = path.join(folder, "builder");
  for (const each of [repository, releases, path.join(folder, "bin")]) mkdirSync(each);
  writeFileSync(path.join(folder, "outputs"), "");
  writeFileSync(path.join(folder, "bin/gh"), GH, { mode: 0o755 });
  copyRepository();
  execFileSync("git", [
    "init",
    "--quiet",
    "--bare",
    "--initial-branch=main",
    path.join(folder, "remote.git"),
  ]);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "as it is");
  git("remote", "add", "origin", path.join(folder, "remote.git"));
  git("push", "--quiet", "origin", "main");
  execFileSync("git", ["clone", "--quiet", path.join(folder, "remote.git"), builder]);
  for (const clone of [repository, builder])
    writeFileSync(path.join(clone, ".git/info/exclude"), "node_modules\nrelease\n");
  // What the job that builds installs and generates.
  symlinkSync(path.join(ROOT, "node_modules"), path.join(builder, "node_modules"));
  cpSync(path.join(ROOT, "src/io/store/generated"), path.join(builder, "src/io/store/generated"), {
    recursive: true,
  });
  mkdirSync(path.join(builder, "release"));
  layPrograms();
  server = createServer((request, response) => {
    const file = path.join(releases, request.url ?? "");
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await promisify((done: () => void) => server.listen(0, "127.0.0.1", done))();
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a release", () => {
  it.each([
    ["0.0.1", "0.0.1 does not come after"],
    ["v1.0.0", "not a version X.Y.Z: v1.0.0"],
    ["1.0", "not a version X.Y.Z: 1.0"],
  ])("is not made of %s, and nothing is written", (version, words) => {
    const { status, stderr } = carryOut("build", "Version, hashes, dist", version);
    expect(status).toBe(1);
    expect(stderr).toContain(`release: ${words}`);
    expect(execFileSync("git", ["-C", builder, "status", "--porcelain"], { encoding: "utf8" })).toBe("");
  });

  const carryOutAll = (job: "build" | "release", names: readonly string[]) => {
    for (const name of names) {
      const { status, stderr, stdout } = carryOut(job, name);
      const words = status === 0 ? "" : stdout + stderr;
      expect({ name, status, words }).toEqual({ name, status: 0, words: "" });
    }
  };
  const CHECKED = ["What was tested is what is released", "What was built is what is released"];
  const ONLY_OWN = "A release changes versions, pages and dist/";
  const receive = () => {
    rmSync(path.join(repository, "release"), { recursive: true, force: true });
    cpSync(path.join(builder, "release"), path.join(repository, "release"), { recursive: true });
  };

  it("is built without a right, and handed over by hashes", () => {
    expect(namesOf(jobs.build.steps)).toEqual(["Version, hashes, dist", "Hand over"]);
    carryOutAll("build", namesOf(jobs.build.steps));
    for (const file of ["release.patch", "plumbline-load-linux-x64", "handover.sha256"]) {
      receive();
      appendFileSync(path.join(repository, "release", file), "# changed on the way\n");
      expect(carryOut("release", CHECKED[1]!).status, file).not.toBe(0);
    }
  });

  it("is not made where the build has changed anything else", () => {
    const patch = path.join(folder, "release.patch");
    writeFileSync(
      patch,
      "diff --git a/scripts/new.mjs b/scripts/new.mjs\nnew file mode 100644\n--- /dev/null\n+++ b/scripts/new.mjs\n@@ -0,0 +1 @@\n+x\n",
    );
    const { status, stdout } = carryOut("release", ONLY_OWN);
    expect(status).toBe(1);
    expect(stdout).toContain("::error::the build changed other files, too: scripts/new.mjs");
    git("reset", "--quiet", "--hard");
  });

  it("is made by the workflow's commands, in its order", () => {
    receive();
    expect(namesOf(jobs.release.steps)).toEqual([...CHECKED, ONLY_OWN, "Commit and tag", "Release"]);
    carryOutAll("release", namesOf(jobs.release.steps));
    calls = readFileSync(path.join(folder, "calls"), "utf8");
  });

  it("is one commit on main with a tag of its own, and no tag moves", () => {
    expect(
      git("ls-remote", "origin")
        .replace(/^\S+\s/gm, "")
        .split("\n"),
    ).toEqual(["HEAD", "refs/heads/main", `refs/tags/v${VERSION}`, `refs/tags/v${VERSION}^{}`]);
    expect(git("rev-parse", `v${VERSION}^{commit}`)).toBe(git("rev-parse", "origin/main"));
    expect(git("log", "--format=%s", "-1")).toBe(`release: ${VERSION}`);
    expect(git("status", "--porcelain")).toBe("");
  });

  it("has its version everywhere, and examples that name it", () => {
    const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
    expect(JSON.parse(read("package-lock.json")).packages[""].version).toBe(VERSION);
    expect(read("src/model/version.ts")).toContain(`"${VERSION}"`);
    expect(read("CHANGELOG.md")).toMatch(new RegExp(`^## ${VERSION}$`, "m"));
    expect(read("CHANGELOG.md")).not.toContain("## Unreleased");
    for (const page of ["README.md", "SECURITY.md", "docs/tutorial.md", "docs/how-to/platforms.md"])
      expect(read(page)).not.toMatch(/released yet|first release -->/);
    const pages = git(
      "grep",
      "-l",
      "-e",
      "plumbline/plumbline@",
      "-e",
      "git clone",
      "--",
      "README.md",
      "docs",
    ).split("\n");
    for (const name of ["pull-request.yml", "pages.yml", "matrix.yml"])
      expect(pages).toContain(`docs/examples/${name}`);
    for (const page of pages.filter((name) => !name.startsWith("docs/decisions"))) {
      const refs = [...read(page).matchAll(/(?:plumbline\/plumbline@|git clone .*--branch )([\w.]+\w)/g)].map(
        ([, ref]) => ref,
      );
      expect({ page, refs: [...new Set(refs)] }).toEqual({ page, refs: [`v${VERSION}`] });
    }
  });

  it("is whole before anybody sees it: a draft with every file, then published", () => {
    const [create, publish] = calls.trim().split("\n");
    expect(create).toMatch(new RegExp(`^release create v${VERSION} --draft --verify-tag `));
    expect(publish).toBe(`release edit v${VERSION} --draft=false`);
    expect(readdirSync(path.join(releases, `v${VERSION}`)).sort()).toEqual([
      "SHA256SUMS",
      "licences-dist.txt",
      "licences-plumbline-load.txt",
      `plumbline-cli-${VERSION}.tgz`,
      "plumbline-load-linux-arm64",
      "plumbline-load-linux-x64",
      "sbom.cdx.json",
    ]);
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], {
      cwd: path.join(releases, `v${VERSION}`),
    });
    expect(readFileSync(path.join(folder, "notes.md"), "utf8")).toContain("`plumbline check`");
  });

  it("names what is inside: npm packages and C libraries", () => {
    const { components } = JSON.parse(
      readFileSync(path.join(releases, `v${VERSION}`, "sbom.cdx.json"), "utf8"),
    );
    const names = components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["commander", "pg", "openssl", "libpq", "ziglang"]));
    for (const { version, purl, licenses } of components) {
      expect(purl).toMatch(/^pkg:(npm|generic|pypi)\//);
      expect(purl.endsWith(`@${version}`)).toBe(true);
      expect(licenses[0].expression).toMatch(/\w/);
    }
  });
});

describe("the npm package", () => {
  let home: string;
  const cli = () => path.join(home, "node_modules/@plumbline/cli/dist/cli.js");
  const contents = (file: string) =>
    readFileSync(path.join(home, "node_modules/@plumbline/cli", file), "utf8");

  beforeAll(() => {
    home = path.join(folder, "home");
    mkdirSync(home);
    const tarball = path.join(releases, `v${VERSION}`, `plumbline-cli-${VERSION}.tgz`);
    execFileSync("npm", ["install", "--offline", "--silent", "--prefix", home, tarball], { cwd: home });
    writeFileSync(path.join(home, "plumbline.yml"), suite({ database: LOCAL }));
    for (const args of [
      ["init", "--quiet"],
      ["add", "plumbline.yml"],
      ["commit", "--quiet", "--message", "one"],
    ])
      execFileSync("git", ["-C", home, "-c", "user.name=T", "-c", "user.email=t@localhost", ...args]);
    // A machine with neither compiler nor make.
    mkdirSync(path.join(home, "bin"));
    for (const name of ["git", "sh", "cp", "node"]) {
      const found = execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
      symlinkSync(name === "node" ? process.execPath : found, path.join(home, "bin", name));
    }
  });

  function plumbline(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const port = (server.address() as AddressInfo).port;
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(CI$|GITHUB_|RUNNER_|PLUMBLINE_|PG)/.test(name),
    );
    const all = {
      ...Object.fromEntries(own),
      PATH: path.join(home, "bin"),
      PG_BIN: findPostgresBinaries(),
      XDG_CACHE_HOME: path.join(home, "cache"),
      PLUMBLINE_CACHE: "off",
      PLUMBLINE_LOCK: path.join(home, "lock"),
      PLUMBLINE_RELEASES: `http://127.0.0.1:${port}`,
      ...env,
    };
    // Not synchronously: the server of releases is in this process.
    return new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const words = [cli(), ...args];
      const child = execFile(path.join(home, "bin/node"), words, { cwd: home, env: all }, (_, __, stderr) =>
        resolve({ code: child.exitCode, stderr }),
      );
    });
  }

  it("brings no other package and runs no script", () => {
    expect(readdirSync(path.join(home, "node_modules"))).toEqual([
      ".bin",
      ".package-lock.json",
      "@plumbline",
    ]);
    const { scripts = {}, dependencies = {} } = JSON.parse(contents("package.json"));
    expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([]);
    expect(dependencies).toEqual({});
  });

  it("has what it needs, licences included, and nothing of the workshop", () => {
    const files = readdirSync(path.join(home, "node_modules/@plumbline/cli"), {
      recursive: true,
      encoding: "utf8",
    });
    expect(files).toEqual(
      expect.arrayContaining([
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "dist/licences.txt",
        "demo/plumbline.yml",
        "runner-native/Makefile",
        "runner-native/prebuilt.json",
      ]),
    );
    expect(files.filter((name) => /^(src|tests|scripts|docs|node_modules)/.test(name))).toEqual([]);
    expect(files.filter((name) => /\.test\.|^runner-native\/(test|fuzz|bench)\//.test(name))).toEqual([]);
  });

  it("checks a commit on real PostgreSQL without a compiler: the load generator is the release's", async () => {
    const { code, stderr } = await plumbline(["check", "--base", "HEAD", "--fail-on", "never"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`fetching plumbline-load ${VERSION} for ${PLATFORM}`);
    const [kept] = readdirSync(path.join(home, "cache/plumbline"));
    const program = readFileSync(path.join(home, "cache/plumbline", kept!, "plumbline-load"));
    const known = JSON.parse(contents("runner-native/prebuilt.json")).sha256[PLATFORM];
    expect(createHash("sha256").update(program).digest("hex")).toBe(known);
    expect(existsSync(path.join(home, "plumbline-out/report.html"))).toBe(true);
  });

  it("says what to install where neither the release nor a compiler can be had", async () => {
    const nowhere = { PLUMBLINE_RELEASES: "http://127.0.0.1:1", XDG_CACHE_HOME: path.join(home, "empty") };
    const { code, stderr } = await plumbline(["check", "--base", "HEAD"], nowhere);
    expect(code).toBe(2);
    expect(stderr).toContain("cannot have http://127.0.0.1:1/");
    expect(stderr).toMatch(/missing on this machine: a C compiler, make, libpq's headers\n {2}remedy: /);
  });

  it("builds the load generator from its own sources where there is a compiler", async () => {
    const env = {
      PLUMBLINE_BUILD: "source",
      XDG_CACHE_HOME: path.join(home, "built"),
      PATH: process.env["PATH"],
    };
    const { code, stderr } = await plumbline(["check", "--base", "HEAD", "--fail-on", "never"], env);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("building plumbline-load");
    expect(readdirSync(path.join(home, "built/plumbline"))).toEqual([expect.stringContaining(PLATFORM)]);
  });
});
