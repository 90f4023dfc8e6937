/** Files of head that base's commit has not, or has with another text. */
import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import { git } from "./git.ts";

/** Bytes of the largest file that is read: a migration is smaller, and so is what makes one. */
const FILE_MOST = 512 * 1024;
const FILES_MOST = 500;

/**
 * Texts of changed and new files below a folder of the work tree, by their paths from there; what git ignores, links, and what is no text
 * are left out. Empty where git cannot tell.
 * @param base commit
 */
export async function changedTexts(
  tree: string,
  base: string,
): Promise<readonly Readonly<{ file: string; text: string }>[]> {
  const changed = await git(tree, [
    "diff",
    "--name-only",
    "--relative",
    "--diff-filter=d",
    "-z",
    base,
    "--",
    ".",
  ]);
  const fresh = await git(tree, ["ls-files", "--others", "--exclude-standard", "-z"]);
  const names = [changed, fresh].flatMap((answer) => (answer.ok ? answer.text.split("\0") : []));
  const texts = await Promise.all(
    [...new Set(names)]
      .filter((name) => name !== "")
      .slice(0, FILES_MOST)
      .map(async (file) => {
        const place = path.join(tree, file);
        // What a link leads to may have no end.
        const text = await lstat(place)
          .then(async (found) =>
            found.isFile() && found.size <= FILE_MOST ? await readFile(place, "utf8") : null,
          )
          .catch(() => null);
        return text === null || text.includes("\0") ? [] : [{ file, text }];
      }),
  );
  return texts.flat();
}
