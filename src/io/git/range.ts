/** Commits that lie between two. */
import { PlumblineError } from "../../model/errors.ts";
import { git } from "./git.ts";

type RangeCommit = Readonly<{ sha: string; subject: string }>;

/**
 * Commits after `from` up to and with `to`, oldest first, along first parents: what a branch went through, its merges as one step
 * each.
 * @throws PlumblineError of kind "usage" where the clone lacks one of them, or the one does not lead to the other
 */
export async function commitsAfter(
  folder: string,
  from: string,
  to: string,
): Promise<readonly RangeCommit[]> {
  const line = await git(folder, ["merge-base", "--is-ancestor", from, to]);
  const shown = line.ok
    ? await git(folder, ["log", "--first-parent", "--reverse", "--format=%H%x00%s", `${from}..${to}`])
    : line;
  if (!shown.ok) {
    throw new PlumblineError("usage", `${from} does not lead to ${to} in this clone: ${shown.reason}`, {
      remedy: "run in a clone of the measured repository with its whole history: git fetch --unshallow",
    });
  }
  return shown.text
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => {
      const [sha, subject] = text.split("\0");
      return { sha: sha!, subject: subject ?? "" };
    });
}
