/** Machines that a database runs on: who tells of their CPUs, and what they used under a load. */
import { z } from "zod";

/** Whom to ask. Of all but pods each name is asked for, in place of $PLUMBLINE_HOST. */
export type NodeSource = Readonly<{
  /** Undefined: the hosts of the connection URL. */
  names?: readonly string[] | undefined;
  way:
    | Readonly<{ kind: "node-exporter"; url: string }>
    | Readonly<{ kind: "command"; command: string }>
    | Readonly<{ kind: "kubernetes"; namespace: string; selector: string; context?: string | undefined }>;
}>;

/** CPU of one node under one workload in one session; at least one of the two is known. */
export const NodePart = z
  .strictObject({
    node: z.string(),
    /** In use on average, 1 is one CPU. */
    cpus: z.number().nonnegative().nullable(),
    /** Of all that the node has. */
    share: z.number().nonnegative().nullable(),
  })
  .readonly();
export type NodePart = z.infer<typeof NodePart>;
