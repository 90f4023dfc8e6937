/** Lines of the overview about what branches lost little by little. */
import type { Overview } from "../../../model/answers.ts";
import type { CommitTag } from "../../../model/measured-commit.ts";
import type { SumLine } from "../../../report/pages/overview.ts";

/** @param tagsUpTo tags of a commit and of its ancestors */
export async function lostLines(
  sums: Overview["sums"],
  tagsUpTo: (sha: string) => Promise<readonly CommitTag[]>,
): Promise<readonly SumLine[]> {
  const lines: SumLine[] = [];
  for (const standing of sums) {
    const { since, upTo } = standing.sum;
    const tag = (await tagsUpTo(upTo.sha)).find(({ sha }) => sha === since.sha);
    lines.push({ standing, tag: tag?.name });
  }
  return lines;
}
