/** A tool that is run as a program, as the table of tools describes it. */
import type { Repository } from "../repository.ts";
import type { Runtime } from "../runtimes.ts";

/** A module for the settings of an application that name their server themselves. */
export type ReplacedSettings = Readonly<{
  /** Path and text of the module. */
  file: string;
  text: string;
  /** Variables by which Django takes it. */
  env: Readonly<Record<string, string>>;
}>;

/** Where a tool is set up. */
export type ToolPlace = Readonly<{
  /** Its own config file, or the file that names its package. */
  config: string;
  /** Folder in which it runs. */
  folder: string;
  /** Files that it applies, or models that it makes the schema from. */
  migrations: readonly string[];
  /** What the command has to name besides: a section of the config file, or a schema by its path. */
  argument?: string;
  /** Files of its settings, besides those that the tool's pattern names. */
  settings?: readonly string[];
  /** Variables of its own, besides those of the tool. */
  env?: Readonly<Record<string, string>>;
  unsure?: readonly string[];
  /** URL of a database that its config file names, and that nothing replaces. */
  fixedUrl?: string;
}>;

/** What a command is made from; paths are those from the folder in which it runs. */
export type ToolInvocation = Readonly<{
  config: string;
  migrations: string;
  argument: string | undefined;
  /** The config file and the argument as they are called; those above are words of the shell. */
  named: Readonly<{ config: string; argument: string | undefined }>;
  fixedUrl: string | undefined;
  /** Text of the config file, and of the package.json nearest to it. */
  text: string;
  manifest: string;
  has: (file: string) => boolean;
}>;

export type ProgramTool = Readonly<{
  tool: string;
  /** Its migrations; the first group is the folder in which they lie. */
  migrations: RegExp;
  /** Its own config file, which says where it is run; without one it is run where the runtime's packages are named. */
  config?: RegExp;
  /** Words that the config file, or the file with the packages, must have. */
  needs: RegExp;
  /** Finds the tool where names of files do not tell enough. */
  places?: (repository: Repository) => readonly ToolPlace[];
  /** True where neither it nor its driver is built by an installation's scripts, which may take minutes and need compilers. */
  isPlainCode?: boolean;
  /** True for config files that include each other: the one that no other includes is the whole. */
  isTree?: boolean;
  /** True for a config file whose paths are those from the folder of its package, where the tool is run. */
  isAtPackage?: boolean;
  /** Words without which its own program cannot use the config file: then only the project's can. */
  usable?: RegExp;
  runtime: Runtime;
  /** Name of its package, for a tool in Python: what is installed must have it, and a driver. */
  package?: string;
  command: (call: ToolInvocation) => string;
  /** Scripts of package.json that do it the project's own way, and what is added to them. */
  script?: RegExp;
  arguments?: string;
  /**
   * Words behind its command, or behind a script of the project, by which it uses the set-up's connection whatever its settings say; null
   * where it has none.
   */
  overrides?: (manifest: string, script: string | null) => string | null;
  /** Files that say which database is used. */
  settings: RegExp;
  /** The command is told its database by DATABASE_URL, or by what stands here, whatever the settings say. */
  told?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What to say of its migrations. */
  unsure?: (repository: Repository, migrations: readonly string[]) => readonly string[];
  /** Variables that depend on what is there. */
  environment?: (repository: Repository, folder: string) => Readonly<Record<string, string>>;
  /** Writes settings that replace those of a fixed server. */
  replace?: (
    repository: Repository,
    place: Pick<ToolPlace, "folder" | "env">,
    settings: readonly string[],
  ) => ReplacedSettings | null;
  /** Name of PostgreSQL in a variable that chooses the kind of database. */
  kind?: string;
  /** Dialect that the config file names, as the first group. */
  dialect?: RegExp;
  /** True for migrations of no tool: only a script of the project applies them. */
  isOwn?: boolean;
  /** True for a schema that is made from models, without migrations. */
  isPush?: boolean;
}>;
