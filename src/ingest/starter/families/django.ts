/** Settings of Django that name their server themselves: a module that replaces it, and leaves all else. */
import { inFolder, isAside, type Repository } from "../repository.ts";

const MODULE = "plumbline_settings";
const NAMED = /\bDJANGO_SETTINGS_MODULE["']\s*[,\]]\s*=?\s*["']([\w.]+)["']/;

export type ReplacedSettings = Readonly<{
  /** Path and text of the module. */
  file: string;
  text: string;
  /** Variables by which Django takes it. */
  env: Readonly<Record<string, string>>;
}>;

/** @returns null where the settings are not those of PostgreSQL, or no file says which ones are used */
export function djangoSettings(
  { files, read }: Repository,
  folder: string,
  settings: readonly string[],
): ReplacedSettings | null {
  const isPostgres = settings.some((file) =>
    /["']ENGINE["']\s*:\s*["'][\w.]*(?:postgresql|postgis)/.test(read(file) ?? ""),
  );
  const starts = files.filter(
    (file) =>
      /(?:^|\/)(?:manage|__main__|wsgi|asgi)\.py$/.test(file) &&
      file.startsWith(folder === "." ? "" : `${folder}/`) &&
      !isAside(file),
  );
  const named = starts.map((file) => NAMED.exec(read(file) ?? "")?.[1]).find((name) => name !== undefined);
  if (!isPostgres || named === undefined) return null;
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
  return { file, text, env: { DJANGO_SETTINGS_MODULE: MODULE, PYTHONPATH: "bench" } };
}
