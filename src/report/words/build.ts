/** Texts on how programs were built. All of it is text from outside. */
import { type Build, type Generator, libpqText } from "../../model/build.ts";
import type { Report } from "../../model/report.ts";
import type { Sweep } from "../../model/sweep.ts";
import { plainLine } from "../../text/outside.ts";
import type { SweepTable } from "./sweep.ts";

const ORIGINS: Readonly<Record<Build["origin"], string>> = {
  installed: "this machine's packages",
  npm: "npm's builds",
  named: "named in the config file",
  tree: "built from its commit",
  image: "an image that was pulled",
  running: "a server that ran already",
};

/** "compiled by gcc 12.2.0, Debian 15.20-0+deb12u1"; null where neither is known. */
export function builtText({ compiler, packager }: Build): string | null {
  const words = [
    ...(compiler === undefined ? [] : [`compiled by ${compiler}`]),
    ...((packager ?? "") ? [packager!] : []),
  ];
  return words.length === 0 ? null : words.map((word) => plainLine(word)).join(", ");
}

/** All that is known of it. */
function wholeText({ said, origin, packager, programs, configure }: Build): string {
  const signed = packager === undefined || said.includes(packager) ? "" : `, ${plainLine(packager)}`;
  return [
    plainLine(said, 300),
    `from ${ORIGINS[origin]}${signed}`,
    ...(programs === undefined ? [] : [`programs ${plainLine(programs, 200)}`]),
    ...(configure === undefined ? [] : [`configured with ${plainLine(configure, 1_000)}`]),
  ].join("; ");
}

/** One line where both arms have one build, or one of them is all that is known; else one for each. */
export function serverLines({ environment, baseBuild }: Report): readonly (readonly [string, string])[] {
  const { build } = environment;
  const [base, head] = [baseBuild, build].map((each) => (each === undefined ? null : wholeText(each)));
  if (head === null || head === undefined) return [];
  if (base === null || base === undefined || base === head) return [["server", head]];
  return [
    ["base's server", base],
    ["head's server", head],
  ];
}

/** Builds of the servers in a few words, for a terminal; "" if they are not known. */
export function serversText({ environment, baseBuild }: Report): string {
  const { database, databaseVersion, build } = environment;
  if (build === undefined) return "";
  const text = (each: Build) => builtText(each) ?? plainLine(each.said, 100);
  const [head, base] = [text(build), baseBuild === undefined ? null : text(baseBuild)];
  const apart = base === null || base === head ? head : `base ${base}; head ${head}`;
  return `Server: ${plainLine(database)} ${plainLine(databaseVersion)}, ${apart}.`;
}

/** Characters of a program's "sha256:...". */
const PROGRAM_SHOWN = 19;

/** "plumbline-load 0.1.0 (release gcc 12.2.0 -O2), libpq 15.18, glibc 2.36, sha256:0123456789ab"; null where it is not known. */
export function generatorText(generator: Generator | undefined): string | null {
  if (generator === undefined || generator.version === "") return null;
  const { version, profile, libpq, libc, static: isStatic, program } = generator;
  const linked = isStatic === undefined ? [] : [isStatic ? "linked statically" : "linked dynamically"];
  const below = [
    ...(libpq > 0 ? [`libpq ${libpqText(libpq)}`] : []),
    ...(libc === undefined ? [] : [plainLine(libc)]),
    ...linked,
    ...(program === undefined ? [] : [plainLine(program.slice(0, PROGRAM_SHOWN))]),
  ];
  return [`${plainLine(version)} (${plainLine(profile)})`, ...below].join(", ");
}

/** Table of the build that each target of a sweep ran; null if no build is known. */
export function serversTable({ servers = [], suites }: Sweep): SweepTable | null {
  if (servers.every(({ build }) => build === undefined)) return null;
  const many = suites.length > 1;
  const isNamed = servers.some(({ target }) => target !== "");
  const rows = servers.map(({ suite, target, database, build }) => [
    ...(many ? [plainLine(suite, 40)] : []),
    ...(isNamed ? [plainLine(target, 40)] : []),
    plainLine(database, 60),
    build === undefined ? "not known" : plainLine(build.compiler ?? "not known"),
    build === undefined ? "not known" : plainLine(build.packager ?? "none that signs"),
    build === undefined ? "not known" : ORIGINS[build.origin],
  ]);
  const names = [...(many ? ["suite"] : []), ...(isNamed ? ["target"] : []), "database"];
  const columns = [...names, "compiler", "packager", "taken from"];
  return { title: "Servers", columns, names: columns.length, rows };
}

/** Whole answers of the servers to version(), programs and configure lines, for the page. */
export function serverSentences({ servers = [] }: Sweep): readonly string[] {
  return servers.flatMap(({ target, build }) =>
    build === undefined ? [] : [`${target === "" ? "" : `${plainLine(target, 40)}: `}${wholeText(build)}`],
  );
}
