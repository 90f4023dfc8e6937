/**
 * Manifests of a load of several machines in a Kubernetes cluster: an Indexed Job with a pod for each shard, a headless service
 * by which they find index 0, the plan, and a secret that they share.
 */
import { stringify } from "yaml";

/** A file that the pods get, by its path from their working folder. */
export type PlanFile = Readonly<{ path: string; text: string }>;

export type LoadJob = Readonly<{
  /** Name of all its objects. */
  name: string;
  shards: number;
  /** The first is the config file; the others are what it names. */
  files: readonly [PlanFile, ...PlanFile[]];
  /** Image with `plumbline` in PATH, and the load generator where its `PLUMBLINE_LOAD` says. */
  image: string;
  /** Whole CPUs of each pod: kubelets give those to one container alone where their CPU manager is static. */
  cpus: number;
  /** Amount as Kubernetes writes it: "1Gi". */
  memory: string;
  /** Port that index 0 listens on. */
  port: number;
  /** Secret that shards show each other. */
  token: string;
  /** Seconds after which the cluster ends the Job, whatever became of the process that made it. */
  deadlineSeconds: number;
  /** True if two pods may share a node. */
  sharedNodes: boolean;
  nodeSelector: Readonly<Record<string, string>>;
  /** Variables of the pods, such as PGPASSWORD; they are in the secret. */
  env: Readonly<Record<string, string>>;
  /** Secrets of the namespace whose keys are variables of the pods. */
  envFrom: readonly string[];
}>;

/** An object of Kubernetes, as far as it is the same for all. */
export type KubernetesManifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{
    name: string;
    namespace?: string | undefined;
    labels?: Readonly<Record<string, string>> | undefined;
    annotations?: Readonly<Record<string, string>> | undefined;
  }>;
}> &
  Readonly<Record<string, unknown>>;

/** All that a load is made of. */
export const KINDS = ["Job", "Service", "ConfigMap", "Secret"];
/** Label of a pod that names its load. */
export const LOAD = "plumbline/load";
/** Key in the secret, and the variable that a shard reads it from. */
export const TOKEN_KEY = "token";
export const TOKEN_VARIABLE = "PLUMBLINE_SHARD_TOKEN";
/** Name of the container. */
const CONTAINER = "shard";
export const PORT = 7400;

/** Nodes may be added and images pulled before all pods run; `cluster run` gives up before that. */
const JOIN_SECONDS = 1_800;
const FOLDER = "/srv/plumbline";
const SCRATCH = "/tmp";
/** A Job whose results were never fetched is gone by then: a day. */
const KEPT_SECONDS = 86_400;

/** Manifests in the order in which they are created: an object comes before those that name it. */
export function manifestsOf(job: LoadJob): readonly KubernetesManifest[] {
  const { name } = job;
  const labels = { "app.kubernetes.io/name": "plumbline", [LOAD]: name };
  const metadata = { name, labels };
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: {
        clusterIP: "None",
        // Shards look for index 0 before it says that it is ready.
        publishNotReadyAddresses: true,
        selector: { [LOAD]: name },
        ports: [{ name: "shards", port: job.port }],
      },
    },
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata,
      immutable: true,
      data: Object.fromEntries(job.files.map(({ text }, at) => [fileKey(at), text])),
    },
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata,
      immutable: true,
      stringData: { [TOKEN_KEY]: job.token, ...job.env },
    },
    { apiVersion: "batch/v1", kind: "Job", metadata, spec: jobSpec(job, labels) },
  ];
}

function jobSpec(job: LoadJob, labels: Readonly<Record<string, string>>) {
  return {
    completionMode: "Indexed",
    completions: job.shards,
    // All at once, or those that run would wait for those that never start.
    parallelism: job.shards,
    // A shard that starts again cannot join what the others have begun.
    backoffLimitPerIndex: 0,
    activeDeadlineSeconds: job.deadlineSeconds,
    ttlSecondsAfterFinished: KEPT_SECONDS,
    template: { metadata: { labels }, spec: podSpec(job) },
  };
}

function podSpec({ name, cpus, memory, nodeSelector, sharedNodes, ...job }: LoadJob) {
  const resources = { cpu: String(cpus), memory };
  return {
    restartPolicy: "Never",
    // plumbline-0.plumbline is index 0 of the Job plumbline.
    subdomain: name,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...(Object.keys(nodeSelector).length === 0 ? {} : { nodeSelector }),
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: "kubernetes.io/hostname",
        whenUnsatisfiable: sharedNodes ? "ScheduleAnyway" : "DoNotSchedule",
        labelSelector: { matchLabels: { [LOAD]: name } },
      },
    ],
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: CONTAINER,
        image: job.image,
        command: ["/bin/sh", "-c"],
        args: [shardScript(name, job.files[0].path, job.shards, job.port)],
        workingDir: FOLDER,
        env: environmentVariables(name, Object.keys(job.env)),
        ...(job.envFrom.length === 0
          ? {}
          : { envFrom: job.envFrom.map((secret) => ({ secretRef: { name: secret } })) }),
        ports: [{ name: "shards", containerPort: job.port }],
        // Equal, and whole CPUs: no throttling, and the last that is evicted.
        resources: { requests: resources, limits: resources },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
        volumeMounts: [
          { name: "plan", mountPath: FOLDER, readOnly: true },
          { name: "scratch", mountPath: SCRATCH },
        ],
      },
    ],
    volumes: [
      {
        name: "plan",
        configMap: { name, items: job.files.map(({ path }, at) => ({ key: fileKey(at), path })) },
      },
      { name: "scratch", emptyDir: {} },
    ],
  };
}

/** The others connect to index 0; the Job's controller gives each its index. */
function shardScript(name: string, plan: string, shards: number, port: number): string {
  return `if [ "$JOB_COMPLETION_INDEX" = 0 ]; then
  exec plumbline shard --plan '${plan}' --shards ${shards} --listen 0.0.0.0:${port} --join-timeout ${JOIN_SECONDS} \\
    --output "$HOME/plumbline-out"
fi
exec plumbline shard --plan http://${name}-0.${name}:${port} --join-timeout ${JOIN_SECONDS}
`;
}

function environmentVariables(name: string, variables: readonly string[]) {
  const fromSecret = (variable: string, key: string) => ({
    name: variable,
    valueFrom: { secretKeyRef: { name, key } },
  });
  return [
    { name: "HOME", value: SCRATCH },
    fromSecret(TOKEN_VARIABLE, TOKEN_KEY),
    ...variables.map((variable) => fromSecret(variable, variable)),
  ];
}

/** A key of a ConfigMap has no slash: the volume says which path each becomes. */
function fileKey(at: number): string {
  return `file-${at}`;
}

export function yamlOf(manifests: readonly KubernetesManifest[]): string {
  // No folded lines and no anchors: people compare, copy and edit it.
  return manifests
    .map((manifest) => `---\n${stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false })}`)
    .join("");
}

/** Text of kustomization.yaml, which makes the folder one that kubectl and others build. */
export function kustomization(): string {
  return stringify({
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources: ["load.yaml"],
  });
}
