/** How the packages of a program are installed, by the file that names them, and how it is run with them. */
import { folderOf, inFolder, nearestFile, type Repository } from "./repository.ts";

export type Runtime = "node" | "python" | "ruby" | "elixir" | "php" | "go" | "none";

type Installer = Readonly<{
  file: string;
  /** Installs what the file names, in its folder. */
  install: (file: string, texts: InstallTexts) => string;
  /** Before the command that needs the packages. */
  prefix?: string;
  /** Versions of the packages. That of a workspace goes before the files of the packages in it. */
  isLock?: boolean;
}>;

/** Text of the file, and of package.json next to it. */
type InstallTexts = Readonly<{ text: string; manifest: string }>;

const venv = (what: string) => `python3 -m venv .venv && . .venv/bin/activate && pip install -q ${what}`;

/** A lock file goes before what it locks. */
const INSTALLERS: Readonly<Record<Runtime, readonly Installer[]>> = {
  node: [
    { file: "pnpm-lock.yaml", install: (_, texts) => pnpm(texts), isLock: true },
    { file: "yarn.lock", install: (_, texts) => yarn(texts), isLock: true },
    { file: "bun.lock", install: () => "npx --yes bun install --frozen-lockfile", isLock: true },
    { file: "package-lock.json", install: () => "npm ci", isLock: true },
    { file: "package.json", install: () => "npm install" },
  ],
  python: [
    { file: "uv.lock", install: () => "uv sync --frozen", prefix: "uv run ", isLock: true },
    { file: "poetry.lock", install: () => "poetry install --no-interaction", prefix: "poetry run " },
    { file: "Pipfile.lock", install: () => "pipenv sync --dev", prefix: "pipenv run " },
    { file: "requirements.txt", install: () => venv("-r requirements.txt") },
    { file: "requirements/test.txt", install: () => venv("-r requirements/test.txt") },
    { file: "requirements/local.txt", install: () => venv("-r requirements/local.txt") },
    { file: "requirements/base.txt", install: () => venv("-r requirements/base.txt") },
    { file: "pyproject.toml", install: () => venv(".") },
    { file: "setup.py", install: () => venv(".") },
  ],
  ruby: [{ file: "Gemfile", install: () => "bundle install --quiet" }],
  elixir: [{ file: "mix.exs", install: () => "mix deps.get" }],
  php: [{ file: "composer.json", install: () => "composer install --quiet --no-interaction" }],
  go: [{ file: "go.mod", install: () => "go mod download" }],
  none: [],
};

/** Versions of pnpm by that of the lock file, for a package.json that names none: others refuse it. */
const PNPM_OF_LOCK: Readonly<Record<string, number>> = { 5: 7, 6: 8, 9: 10 };

function pnpm({ text, manifest }: InstallTexts): string {
  const [, lock = ""] = /^lockfileVersion:\s*'?(\d+)/m.exec(text) ?? [];
  const version = /"packageManager":\s*"pnpm@/.test(manifest) ? undefined : PNPM_OF_LOCK[lock];
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

/** The installation nearest to a folder, or null. */
export function runtimeAt(repository: Repository, folder: string, runtime: Runtime): Installed | null {
  const installers = INSTALLERS[runtime];
  const nearest = (some: readonly Installer[]) =>
    nearestFile(
      repository,
      folder,
      some.map(({ file: name }) => name),
    );
  const lock = nearest(installers.filter(({ isLock }) => isLock === true));
  const file = lock !== null && isOfWorkspace(repository, folderOf(lock)) ? lock : nearest(installers);
  if (file === null) return null;
  const installer = installers.find(({ file: name }) => file === name || file.endsWith(`/${name}`))!;
  const at = installer.file.includes("/") ? folderOf(folderOf(file)) : folderOf(file);
  const texts = {
    text: repository.read(file) ?? "",
    manifest: repository.read(inFolder(at, "package.json")) ?? "",
  };
  return { file, folder: at, install: installer.install(file, texts), prefix: installer.prefix ?? "" };
}

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
