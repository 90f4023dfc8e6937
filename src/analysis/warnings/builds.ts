/**
 * Builds of the programs of two runs, and what they mean for a verdict: another compiler or other flags move speed by more than most
 * changes do (docs/decisions/046-builds.md).
 */
import { type Build, libpqText, packagerName } from "../../model/build.ts";
import type { Warning } from "../../model/document.ts";
import type { Rules } from "../../model/rules.ts";
import type { Run } from "../../model/run.ts";

/** Facts that a run reports of how its programs were built, by name; what it does not report is absent. */
export type BuildFacts = Readonly<Record<string, string>>;

type RunPrograms = Pick<Run, "generator"> & Readonly<{ environment: Pick<Run["environment"], "build"> }>;

/** Origins whose programs themselves are the same from run to run, whatever is committed. */
const LASTING: ReadonlySet<string> = new Set(["installed", "npm", "image"]);

const CONFIGURE = "the server's configure line";
const LIBPQ = "libpq";

/** All that must be equal from run to run of a history. Of a build of the tree only its compiler: all else is the commit's. */
export function buildFacts({ environment: { build }, generator }: RunPrograms): BuildFacts {
  return { ...serverFacts(build), ...generatorFacts(generator) };
}

function serverFacts(build: Build | undefined): BuildFacts {
  if (build === undefined) return {};
  const { compiler, packager, configure, programs, origin } = build;
  const own = { "the server's compiler": compiler };
  if (origin === "tree") return knownFacts(own);
  return knownFacts({
    ...own,
    "the server's packager": packager,
    [CONFIGURE]: configure,
    "the server's programs": LASTING.has(origin) ? programs : undefined,
  });
}

/** Facts of the load generator with what it stands on; older programs report libpq alone. */
export function generatorFacts(generator: Run["generator"]): BuildFacts {
  const { compiler, libc, libpq, static: isStatic, program } = generator;
  return knownFacts({
    "the load generator's program": program,
    [LIBPQ]: libpq > 0 ? String(libpq) : undefined,
    "the C library": libc,
    "the load generator's compiler": compiler,
    "the load generator's linking": isStatic === undefined ? undefined : isStatic ? "static" : "dynamic",
  });
}

function knownFacts(facts: Readonly<Record<string, string | undefined>>): BuildFacts {
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Both without what only one of them tells: what is not known is no difference. */
export function knownToBoth(
  base: BuildFacts,
  head: BuildFacts,
): readonly [base: BuildFacts, head: BuildFacts] {
  const both = (all: BuildFacts, other: BuildFacts) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => other[name] !== undefined));
  return [both(base, head), both(head, base)];
}

/** True if a run is from before documents said how programs were built. */
export function saysNoBuild({ environment, generator }: RunPrograms): boolean {
  return environment.build === undefined && generator.libc === undefined;
}

/** A value on one line of a sentence. */
export function shortly(what: string, value: string): string {
  if (what === LIBPQ) return libpqText(Number(value));
  if (what === CONFIGURE) return speedOptions(value) || "without options that decide speed";
  return value.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]+$/, "$1");
}

type BuildJudgement = Readonly<{
  /** Reason why no difference can be put down to version or commit; null where one can. */
  objection: string | null;
  warnings: readonly Warning[];
}>;

const NONE: BuildJudgement = { objection: null, warnings: [] };

/**
 * The servers of two arms. Different products are compared as they come. What a commit says of how its own tree is configured is part
 * of the change; its compiler is the machine's, or is declared to be what is compared.
 * @param asked whether the config file says that the builds are what is compared
 */
export function judgeBuilds(base: Run, head: Run, asked: Rules["builds"]): BuildJudgement {
  const [before, after] = [base.environment.build, head.environment.build];
  const mixed = [...new Set([before?.mixed, after?.mixed])].filter((why) => why !== undefined);
  const warnings = mixed.map((message): Warning => ({ code: "origins-differ", message, remedy: ONE_ORIGIN }));
  if (base.environment.database !== head.environment.database) return { objection: null, warnings };
  if (before === undefined || after === undefined)
    return before === after ? NONE : { objection: null, warnings: [buildsUnknown(before === undefined)] };
  const differing = programDifferences(before, after);
  if (differing.length === 0) return { objection: null, warnings };
  const message = `base's server was ${compilerText(before)}, head's ${compilerText(after)}${configuredText(differing)}`;
  const isOfCommit =
    before.origin === "tree" &&
    after.origin === "tree" &&
    differing.every(({ what }) => what === "configure line");
  if (isOfCommit || asked === "compared")
    return { objection: null, warnings: [{ code: "builds-differ", message, remedy: WANTED }, ...warnings] };
  const names = differing.map(({ what }) => what).join(", ");
  return {
    objection: `base and head are different builds (${names}): base's server was ${compilerText(before)}, head's ${compilerText(after)}`,
    warnings: [{ code: "builds-differ", message, remedy: ONE_ORIGIN }, ...warnings],
  };
}

const WANTED = "ignore this if the build is what changed";
const ONE_ORIGIN =
  "take both from one origin: name a `version` for each and no `bin`, or build both alike; where the build is what is compared, say so with `measure.builds: compared`";

function buildsUnknown(isBase: boolean): Warning {
  return {
    code: "builds-unknown",
    message: `${isBase ? "base's" : "head's"} document does not record how its server was built, so a different build would go unnoticed`,
    remedy: "measure again: documents of older versions lack it",
  };
}

type ProgramDifference = Readonly<{
  what: "compiler" | "packager" | "configure line";
  base: string;
  head: string;
}>;

/** Differences in what both report, but for packagers: one that signs and an unsigned build are two. */
function programDifferences(base: Build, head: Build): readonly ProgramDifference[] {
  const packager = (build: Build) => packagerName(build.packager) ?? "";
  const bothOfTree = base.origin === "tree" && head.origin === "tree";
  const facts = [
    { what: "compiler", base: base.compiler, head: head.compiler },
    // Whatever a commit signs its builds with, it is no packager.
    { what: "packager", base: packager(base), head: bothOfTree ? packager(base) : packager(head) },
    { what: "configure line", base: speedOptions(base.configure), head: speedOptions(head.configure) },
  ] as const;
  return facts.flatMap(({ what, base: before, head: after }) =>
    before === undefined || after === undefined || before === after
      ? []
      : [{ what, base: before, head: after }],
  );
}

/** "compiled by gcc 7.5.0 (npm 15.18.0)". */
function compilerText({ compiler, packager, origin }: Build): string {
  const by = compiler === undefined ? "built by an unknown compiler" : `compiled by ${compiler}`;
  return `${by} (${packager ?? UNSIGNED[origin]})`;
}

const UNSIGNED: Readonly<Record<Build["origin"], string>> = {
  installed: "this machine's, of a packager that does not sign",
  npm: "npm",
  named: "a build that no packager signed",
  tree: "built from its commit",
  image: "the image's",
  running: "a build that no packager signed",
};

function configuredText(differing: readonly ProgramDifference[]): string {
  const found = differing.find(({ what }) => what === "configure line");
  if (found === undefined) return "";
  return `; configured with ${found.base || "no option that decides speed"}, then ${found.head || "no option that decides speed"}`;
}

/** Options that change how the server's code runs; folders, documentation and languages do not. */
const DECIDING =
  /^(?:--enable-(?:cassert|profiling|coverage|injection-points)|--disable-(?:spinlocks|atomics|integer-datetimes|float[48]-byval)|--with-(?:llvm|blocksize=.*|segsize=.*|wal-blocksize=.*))$/;
/** Compiler flags without effect on speed: warnings, symbols and where the sources lay. */
const INDIFFERENT = /^-(?:W|g|I|f(?:file|debug|macro)-prefix-map=|fdiagnostics)/;

/** Options of a configure line that decide speed, in alphabetical order; undefined where the line is not known. */
export function speedOptions(configure: string | undefined): string | undefined {
  if (configure === undefined) return undefined;
  const words = [...configure.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );
  const chosen = words.flatMap((word) => {
    const [, name, flags] = /^(CFLAGS|COPT)=(.*)$/.exec(word) ?? [];
    if (name === undefined) return DECIDING.test(word) ? [word] : [];
    const deciding = flags!.split(/\s+/).filter((flag) => flag !== "" && !INDIFFERENT.test(flag));
    return deciding.length === 0 ? [] : [`${name}=${deciding.join(" ")}`];
  });
  return chosen.sort().join(" ");
}
