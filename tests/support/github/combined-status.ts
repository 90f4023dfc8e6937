/** The combined status of a commit as GitHub's API describes it: of each context the newest. */

type Wire = Readonly<Record<string, unknown>>;

/** @param statuses of all commits, oldest first, each with its commit as `sha` */
export function combinedStatus(
  statuses: readonly Wire[],
  sha: string,
  origin: string,
  repository: Wire,
): Wire {
  const newest = new Map(
    statuses.filter((each) => each["sha"] === sha).map((each) => [each["context"], each]),
  );
  const address = `${origin}/repos/acme/db/commits/${sha}`;
  return {
    sha,
    state: "pending",
    total_count: newest.size,
    statuses: [...newest.values()],
    repository,
    commit_url: address,
    url: `${address}/status`,
  };
}
