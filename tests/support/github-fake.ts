/**
 * GitHub's REST API on loopback, for tests: keeps comments, check runs and statuses, pages, knows who may do what, breaks
 * down on demand, and holds both sides to the published descriptions, REST's and GraphQL's. What it answers wrongly or is asked wrongly is in
 * `violations`, which a test asserts to be empty.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { combinedStatus } from "./github/combined-status.ts";
import { type Call, Contract } from "./github/contract.ts";
import { answerGraphql } from "./github/graphql.ts";
import { hurry } from "./github/hurry.ts";
import {
  ACTIONS_BOT,
  detailsAllowed,
  type Identity,
  INSTALLATION_TOKEN,
  isClassic,
  ONLY_APPS,
  type Permission,
  WRITING_CHECKS,
} from "./github/identity.ts";
import { type Issue, wireCommitComment, wireIssue } from "./github/issue.ts";
import {
  type PullRequestFacts,
  WHOLE_PULL_REQUEST,
  wirePullRequest,
  wireRepository,
} from "./github/pull-request.ts";

export {
  ACTIONS_BOT,
  type Identity,
  INSTALLATION_TOKEN,
  ofDependabot,
  type Permission,
} from "./github/identity.ts";

/** A breakdown of the next calls of one operation. */
export type Fault = Readonly<{
  operation: string;
  times: number;
  /** Nothing ever, the beginning of an answer and nothing more, or a refusal. */
  answer: "hang" | "stall" | Readonly<{ status: number; message: string; headers?: Record<string, string> }>;
  /** True where the call does its work and only the answer is lost. */
  afterEffect?: boolean;
}>;

type User = Readonly<Record<string, unknown>> & { login: string };
export type Comment = { id: number; body: string; user: User; updated_at: string } & Record<string, unknown>;
type Answer = Readonly<{ status: number; body?: unknown; headers?: Record<string, string> }>;

export class GithubFake {
  /** Address of the API, kept after close(). */
  url = "";
  readonly comments: Comment[] = [];
  readonly checkRuns: Record<string, unknown>[] = [];
  readonly statuses: Record<string, unknown>[] = [];
  readonly pullRequests: PullRequestFacts[] = [];
  readonly issues: Issue[] = [];
  readonly reactions: { comment: number; content: string }[] = [];
  readonly commitComments: Record<string, unknown>[] = [];
  /**
   * Time at which GitHub first heard of a commit, by commit: then it made a check suite. It is also the time of the last push to the
   * repository of a pull request with that head, unless the pull request has another.
   */
  readonly pushedAt = new Map<string, string>();
  /** Workflow runs that were asked to run again. */
  readonly reruns: number[] = [];
  /** Parents of the commits that GitHub knows, by commit. */
  readonly commits = new Map<string, readonly string[]>();
  /** Entries of the merge queue of main, as GraphQL returns them; null where there is none. */
  mergeQueue: readonly object[] | null = null;
  /** Roles of people in the repository, by login: admin, write, read or none. Others are unknown to GitHub. */
  readonly collaborators = new Map<string, string>();
  /** Public repositories can be read without any permission. */
  isPrivate = false;
  /** Operations in the order in which they were asked for. */
  readonly calls: string[] = [];
  /** Identities by token. */
  readonly identities = new Map<string, Identity>([
    ["job-token", ACTIONS_BOT],
    [INSTALLATION_TOKEN, ACTIONS_BOT],
  ]);
  /** Called before an operation is answered: what others do on GitHub at that moment. */
  meanwhile: (operation: string) => void = () => undefined;
  readonly #contract = new Contract();
  readonly #faults: { fault: Fault; left: number }[] = [];
  readonly #server: Server;
  #nextId = 1000;

  private constructor() {
    // Who asks late on a connection must not find it closed: that would be one more question than is looked for.
    this.#server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.violations.push(`the fake failed: ${String(error)}`);
        response.destroy();
      });
    });
  }

  static async start(): Promise<GithubFake> {
    await hurry();
    const fake = new GithubFake();
    fake.#server.listen(0, "127.0.0.1");
    await once(fake.#server, "listening");
    fake.url = `http://127.0.0.1:${(fake.#server.address() as AddressInfo).port}`;
    return fake;
  }

  get violations(): string[] {
    return this.#contract.violations;
  }

  break(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times });
  }

  /** Puts a comment there as if `login` had written it before the test began. */
  seedComment(login: string, body: string): Comment {
    const comment = this.#makeComment({ owner: "acme", repo: "db", issue_number: "7" }, login, body);
    this.comments.push(comment);
    return comment;
  }

  /** Hangs up on everybody. Closing twice is fine. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const url = new URL(request.url ?? "/", this.url);
    const identity = this.identities.get(
      /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "",
    );
    if (url.pathname === "/graphql") return send(response, await this.#graphql(identity, text));

    const call = this.#contract.readRequest(request.method ?? "", url, text);
    if (call === undefined) return send(response, { status: 404, body: { message: "Not Found" } });
    this.calls.push(call.operation);
    this.meanwhile(call.operation);

    const fault = this.#takeFault(call.operation);
    const works = fault === undefined || fault.afterEffect === true;
    const answer = works ? this.#answer(call, identity, url) : undefined;
    if (fault?.answer === "hang") return; // The client's time-out ends it, or close().
    if (fault?.answer === "stall") {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
      return;
    }
    const { status, headers } = fault?.answer ?? answer!;
    const body =
      fault === undefined ? answer?.body : problem(status, (fault.answer as { message: string }).message);
    this.#contract.checkAnswer(call.operation, status, body);
    const scopes = identity?.scopes === undefined ? {} : { "x-oauth-scopes": identity.scopes };
    send(response, { status, body, headers: { ...scopes, ...headers } });
  }

  #takeFault(operation: string): Fault | undefined {
    const entry = this.#faults.find((each) => each.left > 0 && each.fault.operation === operation);
    if (entry !== undefined) entry.left--;
    return entry?.fault;
  }

  #answer(call: Call, identity: Identity | undefined, url: URL): Answer {
    if (identity === undefined) return refusal(401, "Bad credentials");
    const may = (permission: Permission) => identity.permissions.includes(permission);
    if (isClassic(identity) && WRITING_CHECKS.includes(call.operation)) return refusal(403, ONLY_APPS);
    switch (call.operation) {
      case "users/get-authenticated":
        if (identity.type === "installation") return refusal(403, NOT_ACCESSIBLE);
        return { status: 200, body: { ...this.#user(identity.login), ...PUBLIC_PROFILE } };
      case "issues/list-comments":
        if (this.isPrivate && !may("pull-requests")) return refusal(403, NOT_ACCESSIBLE);
        return this.#page(this.comments, call, url);
      case "issues/create-comment":
        return may("pull-requests") ? this.#createComment(call, identity) : refusal(403, NOT_ACCESSIBLE);
      case "issues/update-comment":
        return may("pull-requests") ? this.#updateComment(call) : refusal(403, NOT_ACCESSIBLE);
      case "issues/delete-comment":
        return may("pull-requests") ? this.#deleteComment(call) : refusal(403, NOT_ACCESSIBLE);
      case "pulls/list":
        return this.#listPullRequests(call, url);
      case "pulls/get":
        return this.#getPullRequest(call);
      case "issues/list-for-repo":
        return this.#listIssues(call, url);
      case "issues/create":
        return may("issues") ? this.#createIssue(call, identity) : refusal(403, NOT_ACCESSIBLE);
      case "issues/update":
        return may("issues") ? this.#updateIssue(call) : refusal(403, NOT_ACCESSIBLE);
      case "reactions/create-for-issue-comment":
        return may("pull-requests") ? this.#createReaction(call, identity) : refusal(403, NOT_ACCESSIBLE);
      case "repos/get-collaborator-permission-level":
        return this.#getPermission(call);
      case "repos/get-commit":
        return this.#getCommit(call);
      case "repos/list-comments-for-commit":
        return this.#page(
          this.commitComments.filter((comment) => comment["commit_id"] === call.path["commit_sha"]),
          call,
          url,
        );
      case "repos/create-commit-comment":
        return may("contents") ? this.#createCommitComment(call, identity) : refusal(403, NOT_ACCESSIBLE);
      case "checks/list-for-ref":
        return this.#listCheckRuns(call);
      case "checks/list-suites-for-ref":
        return this.#listCheckSuites(call);
      case "actions/re-run-workflow":
        if (!may("actions")) return refusal(403, NOT_ACCESSIBLE);
        this.reruns.push(Number(call.path["run_id"]));
        return { status: 201, body: {} };
      case "checks/update":
        return may("checks") ? this.#updateCheckRun(call, identity) : refusal(403, NOT_ACCESSIBLE);
      case "checks/create":
        return may("checks") ? this.#createCheckRun(call, identity) : refusal(403, NOT_ACCESSIBLE);
      case "repos/create-commit-status":
        return may("statuses") ? this.#createStatus(call, identity) : refusal(403, NOT_ACCESSIBLE);
      case "repos/get-combined-status-for-ref":
        return this.#combinedStatus(call);
      default:
        this.violations.push(`the fake does not implement ${call.operation}`);
        return refusal(500, call.operation);
    }
  }

  #getCommit(call: Call): Answer {
    const sha = call.path["ref"]!;
    const parents = this.commits.get(sha);
    if (parents === undefined) return refusal(404, "Not Found");
    const address = (each: string) => `${this.url}/repos/acme/db/commits/${each}`;
    const person = { name: "Ada", email: "ada@example.org", date: now() };
    const commit = {
      url: address(sha),
      author: person,
      committer: person,
      message: "work",
      comment_count: 0,
      tree: { sha, url: address(sha) },
    };
    const body = {
      url: address(sha),
      sha,
      node_id: `C_${sha}`,
      html_url: address(sha),
      comments_url: `${address(sha)}/comments`,
      commit,
      author: null,
      committer: null,
      parents: parents.map((each) => ({ sha: each, url: address(each), html_url: address(each) })),
    };
    return { status: 200, body };
  }

  /** GraphQL is not part of the OpenAPI description: what an installation may ask about itself, and the merge queue. */
  async #graphql(identity: Identity | undefined, text: string): Promise<Answer> {
    this.calls.push("graphql");
    if (identity === undefined) return refusal(401, "Bad credentials");
    const mergeQueue = this.mergeQueue && { entries: { nodes: this.mergeQueue } };
    const root = { viewer: { login: identity.login }, repository: { mergeQueue } };
    return { status: 200, body: await answerGraphql(text, root, this.violations) };
  }

  #page(items: readonly unknown[], call: Call, url: URL): Answer {
    const size = Number(call.query["per_page"] ?? 30);
    const page = Number(call.query["page"] ?? 1);
    const body = items.slice((page - 1) * size, page * size);
    if (page * size >= items.length) return { status: 200, body };
    const next = new URL(url);
    next.searchParams.set("page", String(page + 1));
    return { status: 200, body, headers: { link: `<${next.href}>; rel="next"` } };
  }

  #createComment(call: Call, identity: Identity): Answer {
    const comment = this.#makeComment(call.path, identity.login, (call.body as { body: string }).body);
    this.comments.push(comment);
    return { status: 201, body: comment };
  }

  #updateComment(call: Call): Answer {
    const comment = this.comments.find(({ id }) => id === Number(call.path["comment_id"]));
    if (comment === undefined) return refusal(404, "Not Found");
    comment.body = (call.body as { body: string }).body;
    comment.updated_at = now();
    return { status: 200, body: comment };
  }

  #deleteComment(call: Call): Answer {
    const index = this.comments.findIndex(({ id }) => id === Number(call.path["comment_id"]));
    if (index < 0) return refusal(404, "Not Found");
    this.comments.splice(index, 1);
    return { status: 204 };
  }

  #createCheckRun(call: Call, identity: Identity): Answer {
    const id = this.#nextId++;
    const asked = call.body as Record<string, unknown>;
    const page = `${this.url}/acme/db/runs/${id}`;
    const output = this.#outputOf(undefined, asked["output"]);
    const run = {
      id,
      node_id: `CR_${id}`,
      external_id: null,
      url: `${this.url}/repos/acme/db/check-runs/${id}`,
      html_url: page,
      details_url: page,
      conclusion: null,
      started_at: now(),
      completed_at: now(),
      check_suite: { id: 1 },
      app: null,
      pull_requests: [],
      ...asked,
      ...detailsAllowed(identity, page),
      output,
    };
    this.checkRuns.push(run);
    return { status: 201, body: run };
  }

  /** Annotations are never taken away; the API only tells how many there are. */
  #outputOf(earlier: object | undefined, asked: unknown) {
    const { annotations = [], ...rest } = asked as { annotations?: readonly unknown[] };
    const before = (earlier as { annotations?: readonly unknown[] } | undefined)?.annotations ?? [];
    const all = [...before, ...annotations];
    const count = { annotations_count: all.length, annotations_url: `${this.url}/annotations` };
    return { text: null, ...earlier, ...rest, ...count, annotations: all };
  }

  /** Puts an issue there as if `login` had written it before the test began. */
  seedIssue(login: string, body: string, more: Partial<Issue> = {}): Issue {
    const issue = wireIssue(this.#nextId++, this.url, "acme/db", this.#user(login), {
      title: "an issue",
      body,
      ...more,
    });
    this.issues.push(issue);
    return issue;
  }

  /** Pull requests are issues too, for this list. */
  #listIssues(call: Call, url: URL): Answer {
    const { state = "open", creator } = call.query;
    const found = this.issues.filter(
      (issue) =>
        (state === "all" || issue.state === state) && (creator === undefined || issue.user.login === creator),
    );
    return this.#page(found, call, url);
  }

  #createIssue(call: Call, identity: Identity): Answer {
    const repository = `${call.path["owner"]}/${call.path["repo"]}`;
    const asked = call.body as Record<string, unknown>;
    const assignees = ((asked["assignees"] ?? []) as readonly string[]).map((login) => this.#user(login));
    const issue = wireIssue(this.#nextId++, this.url, repository, this.#user(identity.login), {
      ...asked,
      assignees,
    });
    this.issues.push(issue);
    return { status: 201, body: issue };
  }

  #updateIssue(call: Call): Answer {
    const issue = this.issues.find(({ number }) => number === Number(call.path["issue_number"]));
    if (issue === undefined) return refusal(404, "Not Found");
    Object.assign(issue, call.body);
    return { status: 200, body: issue };
  }

  #createReaction(call: Call, identity: Identity): Answer {
    const id = this.#nextId++;
    const { content } = call.body as { content: string };
    this.reactions.push({ comment: Number(call.path["comment_id"]), content });
    const body = { id, node_id: `R_${id}`, user: this.#user(identity.login), content, created_at: now() };
    return { status: 201, body };
  }

  #getPermission(call: Call): Answer {
    const login = call.path["username"]!;
    const role = this.collaborators.get(login);
    if (role === undefined) return refusal(404, `${login} is not a user`);
    const permission = role === "maintain" ? "write" : role === "triage" ? "read" : role;
    const user = { ...this.#user(login), role_name: role };
    return { status: 200, body: { permission, role_name: role, user } };
  }

  #createCommitComment(call: Call, identity: Identity): Answer {
    const { owner, repo, commit_sha: sha } = call.path;
    const { body } = call.body as { body: string };
    const user = this.#user(identity.login);
    const comment = wireCommitComment(this.#nextId++, this.url, `${owner}/${repo}`, user, sha!, body);
    this.commitComments.push(comment);
    return { status: 201, body: comment };
  }

  #listPullRequests(call: Call, url: URL): Answer {
    const { state = "open", head } = call.query;
    const found = this.pullRequests.filter(
      (pull) =>
        (state === "all" || pull.state === state) &&
        (head === undefined || head === `${pull.headRepository.split("/")[0]}:${pull.headBranch}`),
    );
    return this.#page(
      found.map((pull) => this.#wirePullRequest(pull, call)),
      call,
      url,
    );
  }

  #getPullRequest(call: Call): Answer {
    const found = this.pullRequests.find(({ number }) => number === Number(call.path["pull_number"]));
    if (found === undefined) return refusal(404, "Not Found");
    const { merged } = found;
    const end = merged && {
      merged: true,
      merged_at: merged.at,
      closed_at: merged.at,
      merge_commit_sha: merged.sha,
    };
    return { status: 200, body: { ...this.#wirePullRequest(found, call), ...WHOLE_PULL_REQUEST, ...end } };
  }

  #wirePullRequest(pull: PullRequestFacts, { path }: Call) {
    const pushedAt = pull.pushedAt === undefined ? this.pushedAt.get(pull.headSha) : pull.pushedAt;
    const facts = { ...pull, ...(pushedAt === undefined ? {} : { pushedAt }) };
    return wirePullRequest(facts, `${path["owner"]}/${path["repo"]}`, this.url, (login) => this.#user(login));
  }

  /** Reading needs no permission in a public repository. */
  #listCheckRuns(call: Call): Answer {
    const { check_name: name } = call.query;
    const found = this.checkRuns.filter(
      (run) => run["head_sha"] === call.path["ref"] && (name === undefined || run["name"] === name),
    );
    return { status: 200, body: { total_count: found.length, check_runs: found } };
  }

  #listCheckSuites(call: Call): Answer {
    const sha = call.path["ref"]!;
    const at = this.pushedAt.get(sha);
    const user = (login: string) => this.#user(login);
    const suite = {
      id: 1,
      node_id: "CS_1",
      head_branch: "faster",
      head_sha: sha,
      status: "completed",
      conclusion: "success",
      url: `${this.url}/repos/acme/db/check-suites/1`,
      before: null,
      after: sha,
      pull_requests: [],
      app: null,
      repository: wireRepository("acme/db", this.url, user),
      created_at: at,
      updated_at: at,
      head_commit: {
        id: sha,
        tree_id: sha,
        message: "work",
        timestamp: at,
        author: { name: "Ada", email: "ada@example.org" },
        committer: { name: "Ada", email: "ada@example.org" },
      },
      latest_check_runs_count: 0,
      check_runs_url: `${this.url}/repos/acme/db/check-suites/1/check-runs`,
    };
    const suites = at === undefined ? [] : [suite];
    return { status: 200, body: { total_count: suites.length, check_suites: suites } };
  }

  #updateCheckRun(call: Call, identity: Identity): Answer {
    const run = this.checkRuns.find(({ id }) => id === Number(call.path["check_run_id"]));
    if (run === undefined) return refusal(404, "Not Found");
    const asked = call.body as Record<string, unknown>;
    const output = this.#outputOf(run["output"] as object, asked["output"]);
    // Whether it moves where nothing is said of it, GitHub does not tell: here it stays, which a claim must not gain by.
    if (asked["status"] === "completed" && run["conclusion"] === null) run["completed_at"] = now();
    Object.assign(run, asked, detailsAllowed(identity, run["html_url"]), { output });
    return { status: 200, body: run };
  }

  #createStatus(call: Call, identity: Identity): Answer {
    const id = this.#nextId++;
    const asked = call.body as Record<string, unknown>;
    const status = {
      id,
      node_id: `SC_${id}`,
      url: `${this.url}/repos/acme/db/statuses/${call.path["sha"]}`,
      avatar_url: null,
      description: null,
      target_url: null,
      context: "default",
      created_at: now(),
      updated_at: now(),
      creator: this.#user(identity.login),
      ...asked,
    };
    this.statuses.push({ ...status, sha: call.path["sha"] });
    return { status: 201, body: status };
  }

  #combinedStatus(call: Call): Answer {
    const repository = wireRepository("acme/db", this.url, (login) => this.#user(login));
    return { status: 200, body: combinedStatus(this.statuses, call.path["ref"]!, this.url, repository) };
  }

  #makeComment(path: Readonly<Record<string, string>>, login: string, body: string): Comment {
    const id = this.#nextId++;
    const repository = `${path["owner"]}/${path["repo"]}`;
    return {
      id,
      node_id: `IC_${id}`,
      url: `${this.url}/repos/${repository}/issues/comments/${id}`,
      html_url: `${this.url}/${repository}/pull/${path["issue_number"]}#issuecomment-${id}`,
      issue_url: `${this.url}/repos/${repository}/issues/${path["issue_number"]}`,
      body,
      user: this.#user(login),
      created_at: now(),
      updated_at: now(),
      author_association: "NONE",
      performed_via_github_app: null,
    };
  }

  #user(login: string): User {
    const at = (path: string) => `${this.url}/users/${encodeURIComponent(login)}/${path}`;
    return {
      login,
      id: 1,
      node_id: "U_1",
      gravatar_id: "",
      type: login.endsWith("[bot]") ? "Bot" : "User",
      site_admin: false,
      avatar_url: at("avatar"),
      url: at(""),
      html_url: at("page"),
      followers_url: at("followers"),
      following_url: at("following"),
      gists_url: at("gists"),
      starred_url: at("starred"),
      subscriptions_url: at("subscriptions"),
      organizations_url: at("organizations"),
      repos_url: at("repos"),
      events_url: at("events"),
      received_events_url: at("received_events"),
    };
  }
}

const NOT_ACCESSIBLE = "Resource not accessible by integration";

const PUBLIC_PROFILE = {
  user_view_type: "public",
  name: null,
  company: null,
  blog: null,
  location: null,
  email: null,
  hireable: null,
  bio: null,
  public_repos: 0,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: "2020-01-01T00:00:00Z",
  updated_at: "2020-01-01T00:00:00Z",
};

function problem(status: number, message: string): object {
  return { message, documentation_url: "https://docs.github.com/rest", status: String(status) };
}

function refusal(status: number, message: string): Answer {
  return { status, body: problem(status, message) };
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+/, "");
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    "content-type": "application/json; charset=utf-8",
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "4999",
    ...answer.headers,
  });
  response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
}
