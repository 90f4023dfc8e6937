/** An issue as GitHub's API describes one. */

type Wire = Readonly<Record<string, unknown>>;

export type Issue = Record<string, unknown> & {
  number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  state_reason: string | null;
  user: Wire & { login: string };
};

export function wireIssue(
  number: number,
  origin: string,
  repository: string,
  user: Issue["user"],
  asked: Wire,
): Issue {
  const address = `${origin}/repos/${repository}/issues/${number}`;
  const time = new Date(Date.UTC(2026, 10, 20, 8, 0, number)).toISOString().replace(".000", "");
  return {
    id: number,
    node_id: `I_${number}`,
    number,
    url: address,
    html_url: `${origin}/${repository}/issues/${number}`,
    repository_url: `${origin}/repos/${repository}`,
    labels_url: `${address}/labels{/name}`,
    comments_url: `${address}/comments`,
    events_url: `${address}/events`,
    title: "",
    body: "",
    state: "open",
    state_reason: null,
    locked: false,
    labels: [],
    assignee: null,
    milestone: null,
    comments: 0,
    closed_at: null,
    created_at: time,
    updated_at: time,
    author_association: "NONE",
    user,
    ...asked,
  };
}

export function wireCommitComment(
  id: number,
  origin: string,
  repository: string,
  user: Wire,
  sha: string,
  body: string,
): Wire {
  return {
    id,
    node_id: `CC_${id}`,
    url: `${origin}/repos/${repository}/comments/${id}`,
    html_url: `${origin}/${repository}/commit/${sha}#commitcomment-${id}`,
    user,
    position: null,
    line: null,
    path: null,
    commit_id: sha,
    body,
    author_association: "NONE",
    created_at: "2026-11-20T08:00:00Z",
    updated_at: "2026-11-20T08:00:00Z",
  };
}
