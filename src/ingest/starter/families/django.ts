/** Projects of Django: where one is run, the settings that it takes, and a module for settings that name their server themselves. */
import { modulePaths } from "../imports.ts";
import {
  baseName,
  fileSet,
  folderOf,
  foldersUpFrom,
  inFolder,
  isAside,
  nearestFile,
  type Repository,
} from "../repository.ts";
import { relativePath } from "../runtimes.ts";
import type { ReplacedSettings, ToolPlace } from "./program-tool.ts";

/** In `migrations`, or in what MIGRATION_MODULES calls alike. */
const MIGRATION = /(?:^|\/)(?:\w+_)?migrations\/\d{4}_\w+\.py$/;
const VARIABLE = "DJANGO_SETTINGS_MODULE";
const NAMED = /\bDJANGO_SETTINGS_MODULE["']\s*[,\]]\s*(?:=\s*)?["']([\w.]+)["']/g;
/** As pytest.ini, tox.ini, setup.cfg and pyproject.toml have it. */
const NAMED_FOR_TESTS = /\bDJANGO_SETTINGS_MODULE\s*=\s*["']?([\w.]+)/g;
const OF_TESTS = /(?:^|\/)(?:pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml)$/;

/** One place for each manage.py; for an application that has none, the one of the project in which its tests run. */
export function djangoPlaces(repository: Repository): readonly ToolPlace[] {
  const { files, read } = repository;
  const managed = files
    .filter(
      (file) =>
        baseName(file) === "manage.py" &&
        /django|execute_from_command_line|\brunpy\b/i.test(read(file) ?? ""),
    )
    .flatMap((config) => managedPlace(repository, config));
  if (managed.some(({ config }) => !isAside(config))) return managed;
  const own = files.filter(
    (file) => MIGRATION.test(file) && !isAside(file) && /\bdjango\b/.test(read(file) ?? ""),
  );
  return own.length === 0 ? managed : [...managed, ...reusablePlace(repository, own)];
}

function managedPlace(repository: Repository, config: string): readonly ToolPlace[] {
  const { files, read } = repository;
  const folder = folderOf(config);
  const within = folder === "." ? "" : `${folder}/`;
  const migrations = files.filter((file) => file.startsWith(within) && MIGRATION.test(file));
  if (migrations.length === 0) return [];
  const own = settingsNamedIn(repository, config, NAMED);
  const isSilent = !/settings/i.test(read(config) ?? "");
  const [module] = own.length > 0 || !isSilent ? own : settingsOfTests(repository, folder);
  const settings = module === undefined ? [] : [module.file];
  const env = isSilent && module !== undefined ? { env: environmentFor(folder, module) } : {};
  return [{ config, folder, migrations, settings, ...env }];
}

type SettingsModule = Readonly<{
  /** Name, as DJANGO_SETTINGS_MODULE has it, the folder from which it is found, and its file. */
  name: string;
  root: string;
  file: string;
}>;

/** Modules that a file names and that are there: they are found from its folder, or from one above it. */
function settingsNamedIn(
  { files, read }: Repository,
  file: string,
  pattern: RegExp,
): readonly SettingsModule[] {
  const there = fileSet(files);
  return [...(read(file) ?? "").matchAll(pattern)].flatMap(([, name]) =>
    foldersUpFrom(folderOf(file))
      .flatMap((root) => modulePaths(root, name!).map((each) => ({ name: name!, root, file: each })))
      .filter((each) => there.has(each.file))
      .slice(0, 1),
  );
}

function settingsOfTests(repository: Repository, folder: string): readonly SettingsModule[] {
  const named = repository.files.filter(
    (file) => OF_TESTS.test(file) && foldersUpFrom(folder).includes(folderOf(file)),
  );
  return named.flatMap((file) => settingsNamedIn(repository, file, NAMED_FOR_TESTS));
}

/** Migrations of an application that is installed in projects of others: its tests have one of their own. */
function reusablePlace(repository: Repository, migrations: readonly string[]): readonly ToolPlace[] {
  const { read } = repository;
  const app = folderOf(migrations[0]!);
  const manifest = nearestFile(repository, app, ["pyproject.toml", "setup.py", "setup.cfg"]);
  const folder = manifest === null ? "." : folderOf(manifest);
  const [module] = projectsOfTests(repository, folder).toSorted(
    (a, b) => rankOfSettings(read(b.file) ?? "") - rankOfSettings(read(a.file) ?? ""),
  );
  if (module === undefined) return [];
  const manage = repository.files.find((file) => baseName(file) === "manage.py" && !isAside(file));
  const why =
    manage === undefined
      ? "no manage.py runs these migrations"
      : `the migrations lie outside of the folder of ${manage}`;
  const unsure = [`${why}: they are applied with the settings that ${module.file} has`];
  return [
    {
      config: app,
      folder,
      migrations,
      settings: [module.file],
      env: environmentFor(folder, module),
      unsure,
    },
  ];
}

/** Settings that a file of the tests or a manage.py names go before those that only look like it; examples are no tests. */
function projectsOfTests(repository: Repository, folder: string): readonly SettingsModule[] {
  const { files, read } = repository;
  const here = files.filter(
    (file) => file.startsWith(folder === "." ? "" : `${folder}/`) && !OF_EXAMPLES.test(file),
  );
  const named = here
    .filter((file) => OF_TESTS.test(file) || STARTS.test(file))
    .flatMap((file) => settingsNamedIn(repository, file, STARTS.test(file) ? NAMED : NAMED_FOR_TESTS));
  const alike = here
    .filter((file) => /(?:^|\/)\w*settings\w*(?:\/\w+)?\.py$/.test(file))
    .map((file) => moduleOf(repository, file));
  return [...named, ...alike].filter(({ file }) => /\bINSTALLED_APPS\b|\bDATABASES\b/.test(read(file) ?? ""));
}

const OF_EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|docs?)\//i;
const STARTS = /(?:^|\/)(?:manage|runtests|run_tests|conftest)\.py$/;

/** The name of a file as a module: its packages begin below the last folder without an __init__.py. */
function moduleOf({ files }: Repository, file: string): SettingsModule {
  const there = fileSet(files);
  const root = foldersUpFrom(folderOf(file)).find((at) => !there.has(inFolder(at, "__init__.py"))) ?? ".";
  const path = root === "." ? file : file.slice(root.length + 1);
  return { name: path.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", "."), root, file };
}

/** Above 0: they can be PostgreSQL's. */
function rankOfSettings(text: string): number {
  return Number(/postg/i.test(text)) * 2 + Number(/\bDATABASE_URL\b|dj_database_url/.test(text));
}

function environmentFor(folder: string, { name, root }: SettingsModule): Readonly<Record<string, string>> {
  const path = root === folder ? {} : { PYTHONPATH: `${relativePath(folder, root)}` };
  return { [VARIABLE]: name, ...path };
}

const MODULE = "plumbline_settings";

/** @returns null where the settings are not those of PostgreSQL, or no file says which ones are used */
export function djangoSettings(
  repository: Repository,
  { folder, env }: Pick<ToolPlace, "folder" | "env">,
  settings: readonly string[],
): ReplacedSettings | null {
  const { files, read } = repository;
  const isPostgres = settings.some((file) =>
    /["']ENGINE["']\s*:\s*["'][\w.]*(?:postgresql|postgis)/.test(read(file) ?? ""),
  );
  const starts = files.filter(
    (file) =>
      /(?:^|\/)(?:manage|__main__|wsgi|asgi)\.py$/.test(file) &&
      file.startsWith(folder === "." ? "" : `${folder}/`) &&
      !isAside(file),
  );
  const named = env?.[VARIABLE] ?? starts.flatMap((file) => [...(read(file) ?? "").matchAll(NAMED)])[0]?.[1];
  if (!isPostgres || named === undefined || !/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(named)) return null;
  const file = inFolder(folder, `bench/${MODULE}.py`);
  const text = `# The settings of the application, with the database that the set-up names.
import os

from ${named} import *

DATABASES["default"].update(
    HOST=os.environ["PGHOST"],
    PORT=os.environ["PGPORT"],
    NAME=os.environ["PGDATABASE"],
    USER=os.environ["PGUSER"],
    PASSWORD=os.environ["PGPASSWORD"],
)
`;
  const path = env?.["PYTHONPATH"] === undefined ? "bench" : `bench:${env["PYTHONPATH"]}`;
  return { file, text, env: { [VARIABLE]: MODULE, PYTHONPATH: path } };
}
