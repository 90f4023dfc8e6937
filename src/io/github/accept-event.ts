/** Events by which people accept a regression, as GitHub sends them: a label added or removed, a comment. */
import { z } from "zod";
import { isCommand } from "../../model/accept-command.ts";
import { asksToMeasure } from "../../model/request-command.ts";
import { commitSha, parsePayload } from "./context.ts";

export type AcceptEvent = Readonly<
  | {
      kind: "label";
      put: boolean;
      label: string;
      pullRequest: number;
      by: string;
      /** Time at which the label was added or removed, and the head at that time. */
      at: string;
      head: string;
    }
  | { kind: "comment"; id: number; text: string; at: string; pullRequest: number; by: string }
  /** It asks for nothing, and there is nothing to measure. */
  | { kind: "nothing"; why: string }
>;

const login = z.object({ login: z.string() });
const ChangedLabel = z.object({
  action: z.enum(["labeled", "unlabeled"]),
  label: z.object({ name: z.string() }),
});
const LabelEvent = ChangedLabel.extend({
  sender: login,
  pull_request: z.object({
    number: z.int().positive(),
    updated_at: z.iso.datetime({ offset: true }),
    head: z.object({ sha: commitSha }),
  }),
});
const CommentEvent = z.object({
  action: z.string(),
  issue: z.object({ number: z.int().positive(), pull_request: z.unknown().optional() }),
  comment: z.object({
    id: z.number(),
    body: z.string(),
    created_at: z.iso.datetime({ offset: true }),
    user: login,
  }),
});

/**
 * @param label that accepts; other labels belong to other tools, and one of them may well start a measurement.
 * @returns null if the event is about measuring
 * @throws PlumblineError of kind "github" that names the field that is missing
 */
export function readAcceptEvent(event: string, payload: unknown, label: string): AcceptEvent | null {
  switch (event) {
    case "issue_comment":
      return toAccept(readComment(payload));
    case "pull_request":
    case "pull_request_target":
      return ofLabel(event, payload, label);
    default:
      return null;
  }
}

/** Ignores a comment that asks to measure: another workflow answers it. */
function toAccept(event: AcceptEvent): AcceptEvent {
  if (event.kind !== "comment" || !asksToMeasure(event.text)) return event;
  return {
    kind: "nothing",
    why: "the comment asks to measure, which the workflow with `request: commands` answers",
  };
}

/** Accepts only new comments: anyone with write access can edit another person's comment, and it would still bear that person's name. */
export function readComment(payload: unknown): Extract<AcceptEvent, { kind: "comment" | "nothing" }> {
  const { action, issue, comment } = parsePayload(CommentEvent, "issue_comment", payload);
  const nothing = (why: string) => ({ kind: "nothing", why }) as const;
  if (action !== "created") return nothing(`the comment was ${action}; only new ones count`);
  if (issue.pull_request === undefined) return nothing("the comment is on an issue, not on a pull request");
  if (!isCommand(comment.body)) return nothing("the comment is no command of Plumbline's");
  const { id, body: text, created_at: at, user } = comment;
  return { kind: "comment", id, text, at, pullRequest: issue.number, by: user.login };
}

function ofLabel(event: string, payload: unknown, label: string): AcceptEvent | null {
  const changed = ChangedLabel.safeParse(payload);
  if (!changed.success || changed.data.label.name !== label) return null;
  const { action, sender, pull_request: pull } = parsePayload(LabelEvent, event, payload);
  return {
    kind: "label",
    put: action === "labeled",
    label,
    pullRequest: pull.number,
    by: sender.login,
    at: pull.updated_at,
    head: pull.head.sha,
  };
}
