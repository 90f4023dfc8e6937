/** Where plumbline-load comes from: named, built beside the package, or built now. */
import { existsSync } from "node:fs";
import path from "node:path";
import { PlumblineError } from "../model/errors.ts";
import type { Observer } from "../model/observer.ts";
import { buildInCache, builtInPlace, cacheFolder } from "./build.ts";
import { isExecutable } from "./debian-packages.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { nativeLoadGenerator } from "./native.ts";

type Search = Readonly<{
  observer: Pick<Observer, "stage">;
  env?: NodeJS.ProcessEnv;
  /** Folder with the sources; default: runner-native of this package. */
  sources?: string;
}>;

/**
 * The load generator, ready to be called: `PLUMBLINE_LOAD`, else runner-native/build where it is up to date, else built from the
 * sources into the cache folder.
 * @throws PlumblineError that says what is missing and the command that installs it
 */
export async function findLoadGenerator(search: Search): Promise<LoadGenerator> {
  return nativeLoadGenerator(await findProgram(search));
}

/** Path of the program; see findLoadGenerator. */
export async function findProgram({ observer, env = process.env, sources }: Search): Promise<string> {
  const named = env["PLUMBLINE_LOAD"];
  if (named !== undefined && named !== "") {
    if (isExecutable(named)) return path.resolve(named);
    throw new PlumblineError("usage", `PLUMBLINE_LOAD names ${named}, which is not a program`, {
      remedy: "unset PLUMBLINE_LOAD, or let it name the built plumbline-load",
    });
  }
  const folder = sources ?? ownSources();
  return (
    builtInPlace(folder) ??
    (await buildInCache(folder, cacheFolder(env), env["CI"] === "true", (text) => observer.stage(text)))
  );
}

/** runner-native/ of this package, seen from src/runner/ as from the bundle in dist/. */
function ownSources(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "runner-native");
    if (existsSync(path.join(candidate, "Makefile"))) return candidate;
    if (folder === path.dirname(folder)) break;
  }
  throw new PlumblineError("internal", "runner-native is missing from this package", {
    remedy: "install Plumbline as a whole, or let PLUMBLINE_LOAD name a built plumbline-load",
  });
}
