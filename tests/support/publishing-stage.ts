/** Publishing against GitHub's API over real HTTP: a pull request on a GitHub of its own. */
import { createClient, type RequestLimits } from "../../src/io/github/client.ts";
import type { GithubContext } from "../../src/io/github/context.ts";
import { announce, type Publishable, publish } from "../../src/io/github/publish.ts";
import type { CommentMode } from "../../src/io/github/sticky-comment.ts";
import { ACTIONS_BOT, type GithubFake, type Identity, INSTALLATION_TOKEN } from "./github-fake.ts";
import { githubContext, githubTest } from "./github-stage.ts";

export const MARKER = "<!-- plumbline:oltp -->";
export const HEAD = "b".repeat(40);

export const REPORT: Publishable = {
  name: "oltp",
  marker: MARKER,
  comment: `${MARKER}\n### Plumbline: 1 regression in 3 workloads`,
  changed: true,
  check: {
    conclusion: "failure",
    title: "1 regression in 3 workloads",
    summary: "| workload | metric |",
    text: "all metrics",
    annotations: [],
  },
};

type Asked = Partial<{
  report: Partial<Publishable>;
  mode: CommentMode;
  scope: "job" | "run";
  context: Partial<GithubContext>;
  token: string;
  timeoutMs: number;
  limits: RequestLimits;
}>;

/** A pull request on a GitHub of its own, so that the tests can run at the same time: politeness makes them wait. */
class Stage {
  readonly said: string[] = [];
  readonly fake: GithubFake;

  constructor(fake: GithubFake) {
    this.fake = fake;
  }

  /** A second of waiting lasts 10 ms here. */
  publish(asked: Asked = {}) {
    const { client, context } = this.#at(asked);
    return publish(client, context, { ...REPORT, ...asked.report }, asked.mode ?? "always", asked.scope);
  }

  announce(asked: Asked = {}) {
    const { client, context } = this.#at(asked);
    return announce(client, context, { ...REPORT, ...asked.report });
  }

  #at(asked: Asked) {
    const client = createClient({
      token: asked.token ?? INSTALLATION_TOKEN,
      apiUrl: this.fake.url,
      say: (text) => this.said.push(text),
      // Limits are counted in short seconds, too; only where a test is about them do they come near.
      limits: asked.limits ?? { seconds: 30_000, politeSeconds: 120 },
      pace: { timeoutMs: asked.timeoutMs ?? 60_000, secondMs: 10 },
    });
    const context = githubContext({ apiUrl: this.fake.url, headSha: HEAD, ...asked.context });
    return { client, context };
  }

  actAs(identity: Partial<Identity>): void {
    this.fake.identities.set(INSTALLATION_TOKEN, { ...ACTIONS_BOT, ...identity });
  }

  ownComments() {
    return this.fake.comments.filter(
      ({ body, user }) => body.includes(MARKER) && user.login === ACTIONS_BOT.login,
    );
  }
}

export const it = githubTest.extend<{ stage: Stage }>({
  stage: ({ fake }, use) => use(new Stage(fake)),
});
