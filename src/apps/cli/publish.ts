/** `plumbline publish`: what could not be published when it was measured. */

import { CHOICES } from "../../config/fields.ts";
import type { GithubClient } from "../../io/github/client.ts";
import type { GithubContext } from "../../io/github/context.ts";
import { explainFailure } from "../../io/github/failure.ts";
import { type Publication, publish } from "../../io/github/publish.ts";
import { publishableOf } from "../../io/github/publishable.ts";
import { contextOfPullRequest } from "../../io/github/pull-request.ts";
import { type EnvironmentVariables, environment } from "../../io/host/environment.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { Report } from "../../model/report.ts";
import { claimReport, readUntrustedReport } from "../../pipeline/documents/untrusted-report.ts";
import { webAddress } from "../../text/outside.ts";
import { type AnyCommand, Command, Option, type WordsOf } from "./commander.ts";
import { addHelp } from "./help-text.ts";
import { repositoryName, wholeNumber } from "./options.ts";

type PublishWords = WordsOf<typeof withOptions>;

export function publishVerb(finish: (code: number) => void): AnyCommand {
  const command = withOptions(new Command("publish"));
  addHelp(command, {
    examples: [
      [
        "publish plumbline-out/report.json",
        "post the report; $GITHUB_TOKEN must allow writing pull requests and checks",
      ],
      ["publish report.json --repository acme/db --pull-request 7", "post a report from another machine"],
    ],
    outcomes: ["fine", "usage", ["internal", "GitHub refused, or could not be reached"]],
  });
  return command.action(async (file, words) => {
    const published = await publishReport(await readUntrustedReport(file), words, environment());
    process.stdout.write(
      `comment: ${outcomeText(published.comment)}\ncheck: ${outcomeText(published.check)}\n`,
    );
    const failed = published.comment.kind === "failed" || published.check.kind === "failed";
    finish(failed ? EXIT_CODE.internal : EXIT_CODE.fine);
  });
}

function withOptions(command: Command) {
  return command
    .summary("Post an earlier report to GitHub.")
    .description("Post a report that was written while GitHub could not be reached.")
    .argument("<report>", "Report document, for example plumbline-out/report.json.")
    .addOption(
      new Option(
        "--repository <owner/name>",
        "Repository of the pull request (default: $GITHUB_REPOSITORY, else what the report says).",
      ).argParser(repositoryName),
    )
    .addOption(
      new Option(
        "--pull-request <number>",
        "Number of the pull request (default: what the report says).",
      ).argParser(wholeNumber),
    )
    .addOption(
      new Option("--comment <when>", "When to post the comment, like the action's input.")
        .choices(CHOICES.comment)
        .default("always"),
    );
}

/** @throws PlumblineError of kind "usage" if the place is not named, of kind "github" if GitHub does not answer */
async function publishReport(
  report: Report,
  words: PublishWords,
  env: EnvironmentVariables,
): Promise<Publication> {
  const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"];
  if (!token) {
    throw new PlumblineError("usage", "there is no token to publish with", {
      remedy: "set GITHUB_TOKEN to one with the permissions pull-requests: write and checks: write",
    });
  }
  const context = publishContext(report, words, env);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  // A fifth of the program, which no other verb needs.
  const { createClient } = await import("../../io/github/client.ts");
  const client = createClient({ token, apiUrl: context.apiUrl, say });
  const full = await withPullRequest(client, context, words.pullRequest ?? report.origin.pullRequest);
  return publish(client, full, publishableOf(claimReport(report, full, report.createdAt), {}), words.comment);
}

function publishContext(report: Report, words: PublishWords, env: EnvironmentVariables): GithubContext {
  const repository = words.repository || env["GITHUB_REPOSITORY"] || report.origin.repository;
  if (repository === null) {
    throw new PlumblineError("usage", "the report names no repository", {
      remedy: "name it with --repository owner/name",
    });
  }
  const [owner = "", name = ""] = repositoryName(repository).split("/");
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  return {
    event: "publish",
    repository: { owner, name },
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    runUrl: webAddress(report.origin.runUrl) ?? `${server}/${owner}/${name}`,
    attempt: report.origin.attempt ?? 1,
    headSha: report.head.commit.sha,
    headBranch: report.head.commit.branch,
    baseBranch: null,
    baseSha: null,
    pullRequest: null,
    readOnlyToken: false,
    ...reportWriter(report),
  };
}

/** Workflow and config file of the step whose comment and check this replaces. */
function reportWriter({ origin: { workflow, config } }: Report): Pick<GithubContext, "workflow" | "config"> {
  return {
    ...(workflow === undefined ? {} : { workflow }),
    ...(config === undefined ? {} : { config }),
  };
}

/** The report belongs to a commit even if there is no pull request. */
async function withPullRequest(
  client: GithubClient,
  context: GithubContext,
  number: number | null,
): Promise<GithubContext> {
  if (number === null) return context;
  try {
    return await contextOfPullRequest(client, context, number);
  } catch (error) {
    throw explainFailure(error, `reading pull request #${number}`, "pull-requests: write");
  }
}

function outcomeText({ kind, url, why, remedy }: Outcome): string {
  const first = [kind, url, why].filter(Boolean).join(", ");
  return remedy === undefined ? first : `${first}\n  remedy: ${remedy}`;
}
