/** What a program in Python needs besides what is installed: its own package, and a driver of PostgreSQL. */
import { folderOf, inFolder, joined, type Repository } from "./repository.ts";
import { driverExtra, type Installed } from "./runtimes.ts";

const DRIVER = /\b(?:psycopg\d?|asyncpg|aiopg|pg8000)\b/i;

/** The installation with what it lacks, and what to say of it. */
export type CompleteInstall = Readonly<{ packages: Installed; unsure: readonly string[] }>;

/** @param needed name of the package that the tool is */
export function withNeededPackages(
  repository: Repository,
  packages: Installed,
  needed: string,
): CompleteInstall {
  const isPip = packages.install.includes(".venv/bin/activate");
  const whole = isPip ? withOwnPackage(repository, packages, needed) : packages;
  const said = installedText(repository, whole, isPip);
  if (said === null || DRIVER.test(said)) return { packages: whole, unsure: [] };
  const extra = isPip ? extraWithDriver(projectText(repository, packages.folder)) : null;
  const file = requirementsNaming(repository, packages.folder, new RegExp(`^[ \\t]*${DRIVER.source}`, "im"));
  const what = extra === null ? file && `-r ${file}` : `'.[${extra}]'`;
  if (isPip && what !== null) return { packages: withPip(whole, what), unsure: [] };
  const driver = driverNamed(repository);
  return {
    packages: isPip ? withPip(whole, driver) : withRun(whole, driver),
    unsure: [
      `no file that is installed names a driver of PostgreSQL: the set-up installs ${driver.replaceAll("'", "")}; name the one that the application uses`,
    ],
  };
}

/** The project itself or its own requirements, where the files that were found are those of its tests alone. */
function withOwnPackage(repository: Repository, packages: Installed, needed: string): Installed {
  const name = new RegExp(String.raw`^(?:(?!\w).)*${needed}\b`, "im");
  const { install, folder } = packages;
  if (isLocal(install) || GROUPS.test(install) || name.test(requirementsText(repository, packages)))
    return packages;
  const project = projectText(repository, folder);
  if (new RegExp(String.raw`["'\n][ \t]*${needed}\b`, "i").test(project)) return withPip(packages, ".");
  const file = requirementsNaming(repository, folder, name);
  return file === null ? packages : withPip(packages, `-r ${file}`);
}

/** Groups of pyproject.toml. */
const GROUPS = /\s--group\b/;

/** A file of requirements that names a package, by its path from the folder. */
function requirementsNaming({ files, read }: Repository, folder: string, name: RegExp): string | null {
  const at = inFolder(folder, "requirements");
  const all = files.filter(
    (file) =>
      file.startsWith(at) &&
      /^\/?[\w.-]*\.txt$/.test(file.slice(at.length)) &&
      !/docs?\b|test|mysql|lint/.test(file.slice(at.length)),
  );
  return all.find((file) => name.test(read(file) ?? ""))?.slice(at.length - "requirements".length) ?? null;
}

function withPip(packages: Installed, what: string): Installed {
  return { ...packages, install: `${packages.install} && pip install -q ${what}` };
}

function withRun(packages: Installed, driver: string): Installed {
  return packages.prefix === "uv run "
    ? { ...packages, prefix: `uv run --with ${driver} ` }
    : { ...packages, install: `${packages.install} && ${packages.prefix}pip install -q ${driver}` };
}

/** True if the project itself is installed: `.`, `-e .[test]`. */
function isLocal(install: string): boolean {
  return /pip install\s(?:[^&]*\s)?["']?\.(?:\/|\[[^\]]*\])?["']?(?=\s|$)/.test(install);
}

/** All that says what is installed; null where no file does that can be read. */
function installedText(repository: Repository, packages: Installed, isPip: boolean): string | null {
  if (!isPip) return repository.read(packages.file) || null;
  const project = projectText(repository, packages.folder);
  const { install } = packages;
  const extras = GROUPS.test(install) || /\.\[[^\]]*\]/.test(install) ? project : withoutExtras(project);
  const own = isLocal(install) || GROUPS.test(install) ? extras.trim() : "";
  const text = `${requirementsText(repository, packages)}${own}`;
  return text === "" ? null : `${install}\n${text}`;
}

/** The files that pip is given, with those that they name, and those in which the project has its dependencies. */
function requirementsText(repository: Repository, { install, folder }: Installed): string {
  const { read } = repository;
  const texts = new Map<string, string>();
  const named = isLocal(install) ? projectText(repository, folder).matchAll(OF_PROJECT) : [];
  const open = [...filesOfPip(install), ...[...named].map(([, file]) => file!)].map((file) =>
    joined(folder, file),
  );
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (texts.has(file)) continue;
    const text = read(file) ?? "";
    texts.set(file, text);
    open.push(...filesOfPip(text).map((each) => joined(folderOf(file!), each)));
  }
  return [...texts.values()].join("\n");
}

const OF_PROJECT = /["']([\w./-]*requirements(?:\/\w+)?\.(?:txt|in))["']/g;

function filesOfPip(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|\s)(?:-r|--requirement)[\s=]*["']?([^\s"']+)/g)].map(([, file]) => file!);
}

function projectText({ read }: Repository, folder: string): string {
  return ["pyproject.toml", "setup.py", "setup.cfg"]
    .map((name) => (read(inFolder(folder, name)) ?? "").replace(EXTRAS_OF_SETUP, ""))
    .join(END_OF_FILE);
}

/** Extras in setup.py, which are not installed by themselves. */
const EXTRAS_OF_SETUP = /\bextras_require\s*=\s*\{[^}]*\}/g;

/** Before the next file's text, of which it is no table. */
const END_OF_FILE = "\n[project]\n";

const EXTRAS =
  /^\[(?:project\.optional-dependencies|tool\.poetry\.extras|options\.extras_require)\]\n((?:(?!\[[\w.-]+\]).*\n?)*)/gm;

/** The tables of pyproject.toml and setup.cfg that say what comes with the project: neither extras nor tools of its tests. */
function withoutExtras(project: string): string {
  const tables = project.split(/^(?=\[[\w.-]+\])/m);
  return tables
    .filter((table) => !/^\[(?!project\]|tool\.poetry\.dependencies\]|options\])/.test(table))
    .join("");
}

function extraWithDriver(project: string): string | null {
  return driverExtra([...project.matchAll(EXTRAS)].map(([, text]) => text!).join("\n"));
}

/** The driver that files of the tests install, in the form that needs no compiler. */
function driverNamed({ files, read }: Repository): string {
  const named = files.filter((file) =>
    /(?:^|\/)(?:tox\.ini|noxfile\.py|[\w.-]*requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+|Dockerfile)$|^\.github\/workflows\//.test(
      file,
    ),
  );
  const isThird = named.some((file) => /\bpsycopg(?!\d|-?binary)(?:\[|\b)/.test(read(file) ?? ""));
  const isSecond = named.some((file) => /\bpsycopg2/.test(read(file) ?? ""));
  return isThird && !isSecond ? "'psycopg[binary]'" : "psycopg2-binary";
}
