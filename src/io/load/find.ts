/** Finds plumbline-load: the one that is named, one built next to the package, the release's own program, or one built now. */
import { existsSync } from "node:fs";
import path from "node:path";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import { cacheFolder } from "../host/files.ts";
import { isExecutable } from "../host/program.ts";
import { buildInCache, builtInCache, builtInPlace, hashOfSources } from "./build.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { nativeLoadGenerator } from "./native.ts";
import {
  cachedProgram,
  type PrebuiltRecord,
  prebuiltProgram,
  RELEASED,
  type WantedBuild,
  wantsSystemLibpq,
} from "./prebuilt.ts";

type GeneratorSearch = Readonly<{
  progress: Pick<Progress, "stage">;
  env?: NodeJS.ProcessEnv;
  /** Folder with the sources; default: runner-native of this package. */
  sources?: string;
  /** The release's record of its programs; default: this package's. */
  released?: PrebuiltRecord;
  /** Connection URLs that it is to serve, as the config file has them. */
  urls?: readonly string[];
  platform?: string;
  /** Ends a build. */
  signal?: AbortSignal;
}>;

/**
 * The load generator, ready to be called: `PLUMBLINE_LOAD`, else runner-native/build where it is up to date, else the release's
 * program, else built from the sources into the cache folder. `PLUMBLINE_BUILD=source` leaves out the release's program, and so do
 * connections that need more of libpq than it has.
 * @throws PlumblineError that says what is missing and the command that installs it
 */
export async function findLoadGenerator(search: GeneratorSearch): Promise<LoadGenerator> {
  return nativeLoadGenerator(await findProgram(search));
}

/** The load generator where nothing has to be fetched or built for it; null otherwise. @throws PlumblineError as findLoadGenerator */
export async function loadGeneratorAtHand(search: GeneratorSearch): Promise<LoadGenerator | null> {
  const program = await programAtHand(search);
  return program === null ? null : nativeLoadGenerator(program);
}

/** Path of the program; see findLoadGenerator. */
export async function findProgram(search: GeneratorSearch): Promise<string> {
  const say = (text: string) => search.progress.stage(text);
  const { env = process.env } = search;
  const known = namedProgram(env);
  if (known !== null) return known;
  const { folder, place } = ownPlace(search);
  return (
    builtInPlace(folder) ??
    (wantsRelease(search, env) ? await prebuiltProgram(place, say) : null) ??
    (await buildInCache(folder, place.cache, env["CI"] === "true", say, search.signal))
  );
}

/** Path of the program, as it lies there; see loadGeneratorAtHand. */
export async function programAtHand(search: GeneratorSearch): Promise<string | null> {
  const { env = process.env } = search;
  const known = namedProgram(env);
  if (known !== null) return known;
  const { folder, place } = ownPlace(search);
  return (
    builtInPlace(folder) ??
    (wantsRelease(search, env) ? cachedProgram(place) : null) ??
    (await builtInCache(folder, place.cache))
  );
}

function namedProgram(env: NodeJS.ProcessEnv): string | null {
  const named = env["PLUMBLINE_LOAD"];
  if (named === undefined || named === "") return null;
  if (isExecutable(named)) return path.resolve(named);
  throw new PlumblineError("usage", `PLUMBLINE_LOAD names ${named}, which is not a program`, {
    remedy: "unset PLUMBLINE_LOAD, or set it to the built plumbline-load",
  });
}

/** The folder of the sources, and where programs of them are kept. @throws PlumblineError of kind "usage" where there can be none */
function ownPlace({
  env = process.env,
  platform = `${process.platform}-${process.arch}`,
  released = RELEASED,
  sources,
}: GeneratorSearch): Readonly<{ folder: string; place: WantedBuild }> {
  assureLinux(platform);
  const folder = sources ?? ownSources();
  const place = {
    record: released,
    platform,
    sources: hashOfSources(folder),
    cache: cacheFolder("programs", env),
    env,
  };
  return { folder, place };
}

function wantsRelease({ urls = [] }: GeneratorSearch, env: NodeJS.ProcessEnv): boolean {
  return env["PLUMBLINE_BUILD"] !== "source" && !wantsSystemLibpq(urls, env);
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

/** runner-native/ of this package, seen from src/io/load/ as from the bundle in dist/. */
function ownSources(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "runner-native");
    if (existsSync(path.join(candidate, "Makefile"))) return candidate;
    if (folder === path.dirname(folder)) break;
  }
  throw new PlumblineError("internal", "runner-native is missing from this package", {
    remedy: "install Plumbline as a whole, or set PLUMBLINE_LOAD to a built plumbline-load",
  });
}
