/** How the packages of a program are installed, by the file that names them, and how it is run with them. */
import { wordTable } from "../../model/by-key.ts";
import { folderOf, inFolder, joined, nearestFile, type Repository, shellWord } from "./repository.ts";
import type { InstallLine } from "./test-job.ts";

export type Runtime = "node" | "python" | "ruby" | "elixir" | "php" | "go" | "none";

type Installer = Readonly<{
  file: string;
  /** Installs what the file names, in its folder. */
  install: (file: string, texts: InstallTexts) => string;
  /** Before the command that needs the packages. */
  prefix?: string;
  /** Program that pip brings where a machine has none that the project allows. */
  tool?: PipTool;
  /** Versions of the packages. That of a workspace goes before the files of the packages in it. */
  isLock?: boolean;
}>;

type PipTool = Readonly<{
  name: string;
  /** Fails without the program, and in a project that asks for another version of it. */
  check: string;
  /** Where the project says the version, as the first group; the file is one of the tool's own, or pyproject.toml. */
  versions: Readonly<Record<string, RegExp>>;
}>;

const UV: PipTool = {
  name: "uv",
  check: "uv cache dir",
  // Of the two uv reads its own alone.
  versions: {
    "uv.toml": /^required-version\s*=\s*["']([^"'\n]+)/m,
    "pyproject.toml": /^\[tool\.uv\].*\n(?:(?!\[).*\n)*?required-version\s*=\s*["']([^"'\n]+)/m,
  },
};
const POETRY: PipTool = {
  name: "poetry",
  check: "poetry env list",
  versions: {
    "pyproject.toml": /^\[tool\.poetry\].*\n(?:(?!\[).*\n)*?requires-poetry\s*=\s*["']([^"'\n]+)/m,
  },
};
const PIPENV: PipTool = { name: "pipenv", check: "pipenv --version", versions: {} };

/** Text of the file, and of package.json next to it. */
type InstallTexts = Readonly<{ text: string; manifest: string }>;

const VENV = "python3 -m venv .venv && . .venv/bin/activate";
const venv = (what: string) => `${VENV} && pip install -q ${what}`;

/** A lock file goes before what it locks. */
const INSTALLERS: Readonly<Record<Runtime, readonly Installer[]>> = {
  node: [
    { file: "pnpm-lock.yaml", install: (_, texts) => pnpm(texts), isLock: true },
    { file: "yarn.lock", install: (_, texts) => yarn(texts), isLock: true },
    { file: "bun.lockb", install: () => "npx --yes bun install --frozen-lockfile", isLock: true },
    { file: "bun.lock", install: () => "npx --yes bun install --frozen-lockfile", isLock: true },
    { file: "package-lock.json", install: () => "npm ci", isLock: true },
    { file: "package.json", install: () => "npm install" },
  ],
  python: [
    { file: "uv.lock", install: () => "uv sync --frozen", prefix: "uv run ", isLock: true, tool: UV },
    {
      file: "poetry.lock",
      install: () => "poetry install --no-interaction",
      prefix: "poetry run ",
      tool: POETRY,
    },
    { file: "Pipfile.lock", install: () => "pipenv sync --dev", prefix: "pipenv run ", tool: PIPENV },
    { file: "requirements.txt", install: () => venv("-r requirements.txt") },
    ...["test", "tests", "ci", "local", "dev", "development", "base", "common", "production", "prod"].map(
      (name) => ({
        file: `requirements/${name}.txt`,
        install: () => venv(`-r requirements/${name}.txt`),
      }),
    ),
    ...["pyproject.toml", "setup.py"].map((file) => ({ file, install: () => venv(".") })),
  ],
  ruby: [{ file: "Gemfile", install: () => "bundle install --quiet" }],
  elixir: [{ file: "mix.exs", install: () => "mix deps.get" }],
  php: [{ file: "composer.json", install: () => "composer install --quiet --no-interaction" }],
  go: [{ file: "go.mod", install: () => "go mod download" }],
  none: [],
};

/** First and last version of pnpm that read a lock file of this version. */
const PNPM_OF_LOCK = wordTable<readonly [first: number, last: number]>({
  5: [7, 7],
  6: [8, 9],
  9: [10, Number.POSITIVE_INFINITY],
});

function pnpm({ text, manifest }: InstallTexts): string {
  const [, lock = ""] = /^lockfileVersion:\s*'?(\d+)/m.exec(text) ?? [];
  const [, named] = /"packageManager":\s*"pnpm@([\d.]+)/.exec(manifest) ?? [];
  const [first, last = Number.POSITIVE_INFINITY] = PNPM_OF_LOCK[lock] ?? [];
  const version = named !== undefined && Number.parseInt(named, 10) <= last ? named : first;
  return `npx --yes pnpm${version === undefined ? "" : `@${version}`} install --frozen-lockfile`;
}

/** Yarn from its second version on is another package. */
function yarn({ text, manifest }: InstallTexts): string {
  const [, version] = /"packageManager":\s*"yarn@([2-9][\d.]*)/.exec(manifest) ?? [];
  if (version !== undefined) return `npx --yes @yarnpkg/cli-dist@${version} install --immutable`;
  return /^__metadata:/m.test(text)
    ? "npx --yes @yarnpkg/cli-dist install --immutable"
    : "npx --yes yarn install --frozen-lockfile";
}

export type Installed = Readonly<{ file: string; folder: string; install: string; prefix: string }>;

/**
 * The installation nearest to a folder, or null.
 * @param tested commands by which the job of the project's own tests installs packages: they know extras and groups
 * @param python version with which they run
 */
export function runtimeAt(
  repository: Repository,
  folder: string,
  runtime: Runtime,
  tested: readonly InstallLine[] = [],
  python?: string,
): Installed | null {
  const installers = INSTALLERS[runtime];
  const namesOf = (some: readonly Installer[]) => some.map(({ file: name }) => name);
  const lock = nearestFile(repository, folder, namesOf(installers.filter(({ isLock }) => isLock === true)));
  const isWhole = lock !== null && isOfWorkspace(repository, folderOf(lock));
  const file = isWhole ? lock : nearestFile(repository, folder, namesOf(installers));
  if (file === null) return null;
  const installer = installers.find(({ file: name }) => file === name || file.endsWith(`/${name}`))!;
  const at = installer.file.includes("/") ? folderOf(folderOf(file)) : folderOf(file);
  const texts = {
    text: repository.read(file) ?? "",
    manifest: repository.read(inFolder(at, "package.json")) ?? "",
  };
  const usual = { file, folder: at, install: installer.install(file, texts), prefix: installer.prefix ?? "" };
  const lines = tested.filter((line) => line.folder === "." || `${folder}/`.startsWith(`${line.folder}/`));
  const project = repository.read(inFolder(at, "pyproject.toml")) ?? "";
  if (usual.install.startsWith(VENV)) {
    const { install, ...others } = asPipOfTests(repository, usual, lines);
    const pinned = nearestFile(repository, at, [".python-version"]);
    const version = pinned === null ? "" : `python = "~=${(repository.read(pinned) ?? "").trim()}"`;
    const known = /^3\.(\d+)/.exec(python ?? "") ?? COMPILED_WITH.exec(texts.text);
    return { ...others, install: withPython(install, `${project}\n${version}`, known?.[1]) };
  }
  const install = withDriver(withFlags(usual.install, lines), project, installer.tool?.name);
  return runtime === "node"
    ? { ...usual, install: withNode(repository, at, texts.manifest, install) }
    : { ...usual, install: withTool(repository, at, installer.tool, install) };
}

/** Version of Node.js that is there anyhow, as Plumbline needs it. */
const NODE_LEAST = 20;

/** Node.js in a version that the project allows: npm has it as a package. pnpm needs a newer one since its version 11. */
function withNode(repository: Repository, folder: string, manifest: string, install: string): string {
  const pin = nearestFile(repository, folder, [".nvmrc", ".node-version"]);
  const [, engines = ""] = /"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]*)"/.exec(manifest) ?? [];
  const [, exact, minor, major] = (REFUSES_OTHERS.test(install) && NARROW.exec(engines)) || [];
  const version = exact ?? minor ?? major;
  if (version !== undefined && Number.parseInt(version, 10) < OLDEST_OF_NPX)
    return install.replace(/^(npx --yes yarn \S+)/, "$1 --ignore-engines");
  if (version !== undefined) {
    const pattern = `^v${version.replaceAll(".", "[.]")}${exact === undefined ? "[.]" : "$"}`;
    return withNodePackage(`node --version | grep -q '${pattern}'`, version, install);
  }
  const said = [
    /^[^\d<]*(\d+)/.exec(engines),
    /^v?(\d+)/.exec(pin === null ? "" : (repository.read(pin) ?? "")),
  ].find((each) => each !== null);
  const [, pnpmVersion = 0] = /\bpnpm@(\d+)/.exec(install) ?? [];
  const least = Math.max(Number(said?.[1] ?? 0), Number(pnpmVersion) >= 11 ? 22 : 0);
  if (least <= NODE_LEAST) return install;
  return withNodePackage(
    `[ "$(node --version | cut -c2- | cut -d. -f1)" -ge ${least} ]`,
    String(least),
    install,
  );
}

/** These install nothing where "engines" does not have the Node.js that runs; npm warns. */
const REFUSES_OTHERS = /^npx --yes (?:pnpm(?:@[\d.]+)?|yarn) /;
/** Ranges within one major version: 22.14.0 alone; 22.14.x, ~22.14.1, 22, 22.x, ^22.1 by what all of them begin with. */
const NARROW =
  /^[=v]*(\d+\.\d+\.\d+)$|^(?:~(?=\d+\.\d+))?(\d+\.\d+)(?:\.[\dx*]+)?$|^[\^~]?(\d+)(?:\.[\dx*]+)*$/;
/** npx itself runs on none before. */
const OLDEST_OF_NPX = 20;

function withNodePackage(test: string, version: string, install: string): string {
  return `{ ${test} || PATH="$(npx --yes -p node@${version} -c 'dirname "$(command -v node)"'):$PATH"; } && ${install}`;
}

/** As pip-compile writes it above the versions that it has chosen. */
const COMPILED_WITH = /^#.*\bpip-compile with python 3\.(\d+)/im;

/**
 * Python in a version that the project allows: `python3` if it is one, else the first or the last of them by its name.
 * @param known minor version that goes before those, where the machine has it
 */
function withPython(install: string, project: string, known?: string): string {
  const [, said = ""] =
    /^requires-python\s*=\s*["']([^"'\n]+)["']/m.exec(project) ??
    /^python\s*=\s*["']([^"'\n\w][^"'\n]*)["']/m.exec(project) ??
    [];
  const one = minorVersion(OF_ONE_MINOR, said);
  const least = one ?? minorVersion(/(?:>=|\^|~=)\s*3\.(\d+)/, said);
  const below = one === null ? minorVersion(/<\s*3\.(\d+)/, said) : one + 1;
  if (least === null && known === undefined) return install;
  const named = least === null ? "python3" : `python3.${below === null ? least : below - 1}`;
  const fits =
    least === null
      ? ""
      : `import sys; sys.exit(not ${least} <= sys.version_info[1]${below === null ? "" : ` < ${below}`})`;
  const python =
    known === undefined
      ? `$(python3 -c '${fits}' && echo python3 || echo ${named})`
      : `$(for p in python3.${known} python3; do $p -c '${fits}' 2>&- && echo $p && exit; done; echo ${named})`;
  return install.replace("python3 -m venv", `${python} -m venv`);
}

/** `==3.11.*`, PEP 440's `~=3.11.4`, and Poetry's `~3.11`; `~=3.11` allows what comes after 3.11, too. */
const OF_ONE_MINOR = /(?:==|~|~=(?=\s*3\.\d+\.\d))\s*3\.(\d+)/;

function minorVersion(pattern: RegExp, text: string): number | null {
  const [, minor] = pattern.exec(text) ?? [];
  return minor === undefined ? null : Number(minor);
}

/** Name of the extra that has a driver of PostgreSQL, in the text of a table of extras, of pyproject.toml or setup.cfg. */
export function driverExtra(extras: string): string | null {
  const [, toml, cfg] =
    /^["']?([\w-]+)["']?\s*=\s*\[[^\]]*["'](?:psycopg|asyncpg|pg8000)|^([\w-]+)[ \t]*=[ \t]*\n(?:[ \t].*\n)*?[ \t]+(?:psycopg|asyncpg|pg8000)/m.exec(
      extras,
    ) ?? [];
  return toml ?? cfg ?? null;
}

/** The extra or the group of the packages that brings the driver of PostgreSQL, unless the tests name some of their own. */
function withDriver(install: string, project: string, tool: string | undefined): string {
  const tableOf = (names: string) =>
    new RegExp(String.raw`^\[(?:${names})\]\n([\s\S]*?)(?=^\[|(?![\s\S]))`, "m").exec(project)?.[1] ?? "";
  const extra = driverExtra(tableOf(String.raw`tool\.poetry\.extras|project\.optional-dependencies`));
  const group = driverExtra(tableOf("dependency-groups"));
  if (extra !== null && !/ -(?:E|-(?:all-)?extras?)\b/.test(install)) {
    if (tool === "uv") return `${install} --extra ${extra}`;
    if (tool === "poetry") return `${install} --extras ${extra}`;
  }
  const isAsked = tool === "uv" && group !== null && group !== "dev";
  return isAsked && !/ --(?:all-|only-)?groups?\b/.test(install) ? `${install} --group ${group}` : install;
}

/** Words for the signs of versions in names of folders. */
const SIGN_WORDS = wordTable<string>({
  "<": "below-",
  "~": "near-",
  "!": "not-",
  ">": "from-",
});

/**
 * Brings the program where the machine has none that the project allows. It comes into an environment of its own: a system's own Python
 * takes no packages by pip, and uv takes out of the project's what is not locked.
 */
function withTool({ read }: Repository, folder: string, tool: PipTool | undefined, install: string): string {
  if (tool === undefined) return install;
  const { name, check, versions } = tool;
  const file = Object.keys(versions).find((each) => read(inFolder(folder, each)) !== null);
  const [, said] = (file && versions[file]!.exec(read(inFolder(folder, file)) ?? "")) || [];
  const wanted = said === undefined ? "" : pipVersion(said.trim());
  const place = `~/.cache/plumbline/${name}${wanted.replace(/[^\d.]+/g, (signs) => `-${SIGN_WORDS[signs[0]!] ?? ""}`)}`;
  const bring = `python3 -m venv ${place} && ${place}/bin/pip install -q ${shellWord(name + wanted)} && hash -r`;
  return `PATH=${place}/bin:$PATH && { ${check} 2>&1 || { ${bring}; }; } > /dev/null && ${install}`;
}

const PIP_VERSION = /^(?:[<>~=!]=|[<>])\d[\d.]*(?:\.\*)?(?:,(?:[<>~=!]=|[<>])\d[\d.]*(?:\.\*)?)*$/;

/** A version as pip takes it: `0.5` alone is that one, and Poetry's `^2.1` ends before 3; "" for what pip has no words for. */
function pipVersion(said: string): string {
  const [, sign, least] = /^([\^~])\s*(\d+(?:\.\d+)*)$/.exec(said) ?? [];
  if (least !== undefined) return `>=${least},<${versionBehind(sign!, least.split(".").map(Number))}`;
  if (/^\d+(?:\.\d+)*(?:\.\*)?$/.test(said)) return `==${said}`;
  const spec = said.replace(/([<>=!~])\s+/g, "$1").replace(/[\s,]+/g, ",");
  return PIP_VERSION.test(spec) ? spec : "";
}

/** First version that Poetry's `^` or `~` leaves out: `^0.9` ends before 0.10, `~2.1` before 2.2. */
function versionBehind(sign: string, parts: readonly number[]): string {
  const first = parts.findIndex((part) => part > 0);
  const at = sign === "~" ? Math.min(1, parts.length - 1) : first < 0 ? parts.length - 1 : first;
  return [...parts.slice(0, at), parts[at]! + 1].join(".");
}

const IS_OPTION = /^--\w[\w-]*$/;
/** As the tests say it in the last form that installs no other package: `npm ci --legacy-peer-deps`, or `npm install` for a stale lock. */
function withFlags(install: string, lines: readonly InstallLine[]): string {
  const [program, verb] = install.split(" ") as [string, string];
  const isNpm = program === "npm";
  const said = lines
    .map(({ command }) => command.split(/\s+/))
    .filter(([name, what]) => name === program && (isNpm ? /^(?:ci|i|install)$/.test(what!) : what === verb))
    .findLast((words) =>
      // A word behind an option may be its value.
      words.slice(2).every((word, at) => word.startsWith("-") || (!isNpm && IS_OPTION.test(words[at + 1]!))),
    );
  if (said === undefined) return install;
  const known = /^(?:--frozen|--locked|--no-interaction|-n|--silent|--quiet|-q)$/;
  const flags = said.slice(2).filter((word) => !known.test(word));
  return [isNpm && said[1] !== "ci" ? "npm install" : install, ...flags].join(" ");
}

/** What the tests install by pip, all of it in one environment; as it is where their files are not there. */
function asPipOfTests(repository: Repository, usual: Installed, lines: readonly InstallLine[]): Installed {
  const said = lines.map(({ folder, command }) => {
    const [, words = ""] = /\bpip3? install\s(.*)$/.exec(command) ?? [];
    return { folder, what: words.replace(OF_MACHINE, " ").trim() };
  });
  const isOfPip = ({ what }: { what: string }) => what.split(/\s+/).every((each) => OF_PIP.test(each));
  const all = said.filter((line) => line.what !== "" && !isOfPip(line));
  const [first] = all;
  const here = all.filter(({ folder }) => folder === first?.folder);
  const named = here.flatMap(({ what }) =>
    [...what.matchAll(/(?:^|\s)(?:-r|-c)\s*(\S+)/g)].map(([, file]) => file!),
  );
  const isThere = named.every((file) => repository.files.includes(joined(first!.folder, file)));
  const isWhole = here.some(({ what }) => /(?:^|\s)(?:-r|-e|--group|["']?\.)/.test(what));
  if (first === undefined || !isThere || !isWhole) return usual;
  // What a new environment has may be too old for groups, and lacks what old packages are built with.
  const hasGroups = here.some(({ what }) => /(?:^|\s)--group\b/.test(what));
  const builders = said.filter(isOfPip).flatMap(({ what }) => what.match(BUILDERS) ?? []);
  const isOld = hasGroups || builders.length > 0;
  const upgrade = isOld ? [{ what: ["--upgrade pip", ...new Set(builders)].join(" ") }] : [];
  const installs = [...upgrade, ...here].map(({ what }, at) =>
    at === 0 ? venv(what) : `pip install -q ${what}`,
  );
  return { ...usual, folder: first.folder, install: installs.join(" && ") };
}

/** An environment has its own place, and says little by itself. */
const OF_MACHINE = /(?:^|\s)(?:--system|--user|--upgrade|-U|-q|--quiet)(?=\s|$)/g;
const BUILDERS = /(?<!\S)(?:setuptools|wheel)(?:==\S+)?(?!\S)/g;
const OF_PIP = /^(?:pip|setuptools|wheel|poetry|uv|pipenv|tox|nox|flake8|black|ruff)(?:[=<>~].*)?$/;

function isOfWorkspace({ files, read }: Repository, folder: string): boolean {
  return (
    files.includes(inFolder(folder, "pnpm-workspace.yaml")) ||
    /"workspaces"\s*:/.test(read(inFolder(folder, "package.json")) ?? "") ||
    /^\[tool\.uv\.workspace\]/m.test(read(inFolder(folder, "pyproject.toml")) ?? "")
  );
}

/** `manage.py` of `server` as it is called from `server/api`. */
export function relativePath(from: string, file: string): string {
  const [a, b] = [from === "." ? [] : from.split("/"), file.split("/")];
  const shared = a.findIndex((part, i) => part !== b[i]);
  const same = shared < 0 ? a.length : shared;
  return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/") || ".";
}
