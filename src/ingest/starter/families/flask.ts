/** The application that `flask` loads: it looks for app.py and wsgi.py, and must be told of any other. */
import { baseName, folderOf, inFolder, isAside, type Repository } from "../repository.ts";

/** FLASK_APP for an application that flask does not find by itself; nothing where a file says it already, or none is found. */
export function flaskApplication(
  { files, read }: Repository,
  folder: string,
): Readonly<Record<string, string>> {
  const isThere = (name: string) => files.includes(inFolder(folder, name));
  const makes = (file: string) => /\bFlask\(|\bcreate_app\s*\(/.test(read(file) ?? "");
  if ([".flaskenv", "wsgi.py", "app.py", "app/__init__.py"].some(isThere)) return {};
  const here = files.filter((file) => folderOf(file) === folder && file.endsWith(".py") && makes(file));
  if (here.length > 0) return { FLASK_APP: baseName(here[0]!) };
  const packages = files.filter(
    (file) =>
      baseName(file) === "__init__.py" &&
      folderOf(folderOf(file)) === folder &&
      !isAside(file) &&
      /\bFlask\(/.test(read(file) ?? ""),
  );
  return packages.length === 0 ? {} : { FLASK_APP: baseName(folderOf(packages[0]!)) };
}
