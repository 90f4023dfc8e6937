/** Acceptances, and how to accept what regressed, in markdown. */
import type { Acceptance } from "../../model/acceptance.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change, Report } from "../../model/report.ts";
import { shortSha } from "../../text/outside.ts";
import { dayOf } from "../../text/time.ts";
import { areAccepted } from "../words/limits.ts";
import { acceptCommand, acceptingConfig, noLimit } from "../words/reproduce.ts";
import type { ChangeRows } from "../words/rows.ts";
import { block, type Section } from "./cap.ts";
import { codeBlock, markdownText } from "./markdown.ts";

/** Lists the acceptances: who accepted what, and why. */
export function acceptedBy({ acceptances = [] }: Report): Section {
  return {
    open: "",
    pieces: acceptances.map((acceptance) => `${acceptanceText(acceptance)}\n`),
    close: "\n",
    noun: "acceptances",
    most: 5,
  };
}

function acceptanceText({ workload, metric, via, by, reason, at, commit }: Acceptance): string {
  const scope = [
    ...(workload === null ? [] : [markdownText(workload)]),
    ...(metric === null ? [] : [markdownText(metricInfo(metric).label)]),
  ];
  const place = `at ${markdownText(shortSha(commit))}`;
  const how = { label: "by the label", "label-at-head": `${place} by the label`, command: `${place}:` }[via];
  const what = scope.length === 0 ? "accepted" : `${scope.join(" ")}: accepted`;
  return `- ${what} by **${markdownText(by)}** on ${dayOf(at)} ${how} ${markdownText(reason, 300)}`;
}

/** Instructions to accept what regressed: by command or label if a workflow listens to them, and by the limit. */
export function accept(report: Report, rows: ChangeRows, acceptLabel: string | null): Section {
  if (rows.regressed.length === 0)
    return acceptLabel === null || report.origin.pullRequest === null || areAccepted(report)
      ? block("")
      : block(`**How to accept the limits**\n\n${byComment([], acceptLabel)}\n`);
  const after =
    report.mode === "side-by-side"
      ? "Once merged, it is part of the base that later pull requests are compared with, so the limit can go back."
      : "Later runs of the branch become the baseline, so the limit can go back.";
  const first = report.origin.pullRequest === null ? "" : `${byComment(rows.regressed, acceptLabel)}\n`;
  return block(`**How to accept**\n\n${first}${byLimit(rows.regressed, after)}\n`);
}

/** @param after what becomes of the limit once the change is merged */
function byLimit(regressed: readonly Change[], after: string): string {
  const config = acceptingConfig(regressed);
  const none = noLimit(regressed);
  if (config.length === 0) return `${none}\n`;
  const raise =
    "Or let this pull request raise the limit of what it makes slower in plumbline.yml, where reviewers see it: the check is neutral then, and says both limits.";
  return `${[raise, after, none].filter(Boolean).join(" ")}\n\n${codeBlock(config, "yaml")}`;
}

/** @param label that a workflow listens to; null if none does */
function byComment(regressed: readonly Change[], label: string | null): string {
  const command = codeBlock([acceptCommand(regressed)], "text");
  const worth = "If the change is worth its price, a maintainer comments, with the reason,";
  if (label === null)
    return `${worth}\n\n${command}\n\nwhich needs the workflow accept.yml of Plumbline's examples, and a store that it and this workflow reach.\n`;
  return [
    worth,
    "",
    command,
    "",
    `or adds the label **${markdownText(label)}**. The command accepts what was measured at this commit, the label whatever this pull request does; on a fork's pull request, this commit alone. \`/plumbline revoke\`, or taking the label away, takes it back. (The workflow accept.yml of Plumbline's examples listens to both; it needs a store that it and this workflow reach.)`,
    "",
  ].join("\n");
}
