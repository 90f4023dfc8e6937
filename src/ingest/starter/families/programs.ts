/** Tools whose migrations only they can read: they are run, as the project's own tests run them. */

import { parsedJson } from "../../../text/json.ts";
import { connectionOf } from "../connection.ts";
import { withImports } from "../imports.ts";
import { withNeededPackages } from "../python-packages.ts";
import {
  baseName,
  byFolder,
  type Candidate,
  folderOf,
  foldersUpFrom,
  inFolder,
  isAside,
  joined,
  namesPostgres,
  nearestFile,
  otherDialect,
  type Repository,
  shellWord,
} from "../repository.ts";
import { type Installed, type Runtime, relativePath, runtimeAt } from "../runtimes.ts";
import { type FileCopy, type TestJob, testJobOf, withCopies } from "../test-job.ts";
import { packagesImported, packagesToBuild } from "../workspaces.ts";
import { packageFolder } from "./models.ts";
import type { ProgramTool, ReplacedSettings, ToolPlace } from "./program-tool.ts";
import { INSTALLED, PROGRAM_TOOLS } from "./tool-table.ts";

type Found = Readonly<{ tool: ProgramTool; copies?: readonly FileCopy[] } & ToolPlace>;

export function programs(own: Repository): readonly Candidate[] {
  const { repository, copies } = withCopies(own);
  const all = PROGRAM_TOOLS.flatMap((tool) => withoutTwins(repository, foundOf(repository, tool)));
  const ofTools = new Set(all.flatMap(({ tool, migrations }) => (tool.isOwn === true ? [] : migrations)));
  return all
    .filter(({ tool, migrations }) => tool.isOwn !== true || !migrations.some((file) => ofTools.has(file)))
    .map((found) => {
      const needed = copies.filter(({ to }) => filesWithin([to], found.folder).length > 0);
      const job = testJobOf(repository, found.folder, found.tool.runtime);
      const candidate = programCandidate(repository, { ...found, copies: needed }, job);
      const made = needed.map(
        ({ from, to }) => `the command makes ${to} from ${from} if need be, as the tests do`,
      );
      return { ...candidate, unsure: [...candidate.unsure, ...made] };
    });
}

/** Two config files for the same migrations are one way to apply them: the first, or the one that includes the others. */
function withoutTwins({ read }: Repository, found: readonly Found[]): readonly Found[] {
  const twins = new Map<string, readonly Found[]>();
  for (const each of found) {
    const key = each.migrations.join("\n");
    twins.set(key, [...(twins.get(key) ?? []), each]);
  }
  return [...twins.values()].map((same) => {
    const texts = same.map(({ config }) => read(config) ?? "");
    const isIncluded = ({ config }: Found) =>
      texts.some((text, at) => same[at]!.config !== config && text.includes(baseName(config)));
    const roots = same[0]!.tool.isTree === true ? same.filter((each) => !isIncluded(each)) : [];
    return roots.find(({ config }) => /\binclude(?:All)?\b/.test(read(config) ?? "")) ?? roots[0] ?? same[0]!;
  });
}

function foundOf(repository: Repository, tool: ProgramTool): readonly Found[] {
  const { files, read } = repository;
  if (tool.places !== undefined) return tool.places(repository).map((place) => ({ tool, ...place }));
  if (tool.config !== undefined) {
    const all = files
      .filter((file) => tool.config!.test(file) && tool.needs.test(read(file) ?? ""))
      .map((config) => {
        const near = rootOf(folderOf(config));
        const folder = tool.isAtPackage === true ? packageFolder(files, config) : near;
        const within = (at: string) => filesWithin(files, at).filter((file) => tool.migrations.test(file));
        return { tool, config, folder, near: within(near), wide: () => within(folder) };
      });
    const isNear = new Set(all.flatMap(({ folder, near }) => (near.length > 0 ? [folder] : [])));
    return all.flatMap(({ near, wide, ...place }) => {
      const migrations = isNear.has(place.folder) ? near : wide();
      return migrations.length === 0 ? [] : [{ ...place, migrations }];
    });
  }
  const manifests = new Set(files.filter((file) => baseName(file) === MANIFEST[tool.runtime]));
  return [...byFolder(files, tool.migrations)].flatMap(([place, migrations]) => {
    const config = foldersUpFrom(place)
      .map((folder) => inFolder(folder, MANIFEST[tool.runtime]!))
      .find((file) => manifests.has(file) && tool.needs.test(read(file) ?? ""));
    return config === undefined ? [] : [{ tool, config, folder: folderOf(config), migrations }];
  });
}

/** The folder that the tool is run in: paths of Java's resources are those of the class path. */
function rootOf(folder: string): string {
  const [resources] = /^(?:.*\/)?src\/main\/resources(?=\/|$)/.exec(folder) ?? [];
  if (resources !== undefined) return resources;
  return /(?:^|\/)(?:\.?config|migrations)$/.test(folder) ? folderOf(folder) : folder;
}

const MANIFEST: Partial<Record<Runtime, string>> = { node: "package.json", elixir: "mix.exs", go: "go.mod" };

function filesWithin(files: readonly string[], folder: string): readonly string[] {
  return folder === "." ? files : files.filter((file) => file.startsWith(`${folder}/`));
}

const SETTINGS_MOST = 12;
/** Texts about a database, and those with types and values of variables that other files read. */
const OF_SETTINGS =
  /DATABASE|POSTGRES|DB_|postgres|SQLALCHEMY|Repo\b|database_ur[il]|["']db_|["'][A-Z][A-Z0-9_]*["']:\s*\(\s*(?:str|bool|int|list|dict)\s*,/;

function programCandidate(repository: Repository, found: Found, job: TestJob | null): Candidate {
  const { tool, config, folder, migrations } = found;
  const { read } = repository;
  const { packages, unsure } = packagesOf(repository, found, job);
  const place = folderOf(migrations[0]!);
  const manifest = nearestFile(repository, folder, ["package.json"]);
  const manifestText = textOrNone(read, manifest);
  const isUsable = tool.isOwn !== true && (tool.usable?.test(read(config) ?? "") ?? true);
  const own = ownScript(manifestText, tool) ?? (isUsable ? null : scriptOfProgram(manifestText));
  const at = own === null ? folder : folderOf(manifest!);
  const text = read(config) ?? "";
  const isByPackage = tool.config === undefined && tool.places === undefined;
  const settings = settingsOf(repository, found, at, { own, tested: Object.keys(job?.env ?? {}) });
  const connection = connectionOf(
    repository,
    settings,
    { ...job?.connection, ...job?.env },
    {
      isTold: tool.told !== undefined || found.fixedUrl !== undefined,
      kind: tool.kind,
    },
  );
  const exports = [...(tool.told ?? []), ...(tool.told?.length ? [] : connection.exports)];
  const override =
    connection.fixed === null ? null : (tool.overrides?.(manifestText, own?.text ?? null) ?? null);
  const fixed = override === null ? connection.fixed : null;
  const run = { exports, packages, job, settings, manifestText, own, at, override };
  const line = programLine(repository, found, run);
  const replaced = replacedBy(repository, found, settings, fixed);
  const env = {
    ...connection.env,
    ...tool.env,
    ...found.env,
    ...tool.environment?.(repository, folder),
    ...replaced?.env,
  };
  const isRun = own !== null || isUsable;
  return {
    tool: tool.tool,
    runtime: tool.runtime,
    place: isByPackage ? place : config,
    count: migrations.length,
    steps: isRun ? [{ command: line, env, ...(replaced && { needs: [replaced.file] }) }] : null,
    sql: [],
    unsure: [
      ...(isRun ? [] : [unappliedWords(tool, config, place)]),
      ...unsureOfTool(tool, packages, manifestText),
      ...unsure,
      ...(found.unsure ?? []),
      ...(tool.unsure?.(repository, migrations) ?? []),
      ...(isRun ? unsureOfServer(fixed, replaced) : []),
      ...connection.unsure,
    ],
    ...(replaced === null ? {} : { writes: { [replaced.file]: replaced.text } }),
    dialect: tool.dialect?.exec(text)?.[1] ?? null,
    ...(tool.isPush === undefined ? {} : { isPush: tool.isPush }),
    // Numbered files that nothing is known to apply may be no schema.
    ...(tool.isOwn === true && !isRun ? { isPlain: true } : {}),
  };
}

function unappliedWords({ tool, isOwn }: ProgramTool, config: string, place: string): string {
  const what =
    isOwn === true
      ? `nothing in ${config} is known to apply ${place}`
      : `${config} has nothing that ${tool}'s own program can use`;
  return `${what}: write { command: ... } of the application's own migrate command`;
}

type ProgramRun = Readonly<{
  exports: readonly string[];
  packages: Installed | null;
  job: TestJob | null;
  settings: readonly string[];
  manifestText: string;
  own: OwnScript | null;
  /** Folder in which it runs. */
  at: string;
  /** Words that make it use the set-up's connection. */
  override: string | null;
}>;

/** The tool's command or the project's own script, behind what it must be told, installations and builds. */
function programLine(
  repository: Repository,
  found: Found,
  { exports, packages, job, settings, manifestText, own, at, override }: ProgramRun,
): string {
  const { tool, config, migrations, copies = [] } = found;
  const textsOf = (files: readonly string[]) => files.map((file) => repository.read(file) ?? "");
  const script = own?.text ?? "";
  const build = needsBuild(script, textsOf(settings), textsOf([config, ...migrations]))
    ? buildBefore(manifestText, at, job)
    : "";
  const siblings = buildsOfSiblings(
    repository,
    tool.runtime === "node" ? [config, ...settings, ...migrations] : [],
    { names: build === "" ? [] : dependenciesIn(manifestText), from: packages?.folder ?? at },
  );
  const isPlain =
    tool.isPlainCode === true &&
    build === "" &&
    siblings.length === 0 &&
    !textsOf([config, ...settings, ...migrations]).some((text) => IS_BUILT.test(text));
  const command =
    own === null
      ? directCommand(repository, found, folderOf(migrations[0]!), manifestText)
      : byItsManager(own, packages);
  return [
    ...(exports.length === 0 ? [] : [`export ${exports.join(" ")}`]),
    ...copies.map(({ from, to }) => `{ [ -e ${shellWord(to)} ] || cp ${shellWord(from)} ${shellWord(to)}; }`),
    ...installsAbove(repository, tool.runtime, { script, folder: at, packages, job }),
    ...runLines(
      withDriverOfToday(isPlain ? withoutScripts(repository, packages) : packages, manifestText),
      at,
      `${build}${withWords(command, own !== null, override)}`,
      siblings,
    ),
  ].join(" && ");
}

/** Packages that are built when they are installed, where a program needs them. */
const IS_BUILT =
  /(?:\bfrom|\brequire\(|\bimport\(?)\s*["'](?:bcrypt|argon2|sharp|canvas|(?:better-)?sqlite3|pg-native|libpq|grpc)["']/;
/** Scripts of a project itself that make what its programs need. */
const MAKES =
  /"(?:(?:pre|post)?install|prepare)"\s*:\s*"(?:[^"\\]|\\.)*\b(?:tsc|build|generate|compile|babel|patch-package|prisma)\b/;

/** Drivers for Node.js that wait for ever for a connection since its version 14, so that a program ends without a word. */
const OLD_DRIVER = /"pg"\s*:\s*"[^"\d]*([0-7]\.[\d.]+)/;
/** By itself, and then laid over the others: an installation would write it into the project's files, or make all anew. */
const TODAYS_DRIVER =
  "npm install --ignore-scripts --prefix node_modules/.pg pg@8 && cp -r node_modules/.pg/node_modules/. node_modules/";

function withDriverOfToday(packages: Installed | null, manifest: string): Installed | null {
  return packages !== null &&
    /\bnpm (?:ci|install)\b|\bnpx --yes yarn install\b/.test(packages.install) &&
    OLD_DRIVER.test(manifest)
    ? { ...packages, install: `${packages.install} && ${TODAYS_DRIVER}` }
    : packages;
}

/** An installation without the scripts of packages: of what a plain program needs, none is built by them. */
function withoutScripts({ read }: Repository, packages: Installed | null): Installed | null {
  if (packages === null || MAKES.test(read(inFolder(packages.folder, "package.json")) ?? "")) return packages;
  const install = packages.install.replace(
    /\b(npm (?:ci|install)|npx --yes (?:pnpm|yarn)(?:@[\d.]+)? install)\b(?!.*--ignore-scripts)/,
    "$1 --ignore-scripts",
  );
  return { ...packages, install };
}

function withWords(command: string, isScript: boolean, words: string | null): string {
  if (words === null) return command;
  return `${command}${isScript && !command.includes(" -- ") ? " --" : ""} ${words}`;
}

/** A script that calls pnpm or yarn is run by what installs the packages: a machine may have it by npx alone. */
function byItsManager({ command, text }: OwnScript, packages: Installed | null): string {
  const [manager] = /npx --yes \S+/.exec(packages?.install.replace(/^.*&& /, "") ?? "") ?? [];
  return manager === undefined || !/(?:^|\s)(?:pnpm|yarn|bun)\s/.test(text) || command.includes(" -- ")
    ? command
    : command.replace(/^npm/, manager);
}

function packagesOf(
  repository: Repository,
  { tool, folder }: Found,
  job: TestJob | null,
): Readonly<{ packages: Installed | null; unsure: readonly string[] }> {
  const step = job?.tools.find(({ uses }) => uses.startsWith("actions/setup-python@"));
  const python = step && String(step.with?.["python-version"]);
  const packages = runtimeAt(repository, folder, tool.runtime, job?.installs, python);
  return packages === null || tool.package === undefined
    ? { packages, unsure: [] }
    : withNeededPackages(repository, packages, tool.package);
}

function directCommand(
  { files, read }: Repository,
  found: Found,
  place: string,
  manifestText: string,
): string {
  const { tool, config, folder } = found;
  const named = { config: relativePath(folder, config), argument: found.argument };
  return tool.command({
    config: shellWord(named.config),
    migrations: shellWord(relativePath(folder, place)),
    argument: found.argument && shellWord(found.argument),
    named,
    fixedUrl: found.fixedUrl,
    text: read(config) ?? "",
    manifest: manifestText,
    has: (file) => files.includes(inFolder(folder, file)),
  });
}

function textOrNone(read: Repository["read"], file: string | null): string {
  return file === null ? "" : (read(file) ?? "");
}

function replacedBy(
  repository: Repository,
  found: Found,
  settings: readonly string[],
  fixed: string | null,
): ReplacedSettings | null {
  return fixed === null ? null : (found.tool.replace?.(repository, found, settings) ?? null);
}

function unsureOfServer(fixed: string | null, replaced: ReplacedSettings | null): readonly string[] {
  if (fixed === null) return [];
  return [replaced === null ? fixed : `the settings name their server: ${replaced.file} replaces it`];
}

function unsureOfTool(
  { tool, runtime }: ProgramTool,
  packages: Installed | null,
  manifest: string,
): readonly string[] {
  const install = INSTALLED[tool];
  const [, driver] = (runtime === "node" && OLD_DRIVER.exec(manifest)) || [];
  return [
    ...(driver === undefined
      ? []
      : [
          `pg ${driver}, the driver in package.json, connects to nothing on Node.js 14 and later: ${withDriverOfToday(packages, manifest) === packages ? "pg 8 does" : "the set-up takes pg 8"}`,
        ]),
    ...(packages === null && runtime !== "none"
      ? [`no file names the packages of ${tool}: put their installation before the command`]
      : []),
    ...(install === undefined ? [] : [`${tool} must be on the PATH, in the workflow, too: ${install}`]),
  ];
}

/**
 * Files of the tool's settings, programs of the script, and those of the repository that they get settings from.
 * @param tested variables of the tests, which a file that finds the settings may read
 */
function settingsOf(
  repository: Repository,
  { tool, settings = [] }: Found,
  folder: string,
  { own, tested }: Readonly<{ own: OwnScript | null; tested: readonly string[] }>,
): readonly string[] {
  const { files, read } = repository;
  const named = filesWithin(files, folder).filter((file) => tool.settings.test(file) && !isAside(file));
  const run = own?.text.match(/(?<![\w./-])[\w./-]+\.[cm]?[jt]s\b/g) ?? [];
  const all = withImports(repository, [...settings, ...named, ...run.map((file) => joined(folder, file))]);
  const isOfSettings = (text: string) =>
    OF_SETTINGS.test(text) || tested.some((name) => new RegExp(`["']${name}["']`).test(text));
  return all.filter((file) => isOfSettings(read(file) ?? "")).slice(0, SETTINGS_MOST);
}

/** Migrations that lie in what a build makes, or import from it as the config file may, and a script that runs what it made. */
function needsBuild(script: string, settings: readonly string[], loaded: readonly string[]): boolean {
  const named = settings.flatMap(
    (text) => /\bmigrations\s*:\s*\[([^\]]*)\]/.exec(text)?.[1]?.match(/["'`][^"'`]+["'`]/g) ?? [],
  );
  return (
    /(?:^|\s)(?:\.\/)?(?:dist|build)\/[\w./-]+\.[cm]?js\b/.test(script) ||
    (named.length > 0 && named.every((each) => /\bdist\//.test(each))) ||
    loaded.some((text) => /\brequire\(\s*["'](?:\.\.?\/)+dist\//.test(text))
  );
}

/** The script that builds a package: the one that the project's own tests call there, or the usual one. */
function buildBefore(manifest: string, folder: string, job: TestJob | null): string {
  const called = job?.builds.find((each) => each.folder === folder)?.command;
  const script = [called, "build"].find((each) => each !== undefined && manifest.includes(`"${each}":`));
  return script === undefined ? "" : `npm run ${script} && `;
}

/** Builds of the repository's own packages that the tool's files import, or that a build of its package needs. */
function buildsOfSiblings(
  repository: Repository,
  files: readonly string[],
  { names, from }: Readonly<{ names: readonly string[]; from: string }>,
): readonly string[] {
  const { read } = repository;
  const all = withImports(repository, files);
  const imported = new Set(all.flatMap((file) => packagesImported(read(file) ?? "")));
  return packagesToBuild(repository, [...imported, ...names]).map(
    ({ folder }) => `(cd ${shellWord(relativePath(from, folder))} && npm run build)`,
  );
}

function dependenciesIn(manifest: string): readonly string[] {
  const { dependencies } = (parsedJson(manifest) ?? {}) as { dependencies?: Record<string, string> | null };
  return Object.keys(dependencies ?? {});
}

type ScriptRun = Readonly<{
  script: string;
  folder: string;
  packages: Installed | null;
  job: TestJob | null;
}>;

/** Installation of a folder above whose packages a script names by their paths. */
function installsAbove(
  repository: Repository,
  runtime: Runtime,
  { script, folder, packages, job }: ScriptRun,
): readonly string[] {
  const [, up] = /(?:^|\s)((?:\.\.\/)+)node_modules\//.exec(script) ?? [];
  const above = up === undefined ? null : runtimeAt(repository, joined(folder, up), runtime, job?.installs);
  if (above === null || above.folder === packages?.folder) return [];
  return [`(${above.folder === "." ? "" : `cd ${shellWord(above.folder)} && `}${above.install})`];
}

/** Installs the packages where they are named, builds those of the repository, and runs the command where the tool, or the project's script for it, is. */
function runLines(
  packages: Installed | null,
  folder: string,
  command: string,
  between: readonly string[],
): readonly string[] {
  const at = packages?.folder ?? folder;
  const enter = at === "." ? [] : [`cd ${shellWord(at)}`];
  const on = at === folder ? [] : [`cd ${shellWord(relativePath(at, folder))}`];
  return [
    ...enter,
    ...(packages === null ? [] : [packages.install]),
    ...between,
    ...on,
    `${packages?.prefix ?? ""}${command}`,
  ];
}

const MIGRATES_UP = /^(?:migrate|migrat(?:e|ions?)[:-](?:run|up|latest|deploy))$/;
/** Scripts for servers that people use, that run elsewhere, go back, write migrations or do not end: what `init` writes is tried at once. */
const NOT_TRIED =
  /(?:^|[^a-z])(?:prod|production|staging|live|remote|ssh|heroku|fly|flyctl|railway|kubectl|docker(?:-compose)?|down|rollback|revert|undo|reset|drop|create|new|make|gen|generate|watch|nodemon)(?![a-z])|:\/\//i;

type OwnScript = Readonly<{ command: string; text: string }>;

/** A script whose name says that it migrates up, and that runs a program of the project, maybe by another script. */
function scriptOfProgram(manifest: string): OwnScript | null {
  const { scripts } = (parsedJson(manifest) ?? {}) as { scripts?: Record<string, string> | null };
  const isPlain = (name: string) => MIGRATES_UP.test(name);
  const fit = Object.entries(scripts ?? {}).filter(
    ([name, text]) => isPlain(name.replace(/^\w+:(?=migrat)/, "")) && !NOT_TRIED.test(`${name} ${text}`),
  );
  for (const [name, text] of fit.toSorted(([a], [b]) => Number(isPlain(b)) - Number(isPlain(a)))) {
    const [, called, word] = /^(?:npm|pnpm|yarn) run ([\w:-]+)((?: (?:--|run|up|latest))*)$/.exec(text) ?? [];
    const whole = called === undefined ? text : `${scripts?.[called] ?? ""}${word}`;
    if (/\.[cm]?[jt]s(?: (?:--|run|up|latest))*$/.test(whole) && !NOT_TRIED.test(whole))
      return { command: `npm run ${shellWord(name)}`, text: `${text} && ${whole}` };
  }
  return null;
}

/** The project's own script for it in package.json: it knows options that nothing else does. Of several, PostgreSQL's. */
function ownScript(manifest: string, { script, tool, arguments: more }: ProgramTool): OwnScript | null {
  if (script === undefined) return null;
  const { scripts } = (parsedJson(manifest) ?? {}) as { scripts?: Record<string, string> | null };
  const fit = Object.entries(scripts ?? {}).filter(
    ([name, text]) => script.test(text) && !NOT_TRIED.test(`${name} ${text}`),
  );
  const asPath = (name: string) => name.replaceAll(":", "/");
  const [name, text] =
    fit.find(([each]) => namesPostgres(asPath(each))) ??
    fit.find(([each]) => otherDialect(asPath(each)) === null) ??
    fit[0] ??
    [];
  if (name === undefined || text === undefined) return null;
  const run = `npm run ${shellWord(name)}`;
  if (tool === "node-pg-migrate" && !/\bup\b/.test(text)) return { command: `${run} -- up`, text };
  return { command: more === undefined ? run : `${run} -- ${more}`, text };
}
