/** Parts of a GitHub workflow's step: inputs, log groups, annotations, the job summary, outputs. */
import { appendFile, readFile } from "node:fs/promises";
import * as core from "@actions/core";
import { type Choices, type FieldName, fieldsIn, parseChoice, USUAL } from "../../config/fields.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { Progress } from "../../model/progress.ts";
import { OVERALL, type Report } from "../../model/report.ts";
import { passwordsIn, redact } from "../../model/secrets.ts";
import { reasonText } from "../../report/markdown/no-result.ts";
import { decimal } from "../../stats/round.ts";
import { logText } from "../../text/outside.ts";
import { environment, OUR_OWN, withdraw, withVariable } from "./environment.ts";
import { terminalProgress } from "./terminal.ts";

/** Every input that was given; of the fields with few values those, or their default. */
export type Inputs = Readonly<Partial<Record<Exclude<FieldName, keyof Choices>, string>>> &
  Omit<Choices, "mode"> &
  Partial<Pick<Choices, "mode">>;

/**
 * Reads and checks every input of the action, and has the runner hide what must not be seen.
 * @throws PlumblineError of kind "usage" that names the input, what came and what is allowed
 */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const given: Partial<Record<FieldName, string>> = Object.fromEntries(
    fieldsIn("action")
      .map(({ name }) => [name, core.getInput(name)] as const)
      .filter(([, value]) => value !== ""),
  );
  const secrets = [given["github-token"], given["alert-webhook"], env["PGPASSWORD"]];
  for (const secret of secrets) if (secret) core.setSecret(secret);
  hidePasswords([given.store, env["PLUMBLINE_STORE"]]);
  const { mode, "fail-on": failOn, comment, "comment-for": commentFor, forks, alerts, ...rest } = given;
  const { "dangerously-measure-forks-with-secrets": insists, ...texts } = rest;
  return {
    ...texts,
    ...(mode === undefined ? {} : { mode: parseChoice("mode", mode) }),
    "fail-on": parseChoice("fail-on", failOn ?? USUAL["fail-on"]),
    comment: parseChoice("comment", comment ?? USUAL.comment),
    "comment-for": parseChoice("comment-for", commentFor ?? USUAL["comment-for"]),
    forks: parseChoice("forks", forks ?? USUAL.forks),
    alerts: parseChoice("alerts", alerts ?? USUAL.alerts),
    "dangerously-measure-forks-with-secrets": parseChoice(
      "dangerously-measure-forks-with-secrets",
      insists ?? USUAL["dangerously-measure-forks-with-secrets"],
    ),
  };
}

/** Has the runner hide the passwords in these texts, wherever in the log they turn up. */
export function hidePasswords(texts: readonly (string | null | undefined)[]): void {
  for (const text of texts) for (const password of passwordsIn(text ?? "")) core.setSecret(password);
}

/** Variables that the runner gives to a step of ours, in addition to those that are withdrawn everywhere. */
const OF_THE_STEP = [
  "INPUT_GITHUB-TOKEN",
  "INPUT_ALERT-WEBHOOK",
  "INPUT_STORE",
  "GITHUB_TOKEN",
  "GH_TOKEN",
] as const;

/** Call it when the inputs have been read, and before anything is started: what the step starts is the pull request's code. */
export function withdrawSecrets(): void {
  const why = withdraw([...OUR_OWN, ...OF_THE_STEP]);
  if (why === null) return;
  warn({
    why: `what is measured can read this step's tokens in /proc/${process.pid}/environ: ${why}`,
    remedy: "let the job that measures have no secrets and a token that only reads",
  });
}

/** @throws PlumblineError of kind "github" where the event's payload cannot be read */
export async function readEvent(env: Readonly<Record<string, string | undefined>>): Promise<unknown> {
  const file = env["GITHUB_EVENT_PATH"];
  if (!file) return {};
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new PlumblineError(
      "github",
      `cannot read the event's payload ${file}: ${(cause as Error).message}`,
      {
        remedy: "re-run the job: the runner writes this file",
        cause,
      },
    );
  }
}

/** Each stage is a fold of the log, with a line now and then that says how far it is. */
export function workflowProgress(out: Pick<NodeJS.WriteStream, "write">): Progress & { end(): void } {
  const write = (text: string | Uint8Array) => out.write(logText(String(text)));
  const lines = terminalProgress({ write, isTTY: false, columns: 0 });
  let open = false;
  const end = () => {
    if (open) core.endGroup();
    open = false;
  };
  return {
    stage(text) {
      end();
      core.startGroup(logText(text));
      open = true;
    },
    update: (state) => lines.update(state),
    note: (text) => lines.note(text),
    end,
  };
}

/** Adds to the page of the run. A runner without such a page is no reason to fail. */
export async function addSummary(markdown: string): Promise<void> {
  const file = environment()["GITHUB_STEP_SUMMARY"];
  if (file) await appendFile(file, `${markdown}\n`);
}

/** Rows of action.yml's `outputs`. */
export const OUTPUTS = [
  { name: "verdict", help: `Verdict of the check: ${OVERALL.slice(0, -1).join(", ")} or ${OVERALL.at(-1)}.` },
  { name: "headline", help: "Verdict as a sentence." },
  {
    name: "excluded",
    help: "Worsening that a passing check excludes for every gate, as a multiple of its limit: 1 if the limits hold; empty if the check does not pass.",
  },
  { name: "report", help: "Path of report.json, the whole comparison." },
  { name: "html", help: "Path of report.html, the report with pictures." },
  { name: "comment-url", help: "Address of the pull-request comment; empty if none was written." },
  { name: "regressed", help: "Number of gate metrics that got worse." },
  { name: "improved", help: "Number of gate metrics that got better." },
  { name: "unchanged", help: "Number of gate metrics with no change beyond their limits." },
  {
    name: "not-worse",
    help: "Number of gate metrics that are shown not to be worse; they may be better, or within twice the limit.",
  },
  { name: "inconclusive", help: "Number of gate metrics without an answer." },
  { name: "traded", help: "Number of gate metrics that got worse as the price of speed: trades." },
  {
    name: "request",
    help: "Request of a comment, for the jobs that measure it (with `request: commands`); else empty.",
  },
  { name: "head", help: "Commit to check out for the request (with `request: commands`)." },
] as const;

const OF_REQUESTS = ["request", "head"] as const;
type OutputName = Exclude<(typeof OUTPUTS)[number]["name"], (typeof OF_REQUESTS)[number]>;

export function setRequest(request: string, head: string): void {
  setOutput("request", request);
  setOutput("head", head);
}

/** Sets every output of a verdict: the report's own, and what only the caller knows. */
export function setOutputs(
  { verdict, counts, excluded = 1 }: Report,
  others: Readonly<
    Record<
      Exclude<OutputName, "verdict" | "excluded" | "traded" | "not-worse" | keyof Report["counts"]>,
      string
    >
  >,
): void {
  const passes = verdict === "unchanged" || verdict === "improved";
  const { regressed, improved, unchanged, inconclusive, notWorse = 0, trade: traded = 0 } = counts;
  const outputs: Readonly<Record<OutputName, string | number>> = {
    verdict,
    excluded: passes ? decimal(excluded, 3) : "",
    regressed,
    improved,
    unchanged,
    "not-worse": notWorse,
    inconclusive: inconclusive - notWorse,
    traded,
    ...others,
  };
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}

function setOutput(name: string, value: string | number): void {
  withVariable("GITHUB_OUTPUT", () => core.setOutput(name, value));
}

/** Says what became of something that was to be published: a warning where it failed, a line where all is well. */
export function sayOutcome(what: string, { kind, url, why, remedy }: Outcome): void {
  if (kind === "failed")
    core.warning(logText(`${why}\nremedy: ${remedy}`), { title: `Plumbline: ${what} not published` });
  else core.info(logText([`${what}: ${kind}`, url, why].filter(Boolean).join(", ")));
}

/** Warns before the measuring that there will be no comment. */
export function sayForeseen({ why, remedy }: Readonly<{ why: string; remedy: string }>): void {
  core.warning(logText(`${why}\nremedy: ${remedy}`), { title: "Plumbline: there will be no comment" });
}

/** Warns before the measuring that it may be in vain. */
export function warn({ why, remedy }: Readonly<{ why: string; remedy: string }>): void {
  core.warning(logText(`${why}\nremedy: ${remedy}`), { title: "Plumbline: a warning" });
}

const UNFINISHED = "unfinished";

/** Leaves something for the post step, which runs where this one is killed, too. */
export function remember(what: string): void {
  if (environment()["GITHUB_STATE"]) withVariable("GITHUB_STATE", () => core.saveState(UNFINISHED, what));
}

export function forget(): void {
  remember("");
}

/** Reads the step's state, "" if there is none. Anything that ran in the step may have written it. */
export function remembered(): string {
  return core.getState(UNFINISHED);
}

export function sayPublication({ comment, check }: Readonly<{ comment: Outcome; check: Outcome }>): void {
  sayOutcome("comment", comment);
  sayOutcome("check run", check);
}

/** The verdict as the step's annotation. */
export function sayVerdict(headline: string, failed: boolean): void {
  if (failed) core.error(logText(headline), { title: "Plumbline" });
  else core.notice(logText(headline), { title: "Plumbline" });
}

/**
 * Says why there is no report, in the log and on the run's page.
 * @returns the exit code
 */
export async function sayError(error: unknown): Promise<number> {
  core.endGroup();
  const known = error instanceof PlumblineError;
  const message = known
    ? error.message
    : redact(`a fault in Plumbline itself: ${(error as Error).stack ?? String(error)}`);
  const remedy = (known ? error.remedy : "please report it with this text") ?? "";
  const text = remedy === "" ? message : `${message}\nremedy: ${remedy}`;
  core.error(logText(text), { title: "Plumbline has no result" });
  await addSummary(`## Plumbline has no result\n\n${reasonText({ message, remedy })}\n`);
  return known ? error.exitCode : EXIT_CODE.internal;
}
