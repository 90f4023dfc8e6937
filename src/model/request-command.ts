/** What people write to have a pull request measured: `/plumbline run [suite] [commit]`, `rerun`, `confirm`, `help`. */
export type RequestCommand = Readonly<
  | {
      kind: "run";
      /** Null: whatever the workflow measures. */
      suite: string | null;
      /** The first digits at least of the head that is meant, so that no later one is taken for it. */
      commit: string | null;
    }
  | { kind: "rerun" | "confirm" | "help" }
>;

export const REQUEST_HELP = `### Plumbline: commands

For people who may write to the repository, in a comment of their own:

| command | does |
|:--|:--|
| \`/plumbline run [suite] [commit]\` | measures the present head, without secrets |
| \`/plumbline rerun\` | runs the workflow again that measured it |
| \`/plumbline confirm\` | takes over what a fork's own run claims, after a look at what it changes |
| \`/plumbline accept [workload] [metric] reason\` | accepts a regression as the price of the change |
| \`/plumbline revoke\` | takes that back |
| \`/plumbline help\` | this |
`;

/** Null for a comment that asks for something else, or for nothing. */
export function parseRequest(comment: string): RequestCommand | null {
  const [first = "", verb = "", ...words] = (comment.trim().split("\n")[0] ?? "").trim().split(/\s+/);
  if (first !== "/plumbline") return null;
  switch (verb) {
    case "run":
      return runOf(words);
    case "rerun":
    case "confirm":
    case "help":
      return { kind: verb };
    default:
      return null;
  }
}

function runOf(words: readonly string[]): RequestCommand {
  const last = words.at(-1) ?? "";
  const commit = /^[0-9a-f]{7,64}$/.test(last) ? last : null;
  const suite = (commit === null ? words : words.slice(0, -1)).join(" ").replace(/^"(.*)"$/, "$1");
  return { kind: "run", suite: suite === "" ? null : suite, commit };
}
