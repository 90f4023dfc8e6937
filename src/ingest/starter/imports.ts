/** Files that a file of settings gets settings from: those of the repository that it imports. */
import { fileSet, folderOf, foldersUpFrom, inFolder, joined, type Repository } from "./repository.ts";
import { fileOfImport, namesImported, packagesImported, sourceOfImport, sourcePaths } from "./workspaces.ts";

/** `./env`, `../config.js`, and `~/env` or `@/env`, by the names that most give to their sources */
const OF_PATH = /^(?:\.{1,2}|[~@])\//;
/** `from shop.config import settings`, `from .config import x`, `import shop.config` */
const OF_PYTHON =
  /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t](?:[ \t]*\()?([\w, \t]*)|import[ \t]+([\w.]+))/gm;

/** Files that are read for their imports, from each file that a tool loads. */
const IMPORTS_DEEP = 3;
const IMPORTS_MOST = 500;

/** Files, and what they import, the nearest first. */
export function withImports(repository: Repository, files: readonly string[]): readonly string[] {
  const all = new Set(files);
  let last: readonly string[] = [...all];
  for (let deep = 0; deep < IMPORTS_DEEP; deep++) {
    const next = last.flatMap((file) => importsOf(repository, file)).filter((file) => !all.has(file));
    last = next.slice(0, IMPORTS_MOST);
    for (const file of last) all.add(file);
  }
  return [...all];
}

export function importsOf(repository: Repository, file: string): readonly string[] {
  const { files, read } = repository;
  const there = fileSet(files);
  const text = read(file) ?? "";
  if (file.endsWith(".py")) {
    const modules = [...text.matchAll(OF_PYTHON)].flatMap(([, from, names, whole]) =>
      from === undefined
        ? [whole!]
        : [
            from,
            ...(names!.match(/\w+/g) ?? []).map((name) => `${from}${from.endsWith(".") ? "" : "."}${name}`),
          ],
    );
    return modules.flatMap((name) => moduleFiles(folderOf(file), name).find((each) => there.has(each)) ?? []);
  }
  const named = namesImported(text).filter((name) => OF_PATH.test(name));
  const paths = named.flatMap((name) => {
    const places = name.startsWith(".")
      ? [joined(folderOf(file), name)]
      : foldersUpFrom(folderOf(file)).flatMap((at) =>
          ["src/", ""].map((root) => inFolder(at, root + name.slice(2))),
        );
    const all = places.flatMap(sourcePaths).flatMap((place) => [place, place.replace(/\.[cm]?js$/, "")]);
    return all.flatMap((each) => fileOfImport(repository, each) ?? [])[0] ?? [];
  });
  const packages = packagesImported(text).flatMap((name) =>
    name === "config"
      ? variablesOfConfig(repository, folderOf(file))
      : (sourceOfImport(repository, name) ?? []),
  );
  return [...paths, ...packages];
}

/** The package `config` reads files in its folder, of which this one names variables. */
export const CONFIG_VARIABLES = /(?:^|\/)custom-environment-variables\.(?:json5?|ya?ml)$/;

function variablesOfConfig({ files }: Repository, folder: string): readonly string[] {
  const folders = foldersUpFrom(folder).map((at) => inFolder(at, "config"));
  return files.filter((file) => CONFIG_VARIABLES.test(file) && folders.includes(folderOf(file)));
}

/** A module of Python is looked for from the file's folder upwards: where its packages begin is not written in it. */
function moduleFiles(folder: string, name: string): readonly string[] {
  const [, dots = "", rest = ""] = /^(\.*)([^.].*)?$/.exec(name) ?? [];
  if (rest === "") return [];
  const named = (at: string) => modulePaths(at, rest);
  if (dots !== "") return named(joined(folder, `./${"../".repeat(dots.length - 1)}`));
  return foldersUpFrom(folder).flatMap((at) => [...named(at), ...named(inFolder(at, "src"))]);
}

/** Files in which a module of Python can be, by its name from a folder. */
export function modulePaths(folder: string, name: string): readonly string[] {
  const path = inFolder(folder, name.replaceAll(".", "/"));
  return [`${path}.py`, `${path}/__init__.py`];
}
