/** Machines that a database runs on: what reports their CPU use, and what they used under a load. */
import { z } from "zod";
import { object } from "./shape.ts";

/** Source of CPU use. For all ways but `kubernetes`, $PLUMBLINE_HOST stands for the name of each node in turn. */
export type NodeSource = Readonly<{
  /** Names of the nodes; undefined: the hosts of the connection URL. */
  names?: readonly string[] | undefined;
  way:
    | Readonly<{ kind: "node-exporter"; url: string }>
    | Readonly<{ kind: "command"; command: string }>
    | Readonly<{ kind: "kubernetes"; namespace: string; selector: string; context?: string | undefined }>;
}>;

/** CPU of one node under one workload in one session; at least one of the two is known. */
export const NodePart = object({
  node: z.string(),
  /** CPUs in use on average: 1 is one CPU. */
  cpus: z.number().nonnegative().nullable(),
  /** The same as a share of all the node's CPUs. */
  share: z.number().nonnegative().nullable(),
});
export type NodePart = z.infer<typeof NodePart>;
