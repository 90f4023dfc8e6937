/** JSON that another program answers with, where Plumbline asked for it. */
import type { z } from "zod";
import { type ErrorKind, PlumblineError } from "./errors.ts";

/**
 * @param who is asked, for the error: "kubectl get pods"
 * @throws PlumblineError that says where the answer stops being JSON, or which field is not what is read of it
 */
export function toolAnswer<S extends z.ZodType>(
  schema: S,
  text: string,
  who: string,
  kind: ErrorKind = "target",
): z.infer<S> {
  let why: string;
  try {
    const { success, data, error } = schema.safeParse(JSON.parse(text));
    if (success) return data;
    const [issue] = error.issues;
    why = `${issue?.path.join(".") || "(the answer)"}: ${issue?.message ?? "not valid"}`;
  } catch (cause) {
    why = `no complete JSON: ${(cause as Error).message}`;
  }
  throw new PlumblineError(kind, `${who} answered what Plumbline cannot read: ${why}`, {
    remedy: `ask it by hand; if it answers the same, use a version of it that answers as documented`,
  });
}
