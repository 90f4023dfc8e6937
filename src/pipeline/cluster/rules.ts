/**
 * Rules that manifests of a load must hold to, however they were edited, and that no schema of Kubernetes has: without them
 * shards wait for each other, or fewer of them measure than were asked for.
 */
import { z } from "zod";
import { PlumblineError } from "../../model/errors.ts";
import { KINDS, type KubernetesManifest, LOAD, TOKEN_KEY, TOKEN_VARIABLE } from "./manifests.ts";

const Metadata = z.looseObject({
  name: z.string(),
  namespace: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});
/** Fields that every object has. */
export const ManifestShape = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: Metadata,
});

const Resources = z.record(z.string(), z.union([z.string(), z.number()])).optional();
const JobSpec = z.looseObject({
  completionMode: z.string().optional(),
  completions: z.number().optional(),
  parallelism: z.number().optional(),
  backoffLimitPerIndex: z.number().optional(),
  successPolicy: z.unknown().optional(),
  maxFailedIndexes: z.number().optional(),
  activeDeadlineSeconds: z.number().optional(),
  template: z.looseObject({
    metadata: z.looseObject({ labels: z.record(z.string(), z.string()).optional() }).optional(),
    spec: z.looseObject({
      restartPolicy: z.string().optional(),
      subdomain: z.string().optional(),
      automountServiceAccountToken: z.boolean().optional(),
      containers: z.array(
        z.looseObject({
          name: z.string(),
          ports: z.array(z.looseObject({ containerPort: z.number() })).optional(),
          resources: z.looseObject({ requests: Resources, limits: Resources }).optional(),
        }),
      ),
    }),
  }),
});
const ServiceSpec = z.looseObject({
  clusterIP: z.string().optional(),
  publishNotReadyAddresses: z.boolean().optional(),
  selector: z.record(z.string(), z.string()).optional(),
});

type Spec = z.infer<typeof JobSpec>;

/** Facts about a load that its followers need. */
export type ClusterLoad = Readonly<{
  name: string;
  shards: number;
  port: number;
  token: string;
  deadlineSeconds: number;
  manifests: readonly KubernetesManifest[];
}>;

/**
 * @param place of the manifests, for errors
 * @throws PlumblineError of kind "usage": one line for each rule that is broken
 */
export function readClusterLoad(manifests: readonly KubernetesManifest[], place: string): ClusterLoad {
  const broken = brokenRules(manifests);
  if (broken.length > 0) {
    throw new PlumblineError("usage", broken.map((rule) => `${place}: ${rule}`).join("\n"), {
      remedy:
        "start with what `plumbline cluster manifests` prints, and change what these lines do not speak of",
    });
  }
  const job = only(manifests, "Job")!;
  const spec = JobSpec.parse(job["spec"]);
  return {
    name: job.metadata.name,
    shards: spec.completions!,
    port: portOf(spec)!,
    token: tokenIn(manifests)!,
    deadlineSeconds: spec.activeDeadlineSeconds!,
    manifests,
  };
}

/** Sentences, one for each rule that is broken. */
export function brokenRules(manifests: readonly KubernetesManifest[]): readonly string[] {
  const foreign = manifests.filter(({ kind }) => !KINDS.includes(kind)).map(({ kind }) => kind);
  const placed = manifests.filter(({ metadata }) => metadata.namespace !== undefined);
  const rules: ClusterRules = [
    [foreign.length > 0, `${foreign.join(", ")} would stay behind: only ${KINDS.join(", ")} are removed`],
    [placed.length > 0, `${placed.map(manifestTitle).join(", ")} names a namespace: say it with --namespace`],
    [
      tokenIn(manifests) === null,
      `no Secret has the key ${TOKEN_KEY}, which is the shards' ${TOKEN_VARIABLE}`,
    ],
  ];
  const job = only(manifests, "Job");
  if (job === null) return [...brokenTexts(rules), "there is not one Job, but none or several"];
  const spec = JobSpec.safeParse(job["spec"]);
  if (!spec.success) return [...brokenTexts(rules), `the Job's spec: ${z.prettifyError(spec.error)}`];
  return brokenTexts([
    ...rules,
    ...jobRules(spec.data, job.metadata.name),
    ...podRules(spec.data),
    ...serviceRules(manifests, spec.data),
  ]);
}

/** Rules, each with whether it is broken. */
type ClusterRules = readonly (readonly [isBroken: boolean, says: string])[];

function brokenTexts(rules: ClusterRules): readonly string[] {
  return rules.filter(([isBroken]) => isBroken).map(([, says]) => says);
}

function jobRules(spec: Spec, name: string): ClusterRules {
  const { completions = 0, parallelism } = spec;
  const longest = `${name}-${Math.max(0, completions - 1)}`;
  return [
    [
      spec.completionMode !== "Indexed",
      "the Job is not Indexed: its pods would not know which shard they are",
    ],
    [completions < 1, "the Job's completions, the number of shards, is missing"],
    [
      parallelism !== completions,
      `parallelism ${parallelism} is not completions ${completions}: those that run would wait for the others`,
    ],
    [spec.backoffLimitPerIndex !== 0, "backoffLimitPerIndex is not 0: a shard that starts again cannot join"],
    [spec.successPolicy !== undefined, "a successPolicy kills pods that are still needed"],
    [spec.maxFailedIndexes !== undefined, "maxFailedIndexes ends the other shards before they have reported"],
    [
      spec.activeDeadlineSeconds === undefined,
      "activeDeadlineSeconds is missing: without it the Job could run forever",
    ],
    [longest.length > 63, `${longest} is longer than a host's name may be: 63 letters`],
  ];
}

function podRules({ template: { metadata, spec } }: Spec): ClusterRules {
  const unequal = spec.containers.filter(
    ({ resources }) =>
      JSON.stringify(sortedResources(resources?.requests)) !==
      JSON.stringify(sortedResources(resources?.limits)),
  );
  return [
    [spec.restartPolicy !== "Never", "restartPolicy is not Never: a limit for each index asks for that"],
    [
      spec.automountServiceAccountToken !== false,
      "the pods would get a token of the cluster, which they do not need",
    ],
    [metadata?.labels?.[LOAD] === undefined, `the pods lack the label ${LOAD}, by which they are found`],
    [
      unequal.length > 0,
      `${unequal.map(({ name }) => name).join(", ")}: requests are not limits, so CPUs are throttled`,
    ],
    [
      spec.containers.every(({ resources }) => resources?.limits?.["cpu"] === undefined),
      "no container asks for CPUs",
    ],
    [
      spec.containers.every(({ ports = [] }) => ports.length === 0),
      "no container names the port that index 0 listens on",
    ],
  ];
}

function serviceRules(
  manifests: readonly KubernetesManifest[],
  { template: { metadata, spec } }: Spec,
): ClusterRules {
  const service = manifests.find((each) => each.kind === "Service" && each.metadata.name === spec.subdomain);
  if (service === undefined)
    return [
      [true, `there is no Service ${spec.subdomain ?? ""} for the pods' subdomain: they have no names`],
    ];
  const read = ServiceSpec.safeParse(service["spec"] ?? {});
  if (!read.success) return [[true, `the Service's spec: ${z.prettifyError(read.error)}`]];
  const { clusterIP, publishNotReadyAddresses, selector = {} } = read.data;
  const labels = metadata?.labels ?? {};
  const misses = Object.entries(selector).some(([key, value]) => labels[key] !== value);
  return [
    [clusterIP !== "None", "the Service is not headless (clusterIP: None): pods have no names of their own"],
    [
      publishNotReadyAddresses !== true,
      "the Service lacks publishNotReadyAddresses: index 0 is found too late",
    ],
    [misses || Object.keys(selector).length === 0, "the Service's selector is not of the pods' labels"],
  ];
}

function only(manifests: readonly KubernetesManifest[], kind: string): KubernetesManifest | null {
  const found = manifests.filter((each) => each.kind === kind);
  return found.length === 1 ? found[0]! : null;
}

function portOf({ template }: Spec): number | undefined {
  return template.spec.containers.flatMap(({ ports = [] }) => ports)[0]?.containerPort;
}

function tokenIn(manifests: readonly KubernetesManifest[]): string | null {
  const Values = z.record(z.string(), z.string()).optional();
  for (const { stringData, data } of manifests.filter(({ kind }) => kind === "Secret")) {
    const plain = Values.safeParse(stringData).data?.[TOKEN_KEY];
    const encoded = Values.safeParse(data).data?.[TOKEN_KEY];
    if (plain !== undefined) return plain;
    if (encoded !== undefined) return Buffer.from(encoded, "base64").toString();
  }
  return null;
}

function manifestTitle({ kind, metadata }: KubernetesManifest): string {
  return `${kind} ${metadata.name}`;
}

function sortedResources(resources: z.infer<typeof Resources>): readonly (readonly [string, string])[] {
  return Object.entries(resources ?? {})
    .map(([name, value]) => [name, String(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
