/** What no schema of Kubernetes sees: each rule is broken by one edit of manifests that hold to all of them, and is said. */
import { describe, expect, it } from "vitest";
import {
  type KubernetesManifest,
  type LoadJob,
  manifestsOf,
} from "../../../../src/pipeline/cluster/manifests.ts";
import { brokenRules, readClusterLoad } from "../../../../src/pipeline/cluster/rules.ts";

const JOB: LoadJob = {
  name: "plumbline",
  shards: 3,
  files: [{ path: "plumbline.yml", text: "suite: oltp\n" }],
  image: "registry.example/plumbline",
  cpus: 2,
  memory: "2Gi",
  port: 7400,
  token: "secret",
  deadlineSeconds: 7200,
  sharedNodes: false,
  nodeSelector: {},
  env: {},
  envFrom: [],
};

// biome-ignore lint/suspicious/noExplicitAny: manifests are edited as people do, by their fields
type Editable = any;
type Edit = (objects: Readonly<Record<string, Editable>>, all: Editable[]) => void;

function edited(edit: Edit): readonly KubernetesManifest[] {
  const all: Editable[] = structuredClone([...manifestsOf(JOB)]);
  edit(Object.fromEntries(all.map((each) => [each.kind, each])), all);
  return all;
}

it("finds nothing in what is printed", () => {
  expect(brokenRules(manifestsOf(JOB))).toEqual([]);
  const all = { ...JOB, env: { PGPASSWORD: "p" }, envFrom: ["db-app"], nodeSelector: { pool: "bench" } };
  expect(brokenRules(manifestsOf(all))).toEqual([]);
});

it("reads what whoever follows it must know", () => {
  const { manifests: _, ...load } = readClusterLoad(manifestsOf(JOB), "the manifests");
  expect(load).toEqual({ name: "plumbline", shards: 3, port: 7400, token: "secret", deadlineSeconds: 7200 });
});

it("reads a token as the API server gives it back", () => {
  const data = { token: Buffer.from("secret").toString("base64") };
  const load = readClusterLoad(
    edited(({ Secret }) => Object.assign(Secret, { stringData: undefined, data })),
    "the manifests",
  );
  expect(load.token).toBe("secret");
});

const EDITS: Readonly<Record<string, Edit>> = {
  "the Job is not Indexed": ({ Job }) => delete Job.spec.completionMode,
  "completions, the number of shards, is missing": ({ Job }) => delete Job.spec.completions,
  "parallelism 2 is not completions 3": ({ Job }) => (Job.spec.parallelism = 2),
  "parallelism undefined is not completions 3": ({ Job }) => delete Job.spec.parallelism,
  "backoffLimitPerIndex is not 0": ({ Job }) => (Job.spec.backoffLimitPerIndex = 1),
  "a successPolicy kills": ({ Job }) => (Job.spec.successPolicy = { rules: [{ succeededCount: 1 }] }),
  "maxFailedIndexes ends": ({ Job }) => (Job.spec.maxFailedIndexes = 0),
  "activeDeadlineSeconds is missing": ({ Job }) => delete Job.spec.activeDeadlineSeconds,
  "longer than a host's name": ({ Job }) => (Job.metadata.name = "x".repeat(62)),
  "restartPolicy is not Never": ({ Job }) => (Job.spec.template.spec.restartPolicy = "OnFailure"),
  "a token of the cluster": ({ Job }) => delete Job.spec.template.spec.automountServiceAccountToken,
  "the pods lack the label": ({ Job }) => delete Job.spec.template.metadata.labels["plumbline/load"],
  "shard: requests are not limits": ({ Job }) =>
    (Job.spec.template.spec.containers[0].resources.requests = { cpu: "1", memory: "2Gi" }),
  "no container asks for CPUs": ({ Job }) => delete Job.spec.template.spec.containers[0].resources,
  "no container names the port": ({ Job }) => delete Job.spec.template.spec.containers[0].ports,
  "names the port that index 0": ({ Job }) => (Job.spec.template.spec.containers[0].ports = []),
  "the Service's spec: ✖ Invalid input: expected boolean": ({ Service }) =>
    (Service.spec.publishNotReadyAddresses = "yes"),
  "there is no Service other": ({ Job }) => (Job.spec.template.spec.subdomain = "other"),
  "the Service is not headless": ({ Service }) => delete Service.spec.clusterIP,
  "lacks publishNotReadyAddresses": ({ Service }) => delete Service.spec.publishNotReadyAddresses,
  "selector is not of the pods' labels": ({ Service }) => (Service.spec.selector = { app: "x" }),
  "no Secret has the key token": ({ Secret }) => (Secret.stringData = {}),
  "Job plumbline names a namespace": ({ Job }) => (Job.metadata.namespace = "bench"),
  "ClusterRole would stay behind": (_, all) =>
    all.push({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "x" } }),
  "there is not one Job": (_, all) => all.splice(3, 1),
};

describe.each(Object.entries(EDITS))("%s", (says, edit) => {
  it("is said", () => {
    expect(() => readClusterLoad(edited(edit), "load.yaml")).toThrow(
      expect.objectContaining({ kind: "usage" }),
    );
    const broken = brokenRules(edited(edit));
    expect(
      broken.filter((rule) => rule.includes(says)),
      broken.join("\n"),
    ).toHaveLength(1);
  });
});
