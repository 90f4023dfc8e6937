/** Tags of a repository. */
import type { CommitTag } from "../../model/measured-commit.ts";
import { askGit } from "./git.ts";

/** Newest tags that are read. */
const TAGS_MOST = 100;

/** Date, commit and name; an annotated tag names the commit by its object. */
const FORMAT =
  "%(if)%(*objectname)%(then)%(*committerdate:iso-strict) %(*objectname)%(else)%(committerdate:iso-strict) %(objectname)%(end) %(refname:strip=2)";

/** Tags of a commit and of its ancestors, newest first; none outside of a clone that has the commit. */
export async function tagsUpTo(folder: string, sha: string): Promise<readonly CommitTag[]> {
  const args = ["--sort=-creatordate", `--count=${TAGS_MOST}`, `--merged=${sha}`, `--format=${FORMAT}`];
  const listed = (await askGit(folder, "for-each-ref", ...args, "refs/tags")) ?? "";
  return listed.split("\n").flatMap((line): readonly CommitTag[] => {
    const [, date, commit, name] = /^(\S+) ([0-9a-f]{40,64}) (.+)$/.exec(line) ?? [];
    const time = Date.parse(date ?? "");
    // Git takes years that no clock here has.
    if (Number.isNaN(time) || commit === undefined || name === undefined) return [];
    return [{ name, sha: commit, time: new Date(time).toISOString() }];
  });
}
