/** Packages of one repository that import each other: where the source of one lies, and which must be built before they can be imported. */
import { parsedJson } from "../../text/json.ts";
import { baseName, fileSet, folderOf, inFolder, isAside, joined, type Repository } from "./repository.ts";

type WorkspacePackage = Readonly<{ name: string; folder: string; manifest: WorkspaceManifest }>;

type WorkspaceManifest = Readonly<{
  name?: unknown;
  main?: unknown;
  module?: unknown;
  exports?: unknown;
  scripts?: Readonly<Record<string, string>> | null;
  dependencies?: Readonly<Record<string, string>> | null;
}>;

/** `require("./env")`, `from "@shop/config"`, `import "~/env"` */
const IMPORTED = /(?:\brequire\(|\bfrom\s|\bimport\(?)\s*["']([^"'\s]+)["']/g;
const OF_PACKAGE = /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?:\/|$)/;
const ENDINGS = ["", ".ts", ".tsx", ".js", ".cjs", ".mjs", ".json", "/index.ts", "/index.js"];

/** Names by which a text in JavaScript imports anything, each once. */
export function namesImported(text: string): readonly string[] {
  return [...new Set([...text.matchAll(IMPORTED)].map(([, name]) => name!))];
}

/** Names by which a text imports packages: neither a path, nor a module of Node.js. */
export function packagesImported(text: string): readonly string[] {
  return namesImported(text).filter((name) => OF_PACKAGE.test(name));
}

/** The file that an import means by a path, with or without its ending. */
export function fileOfImport({ files }: Pick<Repository, "files">, path: string): string | null {
  const there = fileSet(files);
  return ENDINGS.map((end) => path + end).find((each) => there.has(each)) ?? null;
}

/** A path, and those where the source of what a build makes there may lie. */
export function sourcePaths(path: string): readonly string[] {
  const [, before = "", rest] =
    /^(.*\/)?(?:dist|build|lib|out)\/(?:src\/)?(.*?)(?:\.[cm]?js)?$/.exec(path) ?? [];
  return rest === undefined ? [path] : [path, `${before}src/${rest}`, `${before}lib/${rest}`];
}

/** The source of what is imported by the name of one of the repository's own packages, if it is there. */
export function sourceOfImport(repository: Repository, name: string): string | null {
  const found = packageOfImport(repository, name);
  if (found === null) return null;
  const files = entryPaths(found.own, found.within).flatMap(sourcePaths);
  return files.flatMap((file) => fileOfImport(repository, inFolder(found.own.folder, file)) ?? [])[0] ?? null;
}

/** Packages whose builds these imports need, each after those that it needs itself. */
export function packagesToBuild(
  repository: Repository,
  names: readonly string[],
): readonly WorkspacePackage[] {
  const ordered = new Map<string, WorkspacePackage>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const found = packageOfImport(repository, name);
    if (found === null || seen.has(found.own.name)) return;
    const { own, within } = found;
    seen.add(own.name);
    const { scripts, dependencies } = own.manifest;
    for (const each of Object.keys(dependencies ?? {})) visit(each);
    const paths = entryPaths(own, within).map((file) => inFolder(own.folder, file));
    const isThere = paths.some((file) => fileOfImport(repository, file) !== null);
    if (!isThere && scripts?.["build"] !== undefined) ordered.set(own.name, own);
  };
  for (const name of names) visit(name);
  return [...ordered.values()];
}

type PackageImport = Readonly<{ own: WorkspacePackage; within: string }>;

/** `@shop/config/env` is `env` within the package `@shop/config`. */
function packageOfImport(repository: Repository, name: string): PackageImport | null {
  const [, packageName = "", within = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(name) ?? [];
  const own = workspacePackages(repository).get(packageName);
  return own === undefined ? null : { own, within };
}

/** Packages of repositories that were read already, as each import is looked for among them. */
const known = new WeakMap<Repository["files"], ReadonlyMap<string, WorkspacePackage>>();

function workspacePackages({ files, read }: Repository): ReadonlyMap<string, WorkspacePackage> {
  const before = known.get(files);
  if (before !== undefined) return before;
  const packages = new Map<string, WorkspacePackage>();
  for (const file of files.filter((each) => baseName(each) === "package.json" && !isAside(each))) {
    const manifest = (parsedJson(read(file) ?? "") ?? {}) as WorkspaceManifest;
    const { name } = manifest;
    if (typeof name === "string" && !packages.has(name))
      packages.set(name, { name, folder: folderOf(file), manifest });
  }
  known.set(files, packages);
  return packages;
}

/** Paths within the package at which Node.js looks for what is imported. */
function entryPaths({ manifest }: WorkspacePackage, within: string): readonly string[] {
  const { exports, main, module } = manifest;
  const named = within === "" ? [main, module].filter((each) => typeof each === "string") : [within];
  const said = exports == null ? named : exportsOf(exports, within === "" ? "." : `./${within}`);
  return (said.length > 0 ? said : ["index"]).map((each) => joined(".", each));
}

/** Types are no code, and `development` is a condition that Node.js does not set by itself. */
const NOT_RUN = /^(?:types|typings|browser|development|react-.*|edge-light|worker)$/;

function exportsOf(exports: unknown, entry: string): readonly string[] {
  if (typeof exports === "string") return entry === "." ? [exports] : [];
  const all = Object.entries((exports ?? {}) as Record<string, unknown>);
  if (!all.some(([key]) => key.startsWith("."))) return entry === "." ? codeIn(exports) : [];
  return all.flatMap(([key, value]) => {
    const [before = "", after] = key.split("*");
    if (after === undefined) return key === entry ? codeIn(value) : [];
    if (!entry.startsWith(before) || !entry.endsWith(after)) return [];
    const middle = entry.slice(before.length, entry.length - after.length);
    return codeIn(value).map((each) => each.replaceAll("*", middle));
  });
}

function codeIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([condition, each]) => (NOT_RUN.test(condition) ? [] : codeIn(each)));
}
