/** One measurement as GitHub shows it: that it has begun, and in the end its report, or why there is none. */
import type { Choices } from "../../config/fields.ts";
import { LOOKING_AHEAD } from "../../io/github/access.ts";
import type { GithubClient, RequestLimits } from "../../io/github/client.ts";
import type { GithubContext } from "../../io/github/context.ts";
import { announce, publish } from "../../io/github/publish.ts";
import { claimed, noResultOf, publishableOf, publishSubject } from "../../io/github/publishable.ts";
import type { Unfinished } from "../../io/github/unfinished.ts";
import * as step from "../../io/host/actions.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Report } from "../../model/report.ts";
import { redact } from "../../model/secrets.ts";

export type MeasuredSuite = Readonly<{
  suite: string;
  job: string | null;
  /** True if the numbers are a fork's own claim, which a person has to confirm. */
  isClaim: boolean;
}>;

type Wishes = Pick<Choices, "comment" | "comment-for">;

export class ReportPublisher {
  readonly #connect: (limits?: RequestLimits) => GithubClient;
  readonly #measured: MeasuredSuite;
  readonly #mode: Choices["comment"];
  readonly #scope: Choices["comment-for"];
  #hasEnded = false;

  /** @param connect makes a client whose patience begins then: a measurement takes longer than it lasts */
  constructor(
    connect: (limits?: RequestLimits) => GithubClient,
    measured: MeasuredSuite,
    { comment, "comment-for": scope }: Wishes,
  ) {
    this.#connect = connect;
    this.#measured = measured;
    this.#mode = comment;
    this.#scope = scope;
  }

  async begin(context: GithubContext): Promise<void> {
    const { suite, job } = this.#measured;
    const check = await announce(this.#connect(LOOKING_AHEAD), context, publishSubject(suite, job));
    if (check === null) return;
    const { sha, name, marker } = check;
    step.remember(JSON.stringify({ sha, name, marker } satisfies Unfinished));
  }

  /** @returns the headline and the comment's address, "" where there is none */
  async end(
    context: GithubContext,
    report: Report,
  ): Promise<Readonly<{ headline: string; commentUrl: string }>> {
    const full = publishableOf(report, {});
    const publishable = this.#measured.isClaim ? claimed(full) : full;
    const published = await publish(this.#connect(), context, publishable, this.#mode, this.#scope);
    this.#hasEnded = true;
    step.forget();
    step.sayPublication(published);
    const commentUrl = "url" in published.comment ? published.comment.url : "";
    return { headline: publishable.check.title, commentUrl };
  }

  /** Replaces an earlier head's result, which says nothing of this one. An interrupt leaves the comment; a report that is there stays. */
  async fail(context: GithubContext, error: unknown): Promise<void> {
    if (this.#hasEnded) return;
    const known = error instanceof PlumblineError ? error : null;
    const interrupted = known?.kind === "interrupted";
    const { suite, job } = this.#measured;
    const failure = {
      suite,
      job,
      sha: context.headSha,
      runUrl: context.runUrl,
      message: known?.message ?? redact(`a fault in Plumbline itself: ${String(error)}`),
      remedy: known?.remedy ?? "",
    };
    const publishable = noResultOf(failure, interrupted ? "cancelled" : "failure");
    const mode = interrupted ? "never" : this.#mode;
    const published = await publish(this.#connect(), context, publishable, mode, this.#scope);
    step.forget();
    step.sayPublication(mode === this.#mode ? published : { ...published, comment: LEFT_ALONE });
  }
}

const LEFT_ALONE = { kind: "skipped", why: "the job was cancelled; the comment stays as it is" } as const;
