/** What people write to accept a regression: `/plumbline accept [workload] [metric] reason...`, `/plumbline revoke`. */
import { asMetric, type MetricId } from "./metric.ts";

export type AcceptCommand = Readonly<
  | { kind: "accept"; workload: string | null; metric: MetricId | null; reason: string }
  | { kind: "revoke" }
  | { kind: "unclear"; why: string }
>;

/** Longer reasons are cut; the comment itself stays on the pull request. */
const REASON_MOST = 500;

const USAGE = "write `/plumbline accept [workload] [metric] reason`, or `/plumbline revoke`";

/** Whether a comment speaks to Plumbline: its first line does, so that quotations and explanations do not. */
export function isCommand(comment: string): boolean {
  return /^\s*\/plumbline\b/.test(comment);
}

/**
 * Reads the command of a comment.
 * @param workloads that were measured: the first word is a workload or a metric only where it is the name of one.
 */
export function parseCommand(comment: string, workloads: readonly string[]): AcceptCommand {
  const text = comment.trim().replace(/^\/plumbline\b\s*/, "");
  const [verb, rest] = firstWord(text);
  switch (verb) {
    case "revoke":
      return { kind: "revoke" };
    case "accept":
      return parseAccept(rest, workloads);
    default:
      return {
        kind: "unclear",
        why: verb === "" ? USAGE : `there is no command ${JSON.stringify(verb)}; ${USAGE}`,
      };
  }
}

function parseAccept(text: string, workloads: readonly string[]): AcceptCommand {
  const [first, afterFirst] = firstWord(text);
  const workload = workloads.includes(first) ? first : null;
  const [second, afterSecond] = workload === null ? [first, afterFirst] : firstWord(afterFirst);
  const metric = asMetric(second) ?? asMetric(second.toLowerCase());
  const rest = metric !== null ? afterSecond : workload !== null ? afterFirst : text;
  const reason = rest.replace(/\s+/g, " ").trim().slice(0, REASON_MOST);
  if (reason === "") return { kind: "unclear", why: `the reason is missing; ${USAGE}` };
  return { kind: "accept", workload, metric, reason };
}

/** The first word, or what stands in double quotes, and the rest. */
function firstWord(text: string): readonly [word: string, rest: string] {
  const [, quoted, plain, rest = ""] = /^\s*(?:"([^"\n]*)"|(\S*))([\s\S]*)$/.exec(text) ?? [];
  return [quoted ?? plain ?? "", rest];
}
