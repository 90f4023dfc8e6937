/** How the packages of a program are installed, by the file that names them, and how it is run with them. */
import { folderOf, nearestFile, type Repository } from "./repository.ts";

export type Runtime = "node" | "python" | "ruby" | "elixir" | "php" | "go" | "none";

type Installer = Readonly<{
  file: string;
  /** Installs what the file names, in its folder. */
  install: (file: string) => string;
  /** Before the command that needs the packages. */
  prefix?: string;
}>;

const venv = (what: string) => `python3 -m venv .venv && . .venv/bin/activate && pip install -q ${what}`;

/** A lock file goes before what it locks. */
const INSTALLERS: Readonly<Record<Runtime, readonly Installer[]>> = {
  node: [
    { file: "pnpm-lock.yaml", install: () => "npx --yes pnpm install --frozen-lockfile" },
    { file: "yarn.lock", install: () => "npx --yes yarn install --frozen-lockfile" },
    { file: "bun.lock", install: () => "npx --yes bun install --frozen-lockfile" },
    { file: "package-lock.json", install: () => "npm ci" },
    { file: "package.json", install: () => "npm install" },
  ],
  python: [
    { file: "uv.lock", install: () => "uv sync --frozen", prefix: "uv run " },
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

export type Installed = Readonly<{ file: string; folder: string; install: string; prefix: string }>;

/** The installation nearest to a folder, or null. */
export function runtimeAt(repository: Repository, folder: string, runtime: Runtime): Installed | null {
  const installers = INSTALLERS[runtime];
  const file = nearestFile(
    repository,
    folder,
    installers.map(({ file: name }) => name),
  );
  if (file === null) return null;
  const installer = installers.find(({ file: name }) => file === name || file.endsWith(`/${name}`))!;
  const at = installer.file.includes("/") ? folderOf(folderOf(file)) : folderOf(file);
  return { file, folder: at, install: installer.install(file), prefix: installer.prefix ?? "" };
}

/** `manage.py` of `server` as it is called from `server/api`. */
export function relative(from: string, file: string): string {
  const [a, b] = [from === "." ? [] : from.split("/"), file.split("/")];
  const shared = a.findIndex((part, i) => part !== b[i]);
  const same = shared < 0 ? a.length : shared;
  return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/") || ".";
}
