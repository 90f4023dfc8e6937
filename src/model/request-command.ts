/** Commands in a comment that have a pull request measured: `/plumbline run [suite] [commit]`, `why`, `rerun`, `confirm`, `help`. */
import { commitWord, disguisedCommit, plainlySpaced } from "./named-commit.ts";

export type RequestCommand = Readonly<
  | {
      /** `why` measures as `run` does, and has more time to look for causes. */
      kind: "run" | "why";
      /** Null: whatever the workflow measures. */
      suite: string | null;
      /** The head that is meant, or its first digits, so that no later one is taken for it. */
      commit: string | null;
    }
  | { kind: "rerun" | "confirm"; commit: string | null }
  | { kind: "help" }
  | { kind: "unclear"; why: string }
>;

export const REQUEST_HELP = `### Plumbline: commands

For people who may write to the repository, in a comment of their own:

| command | does |
|:--|:--|
| \`/plumbline run [suite] [commit]\` | measures the present head, without secrets |
| \`/plumbline why [suite] [commit]\` | measures it in the same way, and looks longer for the cause of a regression |
| \`/plumbline rerun [commit]\` | runs the workflow again that measured it |
| \`/plumbline confirm [commit]\` | takes over what a fork's own run claims, after a look at what it changes |
| \`/plumbline accept [workload] [metric] [commit] reason\` | accepts a regression as the price of the change |
| \`/plumbline revoke\` | takes that back |
| \`/plumbline help\` | this |

A suite with a space in its name stands in double quotes. A commit is the whole of its digits, or at least twelve.
`;

/** Another workflow's, which listens to the same comments. */
const OF_ACCEPTING = ["accept", "revoke"];

/** Null for a comment that asks for something else, or for nothing. */
export function parseRequest(comment: string): RequestCommand | null {
  const [first, verb, ...words] = requestWords(plainlySpaced(comment).trim().split("\n")[0] ?? "");
  const kind = verb?.text ?? "";
  if (first?.text !== "/plumbline" || OF_ACCEPTING.includes(kind)) return null;
  const plain = words.filter(({ quoted }) => !quoted).map(({ text }) => text);
  const disguised = disguisedCommit(plain.join(" "));
  if (disguised !== null) return unclear(disguised);
  const last = words.at(-1);
  const commit = last === undefined || last.quoted ? null : commitWord(last.text);
  const rest = commit === null ? words : words.slice(0, -1);
  switch (kind) {
    case "run":
    case "why":
      return runOf(kind, rest, commit);
    case "rerun":
    case "confirm":
      return rest.length === 0 ? { kind, commit } : unclear(`${kind} takes a commit and nothing else`);
    case "help":
      return { kind: "help" };
    default:
      return unclear("there is no such command");
  }
}

/** True if the comment is one of the commands above, and so not one of accepting. */
export function asksToMeasure(comment: string): boolean {
  return /^\s*\/plumbline\s+(run|why|rerun|confirm|help)\b/.test(comment);
}

/** Reads `run` or `why`. Words that cannot name a suite of a config file may be a remark, for which nothing is to be announced. */
function runOf(
  kind: "run" | "why",
  [suite, ...more]: readonly RequestWord[],
  commit: string | null,
): RequestCommand {
  const isName =
    suite === undefined || suite.quoted || /^[\p{L}\p{N}_][\p{L}\p{N}_./:+-]*$/u.test(suite.text);
  return more.length === 0 && isName
    ? { kind, suite: suite?.text ?? null, commit }
    : unclear(`${kind} takes a suite and a commit, and nothing else`);
}

function unclear(why: string): RequestCommand {
  return { kind: "unclear", why };
}

type RequestWord = Readonly<{ text: string; quoted: boolean }>;

/** Words, and what stands together in double quotes. */
function requestWords(line: string): readonly RequestWord[] {
  return [...line.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => ({
    text: quoted ?? plain!,
    quoted: quoted !== undefined,
  }));
}
