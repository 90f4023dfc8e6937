/** Requests about the acceptances of a pull request, and what becomes of them. */
import { nearest } from "../../config/nearest.ts";
import type { AcceptCommand } from "../../model/accept-command.ts";
import { type Acceptance, holdsFor } from "../../model/acceptance.ts";
import { asMetric, METRIC_IDS } from "../../model/metric.ts";
import type { Report } from "../../model/report.ts";
import { uuidV5 } from "../../model/uuid.ts";
import { isAbout } from "./acceptances.ts";

/** Place, author and time of a request. */
export type Occasion = Readonly<{
  repository: string;
  pullRequest: number;
  /** Head of the pull request. */
  commit: string;
  by: string;
  /** ISO 8601. */
  at: string;
  /** Identity of the occasion: the same when its job runs again. */
  key: string;
}>;

/** The acceptances to record, or why there is nothing to record. */
export type AcceptDecision = Readonly<{ record: readonly Acceptance[] } | { nothing: string }>;

/**
 * A label accepts whatever the pull request does, in all suites, also what is not measured yet.
 * @param via `label-at-head` where that holds for the present head alone
 */
export function acceptByLabel(
  label: string,
  standing: readonly Acceptance[],
  occasion: Occasion,
  via: "label" | "label-at-head" = "label",
): AcceptDecision {
  const acceptance = makeAcceptance(occasion, {
    via,
    suite: null,
    workload: null,
    metric: null,
    reason: label,
  });
  if (standing.some((each) => each.via === via && holdsFor(each, occasion.commit)))
    return { nothing: `the label ${label} is recorded already` };
  return { record: [acceptance] };
}

/** Letters of a word that is taken for a misspelled workload wherever it stands alone: shorter ones are near too many words. */
const SHORTEST_NAME = 5;

/**
 * Says which name at the beginning of a reason is no workload or metric that was measured: taken for a word of the reason, it
 * would accept everything.
 */
function misspelledName(
  { workload, metric, reason }: Pick<AcceptScope, "workload" | "metric" | "reason">,
  reports: readonly Report[],
): string | null {
  if (metric !== null) return null;
  const [first = "", second = ""] = reason.split(" ");
  if (/^p\d{2,}(?:\.\d+)?$/i.test(first) && asMetric(first.toLowerCase()) === null)
    return `there is no metric ${first}; write p99 or another one of the report`;
  const metricMeant = workload === null ? undefined : nearest(first, METRIC_IDS);
  if (metricMeant !== undefined) return `there is no metric ${first}; did you mean ${metricMeant}?`;
  if (workload !== null) return null;
  const names = [...new Set(reports.flatMap(({ workloads }) => workloads.map(({ name }) => name)))];
  const quoted = /^"([^"]*)" \S/.exec(reason)?.[1];
  const isMeant =
    quoted !== undefined || first.length >= SHORTEST_NAME || asMetric(second.toLowerCase()) !== null;
  const near = nearest(quoted ?? first, names);
  // "checkouts are slower" is a reason.
  const isPlural = near !== undefined && (quoted ?? first).toLowerCase() === `${near.toLowerCase()}s`;
  const name = isMeant && near !== undefined && !isPlural ? (quoted ?? first) : null;
  return name === null ? null : `there is no workload "${name}"; measured were ${names.join(", ")}`;
}

/** A command accepts what its author can have seen: regressions and wider limits of reports that are older than the command. */
export function acceptByCommand(
  {
    workload,
    metric,
    reason,
  }: Pick<Extract<AcceptCommand, { kind: "accept" }>, "workload" | "metric" | "reason">,
  reports: readonly Report[],
  occasion: Occasion,
): AcceptDecision {
  if (reports.length === 0)
    return { nothing: `there is no report about ${occasion.commit} in the store yet` };
  const seen = reports.filter(({ createdAt }) => Date.parse(createdAt) <= Date.parse(occasion.at));
  if (seen.length === 0)
    return { nothing: "the present commit was measured after the comment; look at it and comment again" };
  const misspelled = misspelledName({ workload, metric, reason }, seen);
  if (misspelled !== null) return { nothing: misspelled };
  const scope = { via: "command", workload, metric, reason } as const;
  const record = seen
    .map((report) => ({ report, acceptance: makeAcceptance(occasion, { ...scope, suite: report.suite }) }))
    .filter(({ report, acceptance }) => isAbout(acceptance, report))
    .map(({ acceptance }) => acceptance);
  const what = [workload, metric].filter((part) => part !== null).join(" ");
  return record.length > 0
    ? { record }
    : { nothing: `nothing regressed${what === "" ? "" : ` in ${what}`}, and no limit is wider than base's` };
}

/**
 * Takes acceptances back.
 * @param standing acceptances that are not revoked; what has landed stays, for the branch has its new level
 */
export function revoke(standing: readonly Acceptance[], { by, at }: Occasion): AcceptDecision {
  const open = standing.filter(({ landed }) => landed === null);
  if (open.length === 0) return { nothing: "nothing is accepted here that could be taken back" };
  return { record: open.map((acceptance) => ({ ...acceptance, revoked: { by, at } })) };
}

type AcceptScope = Pick<Acceptance, "via" | "suite" | "workload" | "metric" | "reason">;

function makeAcceptance({ key, ...occasion }: Occasion, scope: AcceptScope): Acceptance {
  return {
    id: uuidV5(JSON.stringify([key, scope.suite])),
    ...occasion,
    ...scope,
    revoked: null,
    landed: null,
  };
}
