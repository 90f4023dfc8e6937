/**
 * The verdict in four lines, the same on every screen: what is slower, the cause, the figures, and where to go on. Sentences, names and
 * places hold text from outside: each printer escapes them.
 */
import { metricInfo } from "../../model/metric.ts";
import { ALL_WORKLOADS, type Change, type Guidance, type Report } from "../../model/report.ts";
import { plainLine, webAddress } from "../../text/outside.ts";
import { plural } from "../../text/units.ts";
import { pageAddress } from "../pages/links.ts";
import { attemptsText } from "./attempts.ts";
import { butText, errorText, newErrors, stopTexts, unseenText } from "./beyond-gates.ts";
import { capacityAnswer } from "./capacity.ts";
import { noCauseFound, provedCauseSentence, unprovedReason } from "./cause.ts";
import { type CodePlace, parsePlace, placeAddress, placeText } from "./code-host.ts";
import { capital, headline, leadsOf } from "./headline.ts";
import { limitSentences, limitsDecide } from "./limits.ts";
import { migrationCauses, migrationPlace } from "./migration.ts";
import { causeSentences, type Sentence } from "./reason.ts";
import { changeRemedy, historyRemedy } from "./remedy.ts";
import { acceptCommand } from "./reproduce.ts";
import { type ChangeRows, cellTexts, changeRows, withinText } from "./rows.ts";
import { forbiddenBy, shortHistory, standingOf } from "./standing.ts";
import { movedStatements } from "./statements.ts";
import { baselineText } from "./story.ts";
import { notesOf } from "./warnings.ts";

/** A way on: an address, or a command to comment. */
export type Onward = Readonly<{ words: string; address: string } | { words: string; command: string }>;

export type CardCause = Sentence &
  Readonly<{ place: Readonly<{ words: string; address: string | null }> | null }>;

/** How a reader should take it: "note" asks for nothing. */
export type Tone = "bad" | "open" | "note" | "good" | "fine";

export type Card = Readonly<{
  tone: Tone;
  /** The headline. */
  said: string;
  /** What made it, as far as that is shown, or what would decide; null where there is nothing to explain. */
  cause: CardCause | null;
  figures: readonly string[];
  ways: readonly Onward[];
}>;

/** What report.html itself is. */
export const HERE = "report with pictures";

export const NO_GUIDANCE: Guidance = { configPath: null, dashboardUrl: null, acceptLabel: null };

/** @param links addresses and the label of the place that shows it */
export function cardOf(report: Report, links: Omit<Guidance, "configPath">): Card {
  const rows = changeRows(report);
  return {
    tone: toneOf(report),
    said: headline(report),
    cause: cardCause(report, rows),
    figures: cardFigures(report, rows),
    ways: waysOf(report, rows, links),
  };
}

const TONES: Readonly<Record<Report["verdict"], Tone>> = {
  regressed: "bad",
  accepted: "note",
  inconclusive: "open",
  trade: "note",
  improved: "good",
  unchanged: "fine",
};

function toneOf(report: Report): Tone {
  if (report.workloads.length === 0) return "open";
  const isFirst = report.baseline.kind === "none" || shortHistory(report) !== null;
  if (isFirst && report.verdict === "inconclusive") return "note";
  return report.verdict === "unchanged" && butText(report) !== null ? "note" : TONES[report.verdict];
}

/** Never what only happens to differ: a cause that is proved or shown, else the statement that is slower, else that none is known. */
function cardCause(report: Report, rows: ChangeRows): CardCause | null {
  const placed = (sentence: Sentence, place: CodePlace | null): CardCause => ({
    ...sentence,
    place: place === null ? null : { words: placeText(place), address: placeAddress(report, place) },
  });
  const plain = (text: string) => placed({ code: null, text }, null);
  const faulty = report.migration?.workloads.find(({ faults }) => faults.length > 0);
  if (faulty !== undefined) {
    const [text = "No wait for a lock was seen."] = migrationCauses(faulty);
    return placed({ code: null, text }, parsePlace(migrationPlace(faulty)));
  }
  const leads = leadsOf([...rows.regressed, ...rows.accepted]);
  const [first] = leads;
  if (first === undefined) {
    const text = decidingText(report, rows);
    return text === "" ? null : plain(text);
  }
  const known = leads.flatMap(({ workload }) => provedOrShown(report, workload, workload !== first.workload));
  const [cause] = known;
  return cause === undefined ? plain(unexplained(report, first)) : placed(cause, cause.place);
}

function provedOrShown(
  report: Report,
  workload: string,
  isNamed: boolean,
): readonly (Sentence & { place: CodePlace | null })[] {
  const proved = (report.causes ?? []).find((each) => each.workload === workload && each.causes.length > 0);
  if (proved !== undefined) return [provedCauseSentence(proved, isNamed)];
  const reason = unprovedReason(report);
  const own = (reason?.causes ?? []).filter((cause) => cause.shown && cause.workload === workload);
  const [first] = own;
  if (reason === undefined || first === undefined) return [];
  const [sentence] = causeSentences({ ...reason, causes: own.map((cause) => ({ ...cause, file: "" })) });
  const name = isNamed ? `${plainLine(workload)}: ` : "";
  const place = first.file === undefined ? null : { file: first.file, line: first.line ?? null };
  return [{ ...sentence!, text: `${sentence!.code === null ? name : ""}${sentence!.text}`, place }];
}

/** What is known of a regression whose cause is not. */
function unexplained(report: Report, { workload }: Change): string {
  const of = report.workloads.find(({ name }) => name === workload);
  const moved = of === undefined ? [] : movedStatements(of);
  const search = report.causes?.find((each) => each.workload === workload && each.outcome === "not-found");
  const [slowest] = moved;
  return [
    search === undefined ? "The cause is not known." : noCauseFound(search).text,
    ...(slowest === undefined
      ? []
      : [`The statement that moved most: ${plainLine(slowest.name)} ${slowest.means}.`]),
  ].join(" ");
}

/** What would decide, what a maintainer has to, or what a pass cannot have seen; "" where there is nothing to say. */
function decidingText(report: Report, { undecided }: ChangeRows): string {
  const history = shortHistory(report);
  if (history !== null) return historyRemedy(history);
  if (limitsDecide(report)) return limitSentences(report).at(-1)!;
  const [first] = leadsOf(undecided);
  if (report.verdict === "unchanged" || report.verdict === "improved") return unseenText(report);
  if (first === undefined || report.verdict !== "inconclusive") return "";
  const why = forbiddenBy(first);
  const remedy = changeRemedy(first, report);
  if (why !== null) {
    const way = remedy === why ? "" : ` ${plainLine(capital(remedy), 300)}.`;
    return `No number of sessions would decide: ${plainLine(why, 300)}.${way}`;
  }
  const name = first.workload === ALL_WORKLOADS ? first.workload : plainLine(first.workload);
  return `To decide ${name} ${metricInfo(first.metric).label}: ${plainLine(remedy, 160)}.`;
}

/** Metrics of the headline's workload, and other workloads, that are spelled out; the rest are counted. */
const SPELLED_MOST = 2;

function cardFigures(report: Report, rows: ChangeRows): readonly string[] {
  const { regressed, accepted, traded, improved, undecided, notWorse, unchanged } = rows;
  if (shortHistory(report) !== null) return surroundings(report);
  const kinds = {
    regression: regressed,
    "accepted regression": accepted,
    trade: traded,
    improvement: improved,
  };
  const [kind = "", changed = []] = Object.entries(kinds).find(([, all]) => all.length > 0) ?? [];
  const [first, ...leads] = leadsOf(changed.length > 0 ? changed : undecided);
  if (first === undefined) return [...answersOf(unchanged.length, notWorse.length), ...surroundings(report)];
  const isLone = report.workloads.length === 1;
  const own = [...regressed, ...accepted, ...traded, ...improved]
    .filter((change) => change.workload === first.workload && change !== first)
    .slice(0, SPELLED_MOST);
  const others = leads.slice(0, SPELLED_MOST);
  const more = changed.length - [first, ...own, ...others].filter((each) => changed.includes(each)).length;
  return [
    `${isLone || leads.length === 0 ? "" : `${plainLine(first.workload, 40)} `}${wholeFigure(first)}`,
    ...own.map((change) => shortFigure(change)),
    ...others.map((change) => `${plainLine(change.workload, 40)} ${shortFigure(change)}`),
    ...(more > 0 ? [plural(more, `more ${kind}`)] : []),
    ...otherWorkloads(report, [first, ...leads]),
    ...surroundings(report),
  ];
}

/** "QPS 15,148/s → 9,989/s (−41 .. −27, limit 2 %)". */
function wholeFigure(change: Change): string {
  const { base, head, interval, limit } = cellTexts(change);
  const ends = interval === "" ? "" : `${interval.slice(1, -1)}, `;
  return `${metricInfo(change.metric).label} ${base} → ${head} (${ends}limit ${limit})`;
}

function shortFigure(change: Change): string {
  const better = change.verdict.kind === "improved" ? " (better)" : "";
  return `${metricInfo(change.metric).label} ${cellTexts(change).change}${better}`;
}

function answersOf(within: number, notWorse: number): readonly string[] {
  return [
    ...(within > 0 ? [withinText(within)] : []),
    ...(notWorse > 0 ? [`${plural(notWorse, "metric")} not worse`] : []),
  ];
}

/** Workloads that no figure is about, counted by where they stand. */
function otherWorkloads({ workloads }: Report, named: readonly Change[]): readonly string[] {
  const others = workloads.filter(({ name }) => named.every(({ workload }) => workload !== name));
  const standings = others.map(standingOf);
  const counted = (noun: string, ...of: readonly (typeof standings)[number][]) => {
    const { length } = standings.filter((standing) => of.includes(standing));
    return length === 0 ? [] : [`${plural(length, "other workload")} ${noun}`];
  };
  return [
    ...counted("not worse", "improved", "not-worse", "unchanged"),
    ...counted("undecided", "inconclusive", "too-few"),
  ];
}

const CAPACITIES_MOST = 3;

function surroundings(report: Report): readonly string[] {
  const capacities = (report.capacities ?? []).slice(0, CAPACITIES_MOST);
  const warnings = notesOf(report).length;
  const fresh = report.workloads.filter(({ newBecause }) => newBecause !== undefined).length;
  const attempts = attemptsText(report);
  return [
    ...(attempts === "" ? [] : [attempts]),
    ...stopTexts(report),
    ...errorTexts(report),
    ...capacities.map(capacityAnswer),
    ...(fresh === 0 ? [] : [plural(fresh, "new workload")]),
    ...(warnings === 0 ? [] : [plural(warnings, "warning")]),
    ...(report.baseline.kind === "history" ? [`against ${baselineText(report)}`] : []),
  ];
}

/** Errors that base never met, but for what the headline has said. */
function errorTexts(report: Report): readonly string[] {
  const said = headline(report);
  const texts = newErrors(report).map(errorText);
  return texts.filter((text) => !said.includes(text)).slice(0, SPELLED_MOST);
}

function waysOf(
  report: Report,
  rows: ChangeRows,
  { siteUrl = null, dashboardUrl, acceptLabel }: Omit<Guidance, "configPath">,
): readonly Onward[] {
  const { origin, suite } = report;
  const [lead] = leadsOf([...rows.regressed, ...rows.accepted, ...rows.traded, ...rows.improved]);
  const run = webAddress(origin.runUrl);
  const series =
    lead === undefined || lead.workload === ALL_WORKLOADS
      ? null
      : pageAddress(siteUrl, { page: "workload", suite, workload: lead.workload }, `?metric=${lead.metric}`);
  const dashboard = webAddress(dashboardUrl ?? siteUrl);
  const history =
    series === null
      ? { words: "history", address: dashboard }
      : { words: `history of ${plainLine(lead!.workload, 40)}`, address: series };
  const addresses = [{ words: HERE, address: run === null ? null : `${run}#artifacts` }, history];
  const isAsked = rows.regressed.length > 0 || (limitsDecide(report) && acceptLabel !== null);
  return [
    ...addresses.flatMap(({ words, address }) => (address === null ? [] : [{ words, address }])),
    ...(isAsked && origin.pullRequest !== null
      ? [
          {
            words: acceptLabel === null ? "to accept it (needs accept.yml)" : "to accept it",
            command: acceptCommand(rows.regressed),
          },
        ]
      : []),
  ];
}
