/** Builds plumbline-load from its sources into a cache folder, once for each state of the sources. */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { PlumblineError } from "../../model/errors.ts";
import { isExecutable, runProgram } from "../host/program.ts";
import { assurePackages, BUILD_NEEDS } from "./packages.ts";

export const PROGRAM = "plumbline-load";

/** The program that `make` left in the sources' own folder, where it is at least as new as they are; null otherwise. */
export function builtInPlace(sources: string): string | null {
  const program = path.join(sources, "build", PROGRAM);
  if (!isExecutable(program)) return null;
  const builtAt = statSync(program).mtimeMs;
  const isFresh = sourceFiles(sources).every((file) => statSync(path.join(sources, file)).mtimeMs <= builtAt);
  return isFresh ? program : null;
}

/** The program that was built in the cache from these sources, where it starts on this machine; null otherwise. */
export async function builtInCache(sources: string, cache: string): Promise<string | null> {
  const program = path.join(homeOf(sources, cache), PROGRAM);
  return (await starts(program)) ? program : null;
}

function homeOf(sources: string, cache: string): string {
  return path.join(cache, `${PROGRAM}-${process.platform}-${process.arch}-${hashOfSources(sources)}`);
}

/**
 * Path of the program, built now if need be.
 * @param sources folder with Makefile and src/
 * @throws PlumblineError: "usage" where compiler or headers are missing, "generator" with the compiler's words
 */
export async function buildInCache(
  sources: string,
  cache: string,
  mayInstall: boolean,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<string> {
  const files = sourceFiles(sources);
  const known = await builtInCache(sources, cache);
  if (known !== null) return known;
  const home = homeOf(sources, cache);
  const program = path.join(home, PROGRAM);
  await assurePackages(BUILD_NEEDS, mayInstall, say);
  say(`building ${PROGRAM}`);
  let workshop: string | undefined;
  try {
    mkdirSync(cache, { recursive: true });
    workshop = mkdtempSync(`${home}.`);
    for (const file of files) {
      mkdirSync(path.dirname(path.join(workshop, file)), { recursive: true });
      cpSync(path.join(sources, file), path.join(workshop, file));
    }
    await make(workshop, signal);
    mkdirSync(home, { recursive: true });
    // Renaming is atomic: two builds at once end with one whole program.
    renameSync(path.join(workshop, "build", PROGRAM), program);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError(
      "generator",
      `cannot build ${PROGRAM} in ${cache}: ${(cause as Error).message}`,
      {
        remedy: "set XDG_CACHE_HOME to a writable folder, or PLUMBLINE_LOAD to a built program",
        cause,
      },
    );
  } finally {
    if (workshop !== undefined) rmSync(workshop, { recursive: true, force: true });
  }
  return program;
}

/** Relative paths of everything that the program is made of, sorted. */
function sourceFiles(sources: string): readonly string[] {
  const code = readdirSync(path.join(sources, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.[ch]$/.test(file),
  );
  return ["Makefile", ...code.sort().map((file) => path.join("src", file))];
}

/** 16 digits that name a state of the sources. */
export function hashOfSources(sources: string): string {
  const hash = createHash("sha256");
  for (const file of sourceFiles(sources))
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(sources, file)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** A cache may come from another machine: a program whose libraries are missing here does not start. */
async function starts(program: string): Promise<boolean> {
  if (!existsSync(program)) return false;
  return (await runProgram(program, ["--help"])).failure === null;
}

const COMPILER_TAIL = 2_000;

async function make(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const { code, words, failure } = await runProgram("make", ["-s", "-C", folder, "-j2"], { signal });
  if (failure === null) return;
  if (code === null) throw new Error(failure);
  throw new PlumblineError(
    "generator",
    `${PROGRAM} does not compile: ${words.slice(-COMPILER_TAIL).trim()}`,
    {
      remedy:
        "install gcc or clang, make and libpq's headers; if they are there, please report the compiler's words",
    },
  );
}
