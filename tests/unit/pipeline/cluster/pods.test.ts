/** Pods as the API server tells of them (k8s.io/api/core/v1), in words. */
import { expect, it } from "vitest";
import { type Shard, shardsIn, shardText, sharedNodes } from "../../../../src/pipeline/cluster/pods.ts";

type Status = Readonly<Record<string, unknown>>;

function shardWith(status: Status): Shard {
  const annotations = { "batch.kubernetes.io/job-completion-index": "2" };
  const pod = { metadata: { name: "load-2-x7k2p", annotations, uid: "u" }, spec: { nodeName: "a" }, status };
  return shardsIn(JSON.stringify({ kind: "PodList", items: [pod] }))[0]!;
}

const waiting = (reason: string, message?: string) => ({ state: { waiting: { reason, message } } });
const terminated = (exitCode: number, reason: string) => ({ state: { terminated: { exitCode, reason } } });

it.each<[string, Status, string]>([
  ["runs", { phase: "Running" }, "index 2 (load-2-x7k2p) runs"],
  ["has ended", { phase: "Succeeded" }, "index 2 (load-2-x7k2p) has ended"],
  ["new", {}, "index 2 (load-2-x7k2p) is pending"],
  [
    "no node",
    {
      phase: "Pending",
      conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message: "0/1 nodes" }],
    },
    "index 2 (load-2-x7k2p) is pending: Unschedulable: 0/1 nodes",
  ],
  [
    "its image is being pulled",
    { phase: "Pending", containerStatuses: [waiting("ContainerCreating")] },
    "index 2 (load-2-x7k2p) is pending",
  ],
  [
    "no image",
    {
      phase: "Pending",
      conditions: [{ type: "PodScheduled", status: "True" }],
      containerStatuses: [waiting("ImagePullBackOff", 'Back-off pulling image "x"')],
    },
    'index 2 (load-2-x7k2p) is pending: ImagePullBackOff: Back-off pulling image "x"',
  ],
  [
    "no image, between two attempts as Kubernetes 1.34 says it: the same cause",
    {
      phase: "Pending",
      containerStatuses: [
        waiting(
          "ImagePullBackOff",
          'Back-off pulling image "x:1": ErrImagePull: failed to pull: no such host',
        ),
      ],
    },
    "index 2 (load-2-x7k2p) is pending: ErrImagePull: failed to pull: no such host",
  ],
  [
    "exit code",
    { phase: "Failed", containerStatuses: [terminated(3, "Error")] },
    "index 2 (load-2-x7k2p) failed: exit code 3",
  ],
  [
    "out of memory",
    { phase: "Failed", containerStatuses: [terminated(137, "OOMKilled")] },
    "index 2 (load-2-x7k2p) failed: OOMKilled, exit code 137",
  ],
  [
    "a program that its image does not have",
    {
      phase: "Failed",
      containerStatuses: [
        {
          state: {
            terminated: {
              exitCode: 128,
              reason: "StartError",
              message: 'exec: "plumbline": executable file not found in $PATH',
            },
          },
        },
      ],
    },
    'index 2 (load-2-x7k2p) failed: StartError: exec: "plumbline": executable file not found in $PATH, exit code 128',
  ],
  [
    "evicted",
    {
      phase: "Failed",
      reason: "Evicted",
      message: "low on memory",
      containerStatuses: [terminated(137, "Error")],
    },
    "index 2 (load-2-x7k2p) failed: Evicted: low on memory",
  ],
  [
    "its node went",
    {
      phase: "Failed",
      conditions: [{ type: "DisruptionTarget", status: "True", reason: "PreemptionByScheduler" }],
    },
    "index 2 (load-2-x7k2p) failed: PreemptionByScheduler",
  ],
  ["nothing is said", { phase: "Failed" }, "index 2 (load-2-x7k2p) failed"],
])("%s", (_, status, text) => expect(shardText(shardWith(status))).toBe(text));

it("orders by index, leaves out what is no shard, and names nodes with several", () => {
  const pod = (name: string, index: string | undefined, nodeName?: string) => ({
    metadata: {
      name,
      annotations: index === undefined ? {} : { "batch.kubernetes.io/job-completion-index": index },
    },
    spec: nodeName === undefined ? {} : { nodeName },
  });
  const items = [
    pod("c", "10", "a"),
    pod("b", "1", "b"),
    pod("a", "0", "a"),
    pod("x", undefined),
    pod("d", "2"),
  ];
  const shards = shardsIn(JSON.stringify({ items }));
  expect(shards.map(({ index, pod }) => `${index}${pod}`)).toEqual(["0a", "1b", "2d", "10c"]);
  expect(sharedNodes(shards)).toEqual(["indexes 0, 10 share the node a"]);
});
