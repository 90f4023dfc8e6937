/** `database.nodes` of plumbline.yml: the source of the CPU figures of the machines that the database runs on. */
import { z } from "zod";
import type { NodeSource } from "../model/nodes.ts";
import type { MeasureMode } from "../model/run.ts";

const NAME = "$PLUMBLINE_HOST";
const nodeAddress = (describe: string) =>
  z
    .string()
    .refine((text) => text.includes(NAME), {
      message: `expected ${NAME} in it: each node is asked by its name`,
    })
    .describe(describe);

const KINDS = ["node-exporter", "kubernetes", "command"] as const;

export const NodesFields = z
  .strictObject({
    names: z
      .array(z.string().min(1))
      .min(1)
      .max(1000)
      .optional()
      .describe("Addresses of the nodes (default: the hosts of the connection URL)."),
    "node-exporter": nodeAddress(
      `Address of a node's metrics, for example http://${NAME}:9100/metrics.`,
    ).optional(),
    kubernetes: z
      .strictObject({
        namespace: z.string().min(1).default("default").describe("Namespace of the pods."),
        selector: z.string().min(1).describe("Labels of the pods: app=yb-tserver."),
        context: z
          .string()
          .optional()
          .describe("Context of kubectl's configuration (default: the current one)."),
      })
      .optional()
      .describe(
        "Metrics API, through your kubectl. The pods are the nodes; windows of at least 15 s that lie within the load count.",
      ),
    command: nodeAddress(
      `Shell command that prints a number for ${NAME}: CPU seconds used so far (1234.5), or how busy the node is (43.5%).`,
    ).optional(),
  })
  .transform(({ names, ...ways }, context): NodeSource => {
    const problem = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const given = KINDS.filter((kind) => ways[kind] !== undefined);
    if (given.length !== 1)
      return problem(`expected exactly one of ${KINDS.join(", ")}, got ${given.join(" and ") || "none"}`);
    const { "node-exporter": url, kubernetes, command } = ways;
    if (kubernetes !== undefined) {
      if (names !== undefined) return problem("names are of node-exporter and command: pods have theirs");
      return { way: { kind: "kubernetes", ...kubernetes } };
    }
    if (url !== undefined) return { names, way: { kind: "node-exporter", url } };
    return { names, way: { kind: "command", command: command! } };
  })
  .describe(
    "CPU of the machines that the database runs on, measured during the load. It needs measure.mode: history.",
  );

/** @returns why it does not fit the way of measuring, or null */
export function nodesMisfit(nodes: NodeSource | undefined, mode: MeasureMode): string | null {
  if (nodes === undefined || mode === "history") return null;
  return "side by side the arms take turns many times a second, and a node's CPU is read over seconds: set measure.mode to history, or leave nodes out";
}
