/** Annotations of a check run: at the line that makes a workload slower, or else at the line of the config file that measures it. */
import { acceptanceOf } from "../../analysis/history/acceptances.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change, Guidance, Report } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount } from "../../text/units.ts";
import { causeText } from "../words/cause.ts";
import { parsePlace, pathInRepository } from "../words/code-host.ts";
import { leadsOf } from "../words/headline.ts";
import { migrationCauses, migrationFault, migrationPlace, migrationRemedies } from "../words/migration.ts";
import { movedText } from "../words/moved.ts";
import { mechanismText } from "../words/reason.ts";
import { cellTexts, changeRows, errorCounts } from "../words/rows.ts";
import { sqlstateText } from "../words/sqlstate.ts";
import { tradeText } from "../words/story.ts";

export type Annotation = Readonly<{
  /** Path from the root of the repository. */
  path: string;
  line: number;
  /** Failure, except for an accepted regression or a trade: these are only noted. */
  level: "failure" | "notice";
  /** Plain text, like the message. */
  title: string;
  message: string;
}>;

/** GitHub takes so many in a request. The most severe come first, and the summary has them all. */
const ANNOTATIONS_MOST = 50;
const DEFAULT_PATH = "plumbline.yml";
const ERRORS_MOST = 5;

/** The config file's lines are annotated for workloads of which no cause is known to stand in a file. */
export function annotationsOf(report: Report, guidance: Guidance): readonly Annotation[] {
  const file = pathInRepository(guidance.configPath ?? DEFAULT_PATH);
  const { regressed, accepted, traded } = changeRows(report);
  const leads = leadsOf([...regressed, ...accepted]);
  const ofCauses = leads.map((lead) => causeAnnotations(report, lead, regressed.includes(lead)));
  const explained = leads.filter((_, at) => ofCauses[at]!.length > 0).map(({ workload }) => workload);
  const ofMetrics = [...regressed, ...accepted, ...traded].flatMap((change) => {
    const line = guidance.lines?.[change.workload];
    if (file === null || line === undefined || explained.includes(change.workload)) return [];
    return [{ path: file, line, ...annotationText(report, change) }];
  });
  return [...ofCauses.flat(), ...ofMigration(report), ...ofMetrics].slice(0, ANNOTATIONS_MOST);
}

/** Annotates what makes a workload slower where it stands in a file: each part of the change that was proved, else what was shown. */
function causeAnnotations(report: Report, lead: Change, isOpen: boolean): readonly Annotation[] {
  const { causes = [] } = report;
  const level = isOpen ? "failure" : "notice";
  const said = `${plainLine(lead.workload)} ${movedText(lead)}`;
  const search = causes.find((each) => each.workload === lead.workload && each.causes.length > 0);
  const proved = (search?.causes ?? []).map((cause) => ({
    ...cause.part,
    title: `${said}: this is the cause, proved by experiment`,
    message: causeText(search!, cause),
  }));
  const shown = (report.reason?.causes ?? [])
    .filter((cause) => cause.shown && cause.workload === lead.workload)
    .slice(0, 1)
    .map((cause) => ({ file: cause.file, line: cause.line, title: said, message: mechanismText(cause) }));
  return (search === undefined ? shown : proved).flatMap(({ file, line, title, message }) => {
    const path = file === undefined ? null : pathInRepository(file);
    return path === null || line === undefined ? [] : [{ path, line, level, title, message }];
  });
}

/** Annotates the statement of the migration that causes the fault. */
function ofMigration({ migration }: Report): readonly Annotation[] {
  return (migration?.workloads ?? []).flatMap((workload): readonly Annotation[] => {
    const place = parsePlace(migrationPlace(workload));
    const path = place === null ? null : pathInRepository(place.file);
    if (workload.faults.length === 0 || path === null) return [];
    const title = `${plainLine(workload.workload)}: ${migrationFault({ ...migration!, workloads: [workload] })}`;
    const remedies = migrationRemedies(workload).map((remedy) => `Remedy: ${remedy}`);
    const message = [...migrationCauses(workload), ...remedies].join("\n");
    return [{ path, line: place!.line!, level: "failure", title, message }];
  });
}

function annotationText(report: Report, change: Change): Pick<Annotation, "level" | "title" | "message"> {
  const { base, head, change: effect, interval, limit } = cellTexts(change);
  const acceptance = acceptanceOf(report, change);
  const { label } = metricInfo(change.metric);
  const isTrade = change.verdict.kind === "trade";
  const what =
    change.metric === "failed-share"
      ? "more events fail"
      : isTrade
        ? `a trade for ${label}`
        : `${label} regressed`;
  const moved = interval === "" ? effect : `${effect} ${interval}`;
  const lines = [
    `${base} → ${head}: ${moved}; limit ${limit}`,
    ...(change.metric === "failed-share" ? errorLines(report, change) : []),
    ...(isTrade ? [tradeText(change)] : []),
    ...(acceptance === null
      ? []
      : [`accepted by ${plainLine(acceptance.by)}: ${plainLine(acceptance.reason, 300)}`]),
  ];
  return {
    level: acceptance === null && !isTrade ? "failure" : "notice",
    title: `${plainLine(change.workload)}: ${what}${acceptance === null ? "" : ", accepted"}`,
    message: lines.join("\n"),
  };
}

function errorLines({ workloads }: Report, { workload }: Change): readonly string[] {
  const counts = workloads
    .filter(({ name }) => name === workload)
    .flatMap(({ errors }) => errorCounts(errors));
  return counts
    .toSorted(([, , a], [, , b]) => b - a)
    .slice(0, ERRORS_MOST)
    .map(
      ([state, base, head]) =>
        `SQLSTATE ${plainLine(sqlstateText(state), 40)}: ${formatCount(base)} → ${formatCount(head)}`,
    );
}
