/** Steps of a base branch's run around its measurement: accepted changes that land, and alerts about its history. */
import type { Config } from "../../config/parse.ts";
import { commitFacts } from "../../io/git/commit.ts";
import type { AlertOutcome } from "../../io/github/alert-issues.ts";
import type { GithubClient } from "../../io/github/client.ts";
import { type GithubContext, isOfBranch } from "../../io/github/context.ts";
import { explainFailure, hasStatus } from "../../io/github/failure.ts";
import { tellWebhook } from "../../io/host/webhook.ts";
import type { Store } from "../../io/store/store.ts";
import { type Acceptance, holdsFor } from "../../model/acceptance.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { Report } from "../../model/report.ts";
import type { Invocation } from "../../pipeline/invocation/invocation.ts";
import { openStore } from "../../pipeline/invocation/open-store.ts";
import { storeOf } from "../../pipeline/invocation/store-location.ts";
import { plainLine } from "../../text/outside.ts";
import { type AlertMode, alertMain } from "./alert.ts";

/** Prints the outcome of a step, for people. */
type Say = (what: string, outcome: Outcome) => void;

export class MainBranch {
  readonly #client: GithubClient;
  readonly #context: GithubContext;
  readonly #config: Config;
  readonly #invocation: Invocation;
  readonly #say: Say;
  readonly #signal: AbortSignal;

  constructor(
    client: GithubClient,
    context: GithubContext,
    config: Config,
    invocation: Invocation,
    say: Say,
    signal: AbortSignal,
  ) {
    this.#client = client;
    this.#context = context;
    this.#config = config;
    this.#invocation = invocation;
    this.#say = say;
    this.#signal = signal;
  }

  /** Runs before the measurement is judged: a change that was accepted and merged starts a new baseline. */
  async land(): Promise<void> {
    if (!isOfBranch(this.#context)) return;
    await this.#withStore("acceptances", async (store) => {
      const landed = await landAcceptances(this.#client, store, this.#context, this.#invocation.cwd).catch(
        (error) => {
          throw explainFailure(error, "asking which accepted changes were merged", "pull-requests: read");
        },
      );
      for (const { pullRequest, by, landed: place } of landed) {
        this.#say("acceptance", { kind: "landed", why: `#${pullRequest}, by ${by}, at ${place!.commit}` });
      }
    });
  }

  /** Runs after the run was stored. */
  async alert(report: Report, mode: AlertMode, webhook: string | null): Promise<void> {
    const { headBranch, repository } = this.#context;
    const { branch } = this.#config.baseline;
    if (!isOfBranch(this.#context) || headBranch !== branch || mode === "never") return;
    await this.#withStore("alert", async (store) => {
      const repositoryUrl = this.#context.runUrl.replace(/\/actions\/runs\/.*$/, "");
      const { labels, assignees } = this.#config.alerts;
      const siteUrl = this.#config.site ?? null;
      const main = { branch, mode, repositoryUrl, siteUrl, labels, assignees };
      const outcomes = await alertMain(this.#client, store, this.#context, report, main);
      for (const { kind, url } of outcomes) this.#say("alert", { kind, url });
      if (webhook !== null) await tellOf(outcomes, webhook);
      if (outcomes.length === 0) {
        const where = `${repository.owner}/${repository.name} ${branch}`;
        this.#say("alert", { kind: "none", why: `no change of level on ${where}` });
      }
    });
  }

  /** The measurement stands whatever fails here. */
  async #withStore(what: string, work: (store: Store) => Promise<void>): Promise<void> {
    try {
      const store = await openStore(storeOf(this.#invocation, this.#config), "write", this.#signal);
      try {
        await work(store);
      } finally {
        await store.close();
      }
    } catch (error) {
      if (!(error instanceof PlumblineError)) throw error;
      this.#say(what, { kind: "failed", why: error.message, remedy: error.remedy ?? "" });
    }
  }
}

const NEWS = ["opened", "reopened", "closed"];

/** The chat gets what is new, not what stays as it is. */
async function tellOf(outcomes: readonly AlertOutcome[], webhook: string): Promise<void> {
  for (const { kind, title, url } of outcomes.filter((each) => NEWS.includes(each.kind))) {
    await tellWebhook(webhook, `${kind}: ${plainLine(title, 200)} ${url}`);
  }
}

/**
 * Finds the accepted changes that were merged into the branch of this run since, and records where. An acceptance by command
 * lands only if it was given for the head that was merged. A pull request that was closed without a merge is accepted no longer,
 * so that each is asked about until its end and not for ever; if it is opened again, people have to accept it again.
 * @param cwd a checkout that knows when a commit was made
 * @returns what landed
 * @throws what Octokit throws, and PlumblineError of kind "store"
 */
export async function landAcceptances(
  client: GithubClient,
  store: Store,
  context: GithubContext,
  cwd: string,
): Promise<readonly Acceptance[]> {
  const {
    repository: { owner, name },
    headBranch,
  } = context;
  if (!isOfBranch(context) || headBranch === null) return [];
  const open = (await store.acceptances({ repository: `${owner}/${name}` })).filter(
    ({ revoked, landed }) => revoked === null && landed === null,
  );
  const numbers = [...new Set(open.map(({ pullRequest }) => pullRequest))].sort((a, b) => b - a);
  const landed: Acceptance[] = [];
  const closed: Acceptance[] = [];
  for (const number of numbers) {
    const pull = await askFor(client, { owner, repo: name, pull_number: number });
    if (pull?.state === "closed" && pull.merged_at === null) {
      const revoked = { by: CLOSED, at: new Date(pull.closed_at ?? pull.updated_at).toISOString() };
      closed.push(
        ...open.filter((each) => each.pullRequest === number).map((each) => ({ ...each, revoked })),
      );
    }
    if (pull?.merged_at == null || pull.base.ref !== headBranch || pull.merge_commit_sha === null) continue;
    const { time } = await commitFacts(cwd, pull.merge_commit_sha, null);
    const place = { commit: pull.merge_commit_sha, branch: headBranch, at: time ?? pull.merged_at };
    const own = open.filter((each) => each.pullRequest === number && holdsFor(each, pull.head.sha));
    landed.push(...own.map((each) => ({ ...each, landed: place })));
  }
  await store.saveAcceptances([...landed, ...closed]);
  return landed;
}

/** Name in place of a person's; no person can have it. */
const CLOSED = "(closed without a merge)";

/** Null for a pull request that GitHub no longer knows, for example because the repository was created again. */
async function askFor(
  client: GithubClient,
  which: Readonly<{ owner: string; repo: string; pull_number: number }>,
) {
  try {
    return (await client.rest.pulls.get(which)).data;
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}
