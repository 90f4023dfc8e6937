/** A pull request as GitHub's API describes one: far more fields than anybody reads, all of which the description requires. */

export type PullRequestFacts = Readonly<{
  number: number;
  state: "open" | "closed";
  /** owner/name */
  headRepository: string;
  headBranch: string;
  headSha: string;
  /** Time of the last push to the head's repository; null if that is gone. */
  pushedAt?: string | null;
  baseBranch: string;
  baseSha: string;
  labels?: readonly string[];
  /** Commit and time of the merge, where there was one. */
  merged?: Readonly<{ sha: string; at: string }>;
}>;

type Wire = Readonly<Record<string, unknown>>;

/** @param user makes the public facts of a login */
export function wirePullRequest(
  facts: PullRequestFacts,
  repository: string,
  origin: string,
  user: (login: string) => Wire,
): Wire {
  const at = (path: string) => `${origin}/repos/${repository}/${path}`;
  const address = at(`pulls/${facts.number}`);
  const side = (full: string, ref: string, sha: string) => ({
    label: `${full.split("/")[0]}:${ref}`,
    ref,
    sha,
    user: user(full.split("/")[0]!),
    repo: { ...wireRepository(full, origin, user), pushed_at: facts.pushedAt ?? TIME },
  });
  const links = [
    "comments",
    "commits",
    "statuses",
    "html",
    "issue",
    "review_comments",
    "review_comment",
    "self",
  ];
  return {
    id: facts.number,
    node_id: `PR_${facts.number}`,
    number: facts.number,
    state: facts.state,
    locked: false,
    title: `pull request ${facts.number}`,
    body: null,
    user: user(facts.headRepository.split("/")[0]!),
    labels: (facts.labels ?? []).map((name, index) => ({
      id: index,
      node_id: `LA_${index}`,
      url: at(`labels/${encodeURIComponent(name)}`),
      name,
      description: null,
      color: "ededed",
      default: false,
    })),
    assignee: null,
    milestone: null,
    auto_merge: null,
    author_association: "CONTRIBUTOR",
    created_at: TIME,
    updated_at: TIME,
    closed_at: null,
    merged_at: null,
    merge_commit_sha: null,
    url: address,
    html_url: `${origin}/${repository}/pull/${facts.number}`,
    diff_url: `${address}.diff`,
    patch_url: `${address}.patch`,
    issue_url: at(`issues/${facts.number}`),
    commits_url: `${address}/commits`,
    comments_url: at(`issues/${facts.number}/comments`),
    review_comments_url: `${address}/comments`,
    review_comment_url: at("pulls/comments{/number}"),
    statuses_url: at(`statuses/${facts.headSha}`),
    head: {
      ...side(facts.headRepository, facts.headBranch, facts.headSha),
      ...(facts.pushedAt === null ? { repo: null } : {}),
    },
    base: side(repository, facts.baseBranch, facts.baseSha),
    _links: Object.fromEntries(links.map((name) => [name, { href: address }])),
  };
}

/** Fields of a single pull request that a list leaves out. */
export const WHOLE_PULL_REQUEST: Wire = {
  additions: 1,
  deletions: 0,
  changed_files: 1,
  comments: 0,
  commits: 1,
  review_comments: 0,
  mergeable: true,
  mergeable_state: "clean",
  merged: false,
  merged_by: null,
  maintainer_can_modify: false,
};

const TIME = "2026-11-20T08:00:00Z";

const ADDRESSES = (
  "archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events " +
  "forks git_commits git_refs git_tags git hooks html issue_comment issue_events issues keys labels languages merges milestones " +
  "notifications pulls releases ssh stargazers statuses subscribers subscription svn tags teams trees clone"
).split(" ");

export function wireRepository(full: string, origin: string, user: (login: string) => Wire): Wire {
  const [owner = "", name = ""] = full.split("/");
  const address = `${origin}/repos/${full}`;
  return {
    id: 1,
    node_id: "R_1",
    name,
    full_name: full,
    owner: user(owner),
    url: address,
    ...Object.fromEntries(ADDRESSES.map((each) => [`${each}_url`, `${address}/${each}`])),
    mirror_url: null,
    homepage: null,
    description: null,
    language: null,
    license: null,
    private: false,
    fork: false,
    archived: false,
    disabled: false,
    has_downloads: true,
    has_issues: true,
    has_projects: true,
    has_wiki: true,
    has_pages: false,
    default_branch: "main",
    forks: 0,
    forks_count: 0,
    open_issues: 0,
    open_issues_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: 1,
    pushed_at: TIME,
    created_at: TIME,
    updated_at: TIME,
  };
}
