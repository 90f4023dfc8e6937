/** Where plumbline-load comes from: named, built beside the package, the release's own program, or built now. */
import { existsSync } from "node:fs";
import path from "node:path";
import { PlumblineError } from "../model/errors.ts";
import type { Observer } from "../model/observer.ts";
import { buildInCache, builtInPlace, cacheFolder, hashOfSources } from "./build.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { nativeLoadGenerator } from "./native.ts";
import { isExecutable } from "./packages.ts";
import { type PrebuiltRecord, prebuiltProgram, RELEASED, wantsSystemLibpq } from "./prebuilt.ts";

type Search = Readonly<{
  observer: Pick<Observer, "stage">;
  env?: NodeJS.ProcessEnv;
  /** Folder with the sources; default: runner-native of this package. */
  sources?: string;
  /** What the release says of its programs; default: this package's. */
  released?: PrebuiltRecord;
  /** Connection URLs that it is to serve, as the config file has them. */
  urls?: readonly string[];
  platform?: string;
}>;

/**
 * The load generator, ready to be called: `PLUMBLINE_LOAD`, else runner-native/build where it is up to date, else the release's
 * program, else built from the sources into the cache folder. `PLUMBLINE_BUILD=source` leaves out the release's program, and so do
 * connections that need more of libpq than it has.
 * @throws PlumblineError that says what is missing and the command that installs it
 */
export async function findLoadGenerator(search: Search): Promise<LoadGenerator> {
  return nativeLoadGenerator(await findProgram(search));
}

/** Path of the program; see findLoadGenerator. */
export async function findProgram(search: Search): Promise<string> {
  const { observer, env = process.env, platform = `${process.platform}-${process.arch}` } = search;
  const named = env["PLUMBLINE_LOAD"];
  if (named !== undefined && named !== "") {
    if (isExecutable(named)) return path.resolve(named);
    throw new PlumblineError("usage", `PLUMBLINE_LOAD names ${named}, which is not a program`, {
      remedy: "unset PLUMBLINE_LOAD, or let it name the built plumbline-load",
    });
  }
  assureLinux(platform);
  const sources = search.sources ?? ownSources();
  const cache = cacheFolder(env);
  const say = (text: string) => observer.stage(text);
  return (
    builtInPlace(sources) ??
    (await releasedProgram(search, { platform, sources: hashOfSources(sources), cache, env }, say)) ??
    (await buildInCache(sources, cache, env["CI"] === "true", say))
  );
}

type Place = Readonly<{ platform: string; sources: string; cache: string; env: NodeJS.ProcessEnv }>;

async function releasedProgram(
  { released = RELEASED, urls = [] }: Search,
  place: Place,
  say: (text: string) => void,
): Promise<string | null> {
  if (place.env["PLUMBLINE_BUILD"] === "source" || wantsSystemLibpq(urls, place.env)) return null;
  return await prebuiltProgram({ record: released, ...place }, say);
}

/** epoll, cpusets and /proc are Linux's. */
function assureLinux(platform: string): void {
  if (platform.startsWith("linux-")) return;
  const system = { darwin: "macOS", win32: "Windows" }[platform.split("-")[0] ?? ""] ?? platform;
  throw new PlumblineError(
    "usage",
    `plumbline-load, which makes the load, runs on Linux and not on ${system}`,
    {
      remedy:
        system === "Windows"
          ? "measure inside WSL 2 (wsl --install), where all of Plumbline runs; compare, render and history work here, too"
          : "measure in a Linux virtual machine or container, or on a workflow's Linux runner; compare, render and history work here, too",
    },
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
