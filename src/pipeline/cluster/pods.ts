/** The shards of a load, read from `kubectl get pods --output=json`. */
import { z } from "zod";
import { toolAnswer } from "../../model/tool-answer.ts";

const State = z.object({
  waiting: z.object({ reason: z.string().optional(), message: z.string().optional() }).optional(),
  terminated: z
    .looseObject({ exitCode: z.number(), reason: z.string().optional(), message: z.string().optional() })
    .optional(),
});
const Pod = z.object({
  metadata: z.object({
    name: z.string(),
    annotations: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.object({ nodeName: z.string().optional() }).optional(),
  status: z
    .looseObject({
      phase: z.string().optional(),
      reason: z.string().optional(),
      message: z.string().optional(),
      conditions: z
        .array(
          z.object({
            type: z.string(),
            status: z.string(),
            reason: z.string().optional(),
            message: z.string().optional(),
          }),
        )
        .optional(),
      initContainerStatuses: z.array(z.object({ state: State.optional() })).optional(),
      containerStatuses: z.array(z.object({ state: State.optional() })).optional(),
    })
    .optional(),
});
const Pods = z.object({ items: z.array(Pod) });
type Pod = z.infer<typeof Pod>;

/** Set by the Job's controller, since Kubernetes 1.21. */
const INDEX = "batch.kubernetes.io/job-completion-index";
/** Reasons that mean that nothing is wrong yet. */
const USUAL = ["ContainerCreating", "PodInitializing"];

export type Shard = Readonly<{
  index: number;
  pod: string;
  node: string | null;
  state: "pending" | "running" | "ended" | "failed";
  /** The cluster's reason why it is pending or has failed; null if it gives none. */
  why: string | null;
}>;

/**
 * Shards in the order of their indexes, without those whose pods are not there yet.
 * @throws PlumblineError of kind "target" if the text is no list of pods
 */
export function shardsIn(json: string): readonly Shard[] {
  return toolAnswer(Pods, json, "kubectl get pods")
    .items.flatMap((pod) => {
      const index = Number(pod.metadata.annotations?.[INDEX] ?? Number.NaN);
      return Number.isInteger(index) ? [shardOf(pod, index)] : [];
    })
    .toSorted((a, b) => a.index - b.index);
}

function shardOf(pod: Pod, index: number): Shard {
  const shard = { index, pod: pod.metadata.name, node: pod.spec?.nodeName ?? null };
  switch (pod.status?.phase ?? "Pending") {
    case "Running":
      return { ...shard, state: "running", why: null };
    case "Succeeded":
      return { ...shard, state: "ended", why: null };
    case "Failed":
      return { ...shard, state: "failed", why: whyFailed(pod) };
    default:
      return { ...shard, state: "pending", why: whyPending(pod) };
  }
}

function whyPending({ status }: Pod): string | null {
  const waiting = statesOf(status).flatMap((state) => state.waiting ?? []);
  const stuck = waiting.find(({ reason }) => reason !== undefined && !USUAL.includes(reason));
  if (stuck !== undefined) return pullCause(inWords(stuck));
  const unscheduled = status?.conditions?.find(
    (each) => each.type === "PodScheduled" && each.status === "False",
  );
  return unscheduled === undefined ? null : inWords(unscheduled);
}

/** The cause of a failed pull alone: between attempts the kubelet says first that it waits, and then what failed. */
function pullCause(words: string): string {
  return words.replace(/^ImagePullBackOff: Back-off pulling image "[^"]*": (?=ErrImagePull: )/, "");
}

/** The pod reports an eviction and its like, its container the rest. */
function whyFailed({ status }: Pod): string | null {
  if (status?.reason !== undefined) return inWords(status);
  const disrupted = status?.conditions?.find(
    (each) => each.type === "DisruptionTarget" && each.status === "True",
  );
  if (disrupted !== undefined) return inWords(disrupted);
  const ended = statesOf(status).flatMap((state) => state.terminated ?? []);
  const bad = ended.find(({ exitCode }) => exitCode !== 0);
  if (bad === undefined) return null;
  const code = `exit code ${bad.exitCode}`;
  // A container that was never started has no last lines: what the runtime says stands here alone.
  const words = bad.reason === "Error" ? "" : inWords(bad);
  return words === "" ? code : `${words}, ${code}`;
}

function statesOf(status: Pod["status"]) {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return all.flatMap(({ state }) => (state === undefined ? [] : [state]));
}

function inWords({
  reason,
  message,
}: Readonly<{ reason?: string | undefined; message?: string | undefined }>): string {
  return [reason, message].filter(Boolean).join(": ");
}

/** "index 2 (load-2-x7k2p) is pending: Unschedulable: 0/3 nodes are available" */
export function shardText({ index, pod, state, why }: Shard): string {
  const is = { pending: "is pending", running: "runs", ended: "has ended", failed: "failed" }[state];
  return `index ${index} (${pod}) ${is}${why === null ? "" : `: ${why}`}`;
}

/** Sentences about shards that share a node: their CPUs, caches and network are not their own. */
export function sharedNodes(shards: readonly Shard[]): readonly string[] {
  const nodes = [...new Set(shards.flatMap(({ node }) => node ?? []))];
  return nodes.flatMap((node) => {
    const together = shards.filter((shard) => shard.node === node).map(({ index }) => index);
    return together.length === 1 ? [] : [`indexes ${together.join(", ")} share the node ${node}`];
  });
}
