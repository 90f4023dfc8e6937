// All set-up of a fresh clone: npm packages, the system's packages, the Prisma client, the load generator. What is there is left alone.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ANY, installedBinaries, postgresBinaries } from "../../src/io/database/postgres/binaries.ts";
import { assurePackages, BUILD_NEEDS, SERVER_PACKAGES } from "../../src/io/load/packages.ts";
import { PlumblineError } from "../../src/model/errors.ts";
import { findChromium } from "../../tests/support/browser.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Does all set-up, and ends the process with one clear message where it cannot: exit code 2 with the command to type where
 * something is missing on the machine, 1 where a step failed.
 * @returns PostgreSQL's bin folder, also put into $PG_BIN for all that is
 * started from here, and the path of plumbline-load
 */
export async function setUp(): Promise<{ postgres: string; loadGenerator: string }> {
  try {
    const postgres = await assureMachine();
    process.env["PG_BIN"] = postgres;
    await generateClient();
    return { postgres, loadGenerator: await buildLoadGenerator() };
  } catch (error) {
    console.error(`set-up: ${(error as Error).message}`);
    const known = error instanceof PlumblineError;
    if (known && error.remedy !== undefined) console.error(`  -> ${error.remedy}`);
    process.exit(known ? 2 : 1);
  }
}

/** Compiler, libpq and a PostgreSQL server: found, installed where we may, else embedded binaries for the server. */
async function assureMachine() {
  const server = {
    what: "a PostgreSQL server",
    packages: SERVER_PACKAGES,
    isThere: () => installedBinaries() !== null,
  };
  await assurePackages([...BUILD_NEEDS, server], true, say).catch((error) => {
    // A missing server alone is no end: there are embedded binaries.
    if (!BUILD_NEEDS.every((need) => need.isThere())) throw error;
    say(error.message);
  });
  return await postgresBinaries(ANY, say);
}

/** A Chromium for the tests of the pages, from the system's packages. @returns null: there is none, which is reported */
export async function assureBrowser(): Promise<string | null> {
  const names = ["chromium"];
  const browser = {
    what: "a Chromium",
    packages: { "apt-get": names, apk: names, dnf: names, pacman: names, brew: names },
    isThere: () => findChromium() !== null,
  };
  await assurePackages([browser], true, say).catch((error) => {
    say(`${error.message}: the tests of the pages in a browser are left out`);
  });
  return findChromium();
}

/** The generated client is not committed; it is made again when the schema is newer. */
async function generateClient() {
  const schema = "prisma/schema.prisma";
  if (!existsSync(path.join(root, schema)) || isNewer("src/io/store/generated/client.ts", schema)) return;
  await step("Prisma client", process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
    // Prisma would ask the network for news of itself.
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  });
}

async function buildLoadGenerator() {
  const program = path.join(root, "runner-native/build/plumbline-load");
  const make = ["-s", "-j2", "-C", "runner-native"];
  const upToDate = (await run("make", ["-q", ...make])).code === 0;
  if (!upToDate) await step("plumbline-load", "make", make);
  return program;
}

function isNewer(file: string, than: string) {
  const [a, b] = [file, than].map((name) => statSync(path.join(root, name), { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.mtimeMs >= b.mtimeMs;
}

function say(text: string) {
  console.error(`set-up: ${text}`);
}

/** npm begins with what is wrong, compilers end with it. */
function shorten(output: string) {
  const lines = output.trim().split("\n");
  return lines.length <= 30
    ? lines.join("\n")
    : [...lines.slice(0, 15), "...", ...lines.slice(-12)].join("\n");
}

/** Runs a command, says so, and keeps its output for the case that it fails. */
async function step(what: string, command: string, args: readonly string[], env = {}) {
  const startedAt = performance.now();
  say(`${what} ...`);
  const { code, output } = await run(command, args, env);
  if (code !== 0) throw new Error(`${what}: \`${command} ${args.join(" ")}\` failed\n${shorten(output)}`);
  say(`${what}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function run(command: string, args: readonly string[], env = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output = (output + text).slice(-16_384);
      });
    }
    child.once("error", (error) => resolve({ code: null, output: error.message }));
    child.once("close", (code) => resolve({ code, output }));
  });
}
