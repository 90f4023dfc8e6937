/** The place of a load's objects in the cluster: a namespace of their own, or an existing one that they share with others. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Cluster, MAKER, MANAGER } from "../../io/database/kubernetes/cluster.ts";
import { Kubectl, type KubectlOptions, LIMIT_MS } from "../../io/database/kubernetes/kubectl.ts";
import { isGone, makerText } from "../../io/database/place/maker.ts";
import { PlumblineError } from "../../model/errors.ts";
import { toolAnswer } from "../../model/tool-answer.ts";
import { KINDS, type KubernetesManifest } from "./manifests.ts";

export interface Space {
  readonly namespace: string;
  readonly kubectl: Kubectl;
  /** True from when something was asked for until all of it is gone. */
  readonly exists: boolean;
  /** Removes what killed invocations of this machine left. */
  sweep(): Promise<void>;
  create(manifests: readonly KubernetesManifest[]): Promise<void>;
  /** Waits until all of it is gone. */
  remove(): Promise<void>;
  /** Removes it when the process ends and nothing can be waited for. */
  removeNow(): void;
}

const DELETE_LIMIT_MS = 600_000;
/** Label that says which invocation made an object. */
const MARK = "plumbline/made-by";

/** A namespace of its own: all of a load goes at once with it. */
export class OwnSpace implements Space {
  readonly #cluster: Cluster;

  /** @param options whose namespace is made */
  constructor(options: KubectlOptions) {
    this.#cluster = new Cluster(options);
  }

  get namespace(): string {
    return this.#cluster.namespace;
  }

  get kubectl(): Kubectl {
    return this.#cluster.kubectl;
  }

  get exists(): boolean {
    return this.#cluster.exists;
  }

  async sweep(): Promise<void> {
    await this.#cluster.sweep().catch(namingAnother);
  }

  async create(manifests: readonly KubernetesManifest[]): Promise<void> {
    await this.#cluster.create().catch(namingAnother);
    await createObjects(this.kubectl, manifests);
  }

  async remove(): Promise<void> {
    await this.#cluster.remove();
  }

  removeNow(): void {
    this.#cluster.removeNow();
  }
}

/** Users who may not create namespaces often have one. */
function namingAnother(error: unknown): never {
  if (!(error instanceof PlumblineError && /namespaces.* is forbidden/.test(error.message))) throw error;
  throw error.with({
    remedy:
      "name a namespace that is there: --namespace NAME; or let this user list, make and delete namespaces",
    cause: error,
  });
}

const Jobs = z.object({
  items: z.array(
    z.looseObject({
      metadata: z.looseObject({
        labels: z.record(z.string(), z.string()).optional(),
        annotations: z.record(z.string(), z.string()).optional(),
      }),
    }),
  ),
});

/** A namespace shared with others: only what Plumbline made is touched. */
export class SharedSpace implements Space {
  readonly namespace: string;
  readonly kubectl: Kubectl;
  /** Label of all that this invocation makes: an object of the same name that was there before is not taken away. */
  readonly #mark = randomUUID();
  #exists = false;

  constructor(options: KubectlOptions) {
    this.namespace = options.namespace;
    this.kubectl = new Kubectl(options);
  }

  get exists(): boolean {
    return this.#exists;
  }

  async sweep(): Promise<void> {
    const said = await this.kubectl.call(["get", "jobs", `--selector=${MARK}`, "--output=json"]);
    for (const { metadata } of toolAnswer(Jobs, said, "kubectl get jobs").items) {
      const mark = metadata.labels?.[MARK];
      if (mark !== undefined && isGone(metadata.annotations?.[MAKER] ?? "")) await this.#delete(mark);
    }
  }

  async create(manifests: readonly KubernetesManifest[]): Promise<void> {
    this.#exists = true;
    await createObjects(this.kubectl, manifests, { [MARK]: this.#mark });
  }

  async remove(): Promise<void> {
    await this.kubectl.endForward();
    if (!this.#exists) return;
    await this.#delete(this.#mark);
    this.#exists = false;
  }

  removeNow(): void {
    if (this.#exists) this.kubectl.callNow([...deletion(this.#mark), "--wait=false"]);
  }

  /** Deletes in the foreground: the Job is gone when its pods are. */
  async #delete(mark: string): Promise<void> {
    const words = [...deletion(mark), "--cascade=foreground", `--timeout=${DELETE_LIMIT_MS / 1000}s`];
    await this.kubectl.call(words, { limitMs: DELETE_LIMIT_MS + LIMIT_MS, always: true });
  }
}

function deletion(mark: string): readonly string[] {
  return ["delete", KINDS.map((kind) => `${kind.toLowerCase()}s`).join(","), `--selector=${MARK}=${mark}`];
}

/** Uses `create`, not `apply`: objects that exist already belong to others, and `apply` copies the Secret's values to an annotation. */
async function createObjects(
  kubectl: Kubectl,
  manifests: readonly KubernetesManifest[],
  labels: Readonly<Record<string, string>> = {},
): Promise<void> {
  const made = manifests.map(({ metadata, ...manifest }) => ({
    ...manifest,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [MANAGER]: "plumbline", ...labels },
      annotations: { ...metadata.annotations, [MAKER]: makerText() },
    },
  }));
  // Documents, no List: of that kubectl checks the fields by itself, with a description that it has to fetch first.
  const input = made.map((object) => JSON.stringify(object)).join("\n");
  await kubectl.call(["create", "--filename=-"], { input });
}
