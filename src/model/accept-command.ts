/** Commands in a comment that accept a regression: `/plumbline accept [workload] [metric] [commit] reason...`, `/plumbline revoke`. */
import { asMetric, type MetricId } from "./metric.ts";
import { commitsIn, commitWord, disguisedCommit, plainlySpaced } from "./named-commit.ts";

export type AcceptCommand = Readonly<
  | {
      kind: "accept";
      workload: string | null;
      metric: MetricId | null;
      /** The head that is meant, or its first digits. */
      commit: string | null;
      reason: string;
    }
  | { kind: "revoke" }
  | { kind: "unclear"; why: string }
>;

/** Longer reasons are cut; the comment itself stays on the pull request. */
const REASON_MOST = 500;

const USAGE = "write `/plumbline accept [workload] [metric] [commit] reason`, or `/plumbline revoke`";

/** True if a comment speaks to Plumbline: its first line must, so that quotations and explanations do not count. */
export function isCommand(comment: string): boolean {
  return /^\s*\/plumbline\b/.test(comment);
}

/**
 * Reads the command of a comment.
 * @param workloads that were measured: the first word is a workload or a metric only where it is the name of one.
 */
export function parseCommand(comment: string, workloads: readonly string[]): AcceptCommand {
  const text = plainlySpaced(comment)
    .trim()
    .replace(/^\/plumbline\b\s*/, "");
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

/** Reads `accept`. A commit counts wherever it stands, also within the reason: a commit that was given is never ignored. */
function parseAccept(text: string, workloads: readonly string[]): AcceptCommand {
  const [commit = null, ...others] = commitsIn(text);
  if (others.length > 0) return { kind: "unclear", why: "it names more than one commit" };
  const disguised = disguisedCommit(text);
  if (disguised !== null) return { kind: "unclear", why: disguised };
  let workload: string | null = null;
  let metric: MetricId | null = null;
  let rest = text;
  for (;;) {
    const [word, after] = firstWord(rest);
    if (workload === null && metric === null && workloads.includes(word)) workload = word;
    else if (metric === null && metricNamed(word) !== null) metric = metricNamed(word);
    else if (commit === null || commitWord(word) !== commit) break;
    rest = after;
  }
  const reason = rest.replace(/\s+/g, " ").trim().slice(0, REASON_MOST);
  if (reason === "") return { kind: "unclear", why: `the reason is missing; ${USAGE}` };
  return { kind: "accept", workload, metric, commit, reason };
}

function metricNamed(word: string): MetricId | null {
  return asMetric(word) ?? asMetric(word.toLowerCase());
}

/** The first word, or what stands in double quotes, and the rest. */
function firstWord(text: string): readonly [word: string, rest: string] {
  const left = text.trimStart();
  // There is always a match: a word may be empty.
  const [written, quoted] = /^(?:"([^"\n]*)"|\S*)/.exec(left)!;
  return [quoted ?? written, left.slice(written.length)];
}
