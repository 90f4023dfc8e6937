/** Schemas that a tool makes from the application's models, where no migrations are kept. */
import { folderOf, joined, nearestFile, type Repository } from "../repository.ts";
import { relativePath } from "../runtimes.ts";
import type { ToolInvocation, ToolPlace } from "./program-tool.ts";

const DATASOURCE = /^[ \t]*datasource\s+\w+\s*\{/m;

/** Schemas of Prisma: the file that names the database, or its folder where the models lie in files next to it. */
export function prismaPlaces({ files, read }: Repository): readonly ToolPlace[] {
  const all = files.filter((file) => file.endsWith(".prisma"));
  const namesDatabase = (file: string) => DATASOURCE.test(read(file) ?? "");
  return all.filter(namesDatabase).map((config) => {
    const folder = folderOf(config);
    const within = all.filter((file) => folder === "." || file.startsWith(`${folder}/`));
    const models = within.filter((file) => file !== config && !namesDatabase(file));
    const at = packageFolder(files, config);
    const argument = relativePath(at, models.length > 0 ? folder : config);
    return { config, folder: at, migrations: [config, ...models], argument };
  });
}

/** First version of Prisma that makes no client after a push, and refuses the option. */
const MAKES_NO_CLIENT = 7;

/** No client is needed here, and its generators may be missing. */
export function prismaPush({ argument, manifest }: ToolInvocation): string {
  const [major = MAKES_NO_CLIENT] = versionIn(manifest, "prisma") ?? [];
  return `npx prisma db push --schema ${argument}${major < MAKES_NO_CLIENT ? " --skip-generate" : ""}`;
}

const DRIZZLE_CONFIG = /(?:^|\/)drizzle[\w.-]*\.config(?:\.[\w-]+)?\.(?:[cm]?[tj]s|json)$/;
/** `schema: "./src/schema.ts"`, `schema: ["./src/a/*.ts"]` */
const DRIZZLE_SCHEMA = /\bschema["']?\s*:\s*(?:\[\s*)?["'`]([^"'`]+)["'`]/;

/** Config files of Drizzle: its paths are those from the folder in which it runs. */
export function drizzlePlaces({ files, read }: Repository): readonly ToolPlace[] {
  return files
    .filter((file) => DRIZZLE_CONFIG.test(file))
    .map((config) => {
      const folder = packageFolder(files, config);
      const [, named = ""] = DRIZZLE_SCHEMA.exec(read(config) ?? "") ?? [];
      const place = joined(folder, named.split("*")[0]!);
      const models =
        named === "" ? [] : files.filter((file) => file === place || file.startsWith(`${place}/`));
      return { config, folder, migrations: models.length > 0 ? models : [config] };
    });
}

/** First version of drizzle-kit with one command for all dialects. */
const ONE_COMMAND = 21;

/** `strict` asks for confirmation of each statement, which a set-up cannot give. */
export function drizzlePush({ config, manifest, text }: ToolInvocation): string {
  const [major = 1, minor = 0] = versionIn(manifest, "drizzle-kit") ?? [];
  const command = major === 0 && minor < ONE_COMMAND ? "push:pg" : "push";
  const named = /^drizzle\.config\.(?:ts|js|json)$/.test(config) ? "" : ` --config=${config}`;
  const confirms = /\bstrict\s*:\s*true\b/.test(text) && command === "push" ? " --force" : "";
  return `npx drizzle-kit ${command}${named}${confirms}`;
}

/** Folder of the package that a file belongs to, or the file's own. */
export function packageFolder(files: readonly string[], file: string): string {
  const manifest = nearestFile({ files }, folderOf(file), ["package.json"]);
  return folderOf(manifest ?? file);
}

/** The version of a package that a package.json asks for, as [major, minor]; null for none, or one that is kept elsewhere. */
function versionIn(manifest: string, name: string): readonly [number, number] | null {
  const found = new RegExp(`"${name}"\\s*:\\s*"[~^>=]*\\s*(\\d+)(?:\\.(\\d+))?`).exec(manifest);
  return found === null ? null : [Number(found[1]), Number(found[2] ?? 0)];
}
