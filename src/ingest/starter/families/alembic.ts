/** Alembic's config files: their sections, and where the versions of each lie. */
import { wordTable } from "../../../model/by-key.ts";
import {
  baseName,
  folderOf,
  foldersUpFrom,
  inFolder,
  joined,
  type Repository,
  shellWord,
} from "../repository.ts";
import type { ToolInvocation, ToolPlace } from "./program-tool.ts";

const CONFIG = /(?:^|\/)(?:[\w.-]*\.ini|pyproject\.toml)$/;
/** The section that Alembic reads unless it is told another. */
const USUAL = "alembic";

/** One place for each config file: that of its usual section, or of the one with the most versions. */
export function alembicPlaces(repository: Repository): readonly ToolPlace[] {
  const { files, read } = repository;
  const all = files.filter((file) => CONFIG.test(file)).flatMap((file) => alembicPlaceOf(repository, file));
  const known = new Set(all.flatMap(({ migrations }) => migrations));
  // An application that makes the config in its code has a command of its own.
  const others = files
    .filter(
      (file) => baseName(file) === "env.py" && /\balembic\b(?![\s\S]*\bflask\b)/i.test(read(file) ?? ""),
    )
    .map((config) => ({
      config,
      migrations: versionsOf(repository, { folder: ".", script: folderOf(config) }, {}),
    }))
    .filter(({ migrations }) => migrations.length > 0 && !migrations.some((file) => known.has(file)));
  return [...all, ...others.map((place) => ({ ...place, folder: "." }))];
}

function alembicPlaceOf(repository: Repository, config: string): readonly ToolPlace[] {
  const text = repository.read(config) ?? "";
  if (!/^[ \t]*script_location\s*=/m.test(text)) return [];
  const sections = [...sectionsOf(config, text)].flatMap(([name, values]) => {
    const script = alembicScriptOf(repository, config, values);
    const versions = script === null ? [] : versionsOf(repository, script, values);
    return versions.length === 0 ? [] : [{ name, ...script!, versions }];
  });
  const byUse = sections.toSorted(
    (a, b) => Number(b.name === USUAL) - Number(a.name === USUAL) || b.versions.length - a.versions.length,
  );
  const [first, ...others] = byUse;
  if (first === undefined) return [];
  const names = others.map(({ name }) => name).join(", ");
  const unsure =
    others.length === 0
      ? []
      : [
          `${config} has sections for other migrations (${names}), which are not applied: add a step with alembic --name SECTION upgrade heads for those of the same database`,
        ];
  const argument = first.name === USUAL ? {} : { argument: first.name };
  const environment = inFolder(first.script, "env.py");
  const settings = [environment, config];
  const url = fixedUrl(text, repository.read(environment) ?? "");
  const all = [...unsure, ...ofAnotherProgram(repository, environment)];
  const place = { config, folder: first.folder, migrations: first.versions, settings, unsure: all };
  return [{ ...place, ...argument, ...(url === null ? {} : { fixedUrl: url }) }];
}

/** An env.py that only Advanced Alchemy's own command gives the settings that it reads. */
function ofAnotherProgram({ read }: Repository, environment: string): readonly string[] {
  if (!/\badvanced_alchemy\.alembic\b/.test(read(environment) ?? "")) return [];
  return [
    `${environment} is made for Advanced Alchemy: let the command be alchemy --config MODULE.NAME upgrade --no-prompt, or the application's own (litestar database upgrade --no-prompt)`,
  ];
}

const MAKES_TABLES = /\bcreate_table\b|\bCREATE\s+TABLE\b|\bcreate_all\b|\.sql\b/i;
const CHANGES_TABLES =
  /\bop\.(?:add_column|alter_column|drop_\w+|rename_table|create_(?!table)\w+)\(|\bsa\.table\(/;

/** A first version that changes tables, and none that makes them: the application's models made them before it. */
export function withoutBase({ read }: Repository, versions: readonly string[]): readonly string[] {
  const [first] = versions.filter((file) =>
    /^down_revision\s*(?::[^=\n]+)?=\s*None\b/m.test(read(file) ?? ""),
  );
  const text = first === undefined ? "" : (read(first) ?? "");
  if (MAKES_TABLES.test(text) || !CHANGES_TABLES.test(text)) return [];
  return [
    `${first}, the first migration, changes tables that no migration makes: put the program that makes them from the models (metadata.create_all) before the command; if those are the current models, stamp heads takes the place of upgrade`,
  ];
}

/** Ways in which env.py takes another connection than that of the config file. */
const REPLACES =
  /set_main_option\(|\[\s*["']sqlalchemy\.url["']\s*\]\s*=|\bcreate_(?:async_)?engine\(|\benviron\b|\bgetenv\b|settings|get_x_argument/i;

/** URL of PostgreSQL in an ini file, where env.py leaves it as it is; null where there is none. */
function fixedUrl(ini: string, environment: string): string | null {
  const [, url] = /^sqlalchemy\.url\s*=\s*(postgres\S+)/m.exec(ini) ?? [];
  return url === undefined || REPLACES.test(environment) ? null : url;
}

/** Values of each section that has a place for scripts or versions, with those of [DEFAULT] in it, and in pyproject.toml of Alembic's alone. */
function sectionsOf(config: string, text: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const isToml = config.endsWith(".toml");
  const all = new Map<string, Record<string, string>>();
  let section = "";
  for (const line of text.split("\n")) {
    const [, name] = /^\[([^\]]+)\]/.exec(line) ?? [];
    if (name !== undefined) section = isToml ? name.replace(/^tool\./, "") : name;
    const [, key, value = ""] = /^\s*([\w.]+)\s*=\s*(\S.*)?$/.exec(line.trimEnd()) ?? [];
    if (key === undefined) continue;
    const values = all.get(section) ?? {};
    all.set(section, { ...values, [key]: isToml ? value.replace(/^["']|["']$/g, "") : value });
  }
  const shared = all.get("DEFAULT") ?? {};
  const own = [...all].filter(
    ([name, values]) =>
      name !== "DEFAULT" &&
      (name === USUAL || (!isToml && ("script_location" in values || "version_locations" in values))),
  );
  return new Map(own.map(([name, values]) => [name, { ...shared, ...values }]));
}

type AlembicScript = Readonly<{ folder: string; script: string }>;

/** Where the scripts lie, and the folder from which they are found there: that of the config file, or one above it. */
function alembicScriptOf(
  { files }: Repository,
  config: string,
  values: Readonly<Record<string, string>>,
): AlembicScript | null {
  const here = folderOf(config);
  const named = withIniValues(values["script_location"] ?? "", values, ".");
  // `package.module:folder:folder` lies wherever the package does.
  const [, module, rest] = /^([\w.]+):(.+)$/.exec(named) ?? [];
  const place = module === undefined ? named : `${module.replaceAll(".", "/")}/${rest!.replaceAll(":", "/")}`;
  const roots = module === undefined ? [""] : ["", "src/"];
  for (const folder of foldersUpFrom(here)) {
    const script = roots
      .map((root) => joined(folder, `${root}${place}`))
      .find((each) => files.includes(inFolder(each, "env.py")));
    if (script !== undefined) return { folder, script };
  }
  return null;
}

function versionsOf(
  { files }: Repository,
  { folder, script }: AlembicScript,
  values: Readonly<Record<string, string>>,
): readonly string[] {
  const named = withIniValues(values["version_locations"] ?? "", values, ".").split(/[\s,:;"'[\]]+/);
  const own = named.filter((each) => each !== "").map((each) => joined(folder, each));
  const folders = own.length > 0 ? own : [inFolder(script, "versions")];
  return files.filter(
    (file) =>
      file.endsWith(".py") &&
      baseName(file) !== "__init__.py" &&
      folders.some((each) => file.startsWith(`${each}/`)),
  );
}

/** `%(here)s/x` with the folder of the config file, and other values of the section. */
function withIniValues(text: string, values: Readonly<Record<string, string>>, here: string): string {
  return text.replace(/%\((\w+)\)s/g, (_, name: string) =>
    name === "here" ? here : (wordTable(values)[name] ?? ""),
  );
}

/**
 * All heads: one is what most have, and those of several branches belong to the schema, too. The application's own modules are found
 * from the folder in which it runs, unless the config file says so already, or a module there is called alembic.
 */
export function alembicCommand(call: ToolInvocation): string {
  const { config, argument, text, has, fixedUrl: url } = call;
  if (url !== undefined) return upgradeOf(call.named, url);
  const isUsual = config === "alembic.ini" || config === "pyproject.toml";
  const path =
    /^[ \t]*prepend_sys_path\s*=/m.test(text) || has("alembic/__init__.py") ? "" : "env PYTHONPATH=. ";
  const options = [
    ...(isUsual ? [] : [`-c ${config}`]),
    ...(argument === undefined ? [] : [`--name ${argument}`]),
  ].join(" ");
  return `${path}alembic ${options === "" ? "" : `${options} `}upgrade heads`;
}

/** The same by Alembic's own functions: its command line takes no other URL than that of the config file. */
function upgradeOf({ config, argument: section }: ToolInvocation["named"], url: string): string {
  const [scheme] = /^[\w+]+/.exec(url)!;
  const own = `${scheme}://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE`;
  const named = section === undefined ? "" : `, ini_section=${JSON.stringify(section)}`;
  const lines = [
    "import os",
    "from alembic import command",
    "from alembic.config import Config",
    `config = Config(${JSON.stringify(config)}${named})`,
    `config.set_main_option("sqlalchemy.url", os.path.expandvars("${own}").replace("%", "%%"))`,
    'command.upgrade(config, "heads")',
  ];
  return `python -c ${shellWord(lines.join("; "))}`;
}
