import { z } from "zod";
import { object } from "./shape.ts";

/** A commit that was measured; what git did not know of it is null. */
export const MeasuredCommit = object({
  sha: z.string(),
  /** Committer date, ISO 8601 in UTC. */
  time: z.string().nullable(),
  subject: z.string().nullable(),
  author: z.string().nullable(),
});
export type MeasuredCommit = z.infer<typeof MeasuredCommit>;

/** A tag with the commit that it names. */
export type CommitTag = Readonly<{
  name: string;
  sha: string;
  /** Committer date, ISO 8601. */
  time: string;
}>;
