/** The comment that gathers the jobs of a head: a line for each, and what regressed or failed folded below. */
import { plainLine, shortSha, webAddress } from "../../text/outside.ts";
import { formatCount, plural } from "../../text/units.ts";
import { bytes } from "./cap.ts";
import { link, markdownText, tableHead, tableRow } from "./markdown.ts";

export type GatheredJob = Readonly<{
  /** Suite, and the job among several. */
  name: string;
  /** Conclusion as GitHub has it; null while the job is being measured. */
  conclusion: string | null;
  url: string;
  title: string;
  /** Markdown of ours. */
  summary: string;
}>;

const COLUMNS = [
  { title: "measurement", align: "left" },
  { title: "result", align: "left" },
] as const;

/** @param limit bytes; summaries that do not fit are left to their check runs */
export function renderGathered(jobs: readonly GatheredJob[], sha: string, limit: number): string {
  const sorted = jobs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rows = sorted.map(({ name, url, title }) => {
    const address = webAddress(url);
    const label = markdownText(name, 170);
    return tableRow([address === null ? label : link(label, address), markdownText(title, 200)]);
  });
  let text = `### Plumbline: ${gatheredHeadline(jobs)}\n\n${tableHead(COLUMNS)}${rows.join("\n")}\n`;
  for (const { name, summary } of sorted.filter(({ conclusion }) => conclusion === "failure")) {
    const more = `\n<details><summary>${markdownText(name, 170)}</summary>\n\n${summary}\n\n</details>\n`;
    if (bytes(text + more) < limit) text += more;
  }
  return `${text}\n<sub>of ${plainLine(shortSha(sha))}</sub>\n`;
}

function gatheredHeadline(jobs: readonly GatheredJob[]): string {
  const count = (wanted: (job: GatheredJob) => boolean) => jobs.filter(wanted).length;
  const open = count(({ conclusion }) => conclusion === null);
  const undecided = count(({ conclusion }) => conclusion === "neutral");
  const calm = open + undecided + count(({ conclusion }) => conclusion === "success");
  const all = plural(jobs.length, "measurement");
  const alarms = jobs.length - calm;
  const parts = [
    ...(alarms > 0 ? [`${formatCount(alarms)} of ${all} to look at`] : []),
    ...(undecided > 0 ? [`${formatCount(undecided)} without an answer`] : []),
    ...(open > 0 ? [`${formatCount(open)} still measuring`] : []),
  ];
  return alarms + undecided > 0 ? parts.join(", ") : [`nothing to look at in ${all}`, ...parts].join(", ");
}
