/** A server that the user's manifests or chart make in a cluster, in a namespace of the arm's own, for all sessions of it. */
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BuildOrigin } from "../../model/build.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import { secretsOf } from "../../model/secrets.ts";
import { parseConnectionUrl } from "../host/connection-url.ts";
import { timeLeft } from "../host/until.ts";
import { Cluster, NOT_FOUND } from "./kubernetes/cluster.ts";
import type { Forwarded } from "./kubernetes/kubectl.ts";
import { Lifetime, prepared } from "./lifetime.ts";
import { lastWords } from "./place/crash-report.ts";
import { fillIn } from "./place/fill-in.ts";
import { accepts } from "./sql/connect.ts";
import type { Loader, Said, Server, Target } from "./target.ts";
import { createUrlTarget, type UrlOptions } from "./url.ts";

export type KubernetesOptions = Said<"kubernetes"> &
  Omit<UrlOptions, "url"> &
  Readonly<{
    /** Default: named for this target alone. */
    origin?: BuildOrigin;
    /** Milliseconds until the server must accept connections. */
    startLimitMs: number;
    /** Milliseconds that what is waited for may be missing, and the service and the secret once all of `wait` is ready. */
    missingLimitMs?: number | undefined;
  }>;

const POLL_MS = 500;
/** Words of kubectl if no pod of a service runs yet. */
const NO_POD = /not running|timed out waiting/i;
/** Limit for what is missing though all of `wait` is ready: an operator makes it by then, or it has another name. */
const MISSING_LIMIT_MS = 30_000;
const EXAMPLE = {
  PLUMBLINE_HOST: "h",
  PLUMBLINE_PORT: "1",
  PLUMBLINE_NAMESPACE: "n",
  PLUMBLINE_PASSWORD: "p",
};

/** @throws PlumblineError of kind "usage" where the URL is none */
export function createKubernetesTarget(options: KubernetesOptions): Target {
  parseConnectionUrl(fillIn(options.url, EXAMPLE));
  return new KubernetesTarget(options);
}

class KubernetesTarget implements Target {
  readonly fresh = false;
  readonly #options: KubernetesOptions;
  readonly #life: Lifetime;
  readonly #cluster: Cluster;
  /** Password from the secret, once it was read: pods may have printed it. */
  #password = "";
  #deployed: Target | undefined;

  constructor(options: KubernetesOptions) {
    this.#options = options;
    this.#life = new Lifetime(options.signal);
    const { owner, context } = options;
    const namespace = `plumbline-${owner.measurement.slice(0, 8)}-${owner.arm}`;
    this.#cluster = new Cluster({ namespace, context, cwd: options.tree, signal: this.#life.signal });
  }

  async prepare(plans: readonly LoadPlan[], load: Loader, report: (what: string) => void): Promise<void> {
    const left = timeLeft(this.#options.startLimitMs);
    try {
      const url = await this.#deploy(left, report);
      this.#deployed = createUrlTarget({
        ...this.#options,
        url,
        known: await this.#known(),
        signal: this.#life.signal,
      });
      await this.#deployed.prepare(plans, load, report);
    } catch (error) {
      this.#life.signal.throwIfAborted();
      throw await this.#withTraces(error);
    }
  }

  /** Its manifests are of the tree, and whatever they name. */
  async #known(): Promise<NonNullable<UrlOptions["known"]>> {
    const images = await this.#cluster.images();
    const { origin = "named" } = this.#options;
    return images.length === 0 ? { origin } : { origin, programs: images.join(" ") };
  }

  async openSession(index: number): Promise<Server> {
    return await prepared(this.#deployed).openSession(index);
  }

  close(): Promise<void> {
    return this.#life.end(async () => {
      // What it made goes with the namespace.
      await this.#deployed?.close().catch(() => undefined);
      await this.#cluster.remove();
    });
  }

  /** @returns the URL that the server answers at */
  async #deploy(left: () => number, report: (what: string) => void): Promise<string> {
    const { apply, helm, wait, tree, missingLimitMs = MISSING_LIMIT_MS } = this.#options;
    const folder = await this.#life.folder();
    folder.killAtExit(() => this.#cluster.removeNow());
    await this.#cluster.sweep();
    report(`making the namespace ${this.#cluster.namespace}`);
    await this.#cluster.create();
    for (const place of apply) {
      report(`applying ${place}`);
      const hasKustomization = ["kustomization.yaml", "kustomization.yml", "Kustomization"].some((name) =>
        existsSync(path.resolve(tree, place, name)),
      );
      await this.#cluster.apply(place, hasKustomization);
    }
    if (helm !== undefined) {
      report(`installing ${helm.chart}`);
      await this.#cluster.install(helm, left());
    }
    for (const what of wait) {
      report(`waiting for ${what}`);
      await this.#cluster.wait(what, left(), missingLimitMs);
    }
    return await this.#answering(left, report);
  }

  async #answering(left: () => number, report: (what: string) => void): Promise<string> {
    const { service, secret, wait, missingLimitMs = MISSING_LIMIT_MS } = this.#options;
    report(`waiting for the service ${service}`);
    const missingLeft = wait.length === 0 ? left : timeLeft(Math.min(left(), missingLimitMs));
    for (;;) {
      const password = secret === undefined ? "" : await this.#cluster.secret(secret);
      this.#password = password ?? "";
      if (password === null) {
        if (missingLeft() === 0) throw this.#noSecret(secret!.name);
        await sleep(POLL_MS, undefined, { signal: this.#life.signal });
        continue;
      }
      const place = await this.#place(left);
      const url = typeof place === "string" ? null : this.#urlAt(place, password);
      if (url !== null && (await accepts(url, this.#life.signal))) return url;
      const isMissing = typeof place === "string" && NOT_FOUND.test(place);
      if (isMissing && missingLeft() === 0) throw await this.#missing(place);
      if (left() === 0) throw this.#unanswered(typeof place === "string" ? `: ${place}` : "");
      await sleep(POLL_MS, undefined, { signal: this.#life.signal });
    }
  }

  /** @returns why there is no way to the service yet in kubectl's words, where more time may help */
  async #place(left: () => number): Promise<Forwarded | string> {
    const { service, port, access } = this.#options;
    if (access === "service") return { host: `${service}.${this.#cluster.namespace}.svc`, port };
    const logFile = (await this.#life.folder()).file("port-forward.log");
    return await this.#cluster.forward(service, port, logFile, left).catch((error: Error) => {
      this.#life.signal.throwIfAborted();
      if (NOT_FOUND.test(error.message) || NO_POD.test(error.message) || left() === 0) return error.message;
      throw error;
    });
  }

  #urlAt(place: Forwarded, password: string): string {
    return fillIn(this.#options.url, {
      PLUMBLINE_HOST: place.host,
      PLUMBLINE_PORT: String(place.port),
      PLUMBLINE_NAMESPACE: this.#cluster.namespace,
      PLUMBLINE_PASSWORD: encodeURIComponent(password),
    });
  }

  async #missing(words: string): Promise<PlumblineError> {
    const { service } = this.#options;
    const others = await this.#cluster.services().catch(() => []);
    return new PlumblineError("target", `there is no service ${service}, ${this.#ready()}: ${words}`, {
      remedy:
        others.length === 0
          ? "set database.deploy.kubernetes.service to a service that the manifests or their operator make"
          : `set database.deploy.kubernetes.service to one of ${others.join(", ")}`,
    });
  }

  #noSecret(name: string): PlumblineError {
    return new PlumblineError("target", `there is no secret ${name}, ${this.#ready()}`, {
      remedy:
        "set database.deploy.kubernetes.secret to a secret of the namespace that the manifests, the chart or an operator make",
    });
  }

  #ready(): string {
    const { wait } = this.#options;
    return wait.length === 0
      ? "in time"
      : `though ${wait.join(" and ")} ${wait.length === 1 ? "is" : "are"} ready`;
  }

  #unanswered(words: string): PlumblineError {
    const { service, access, startLimitMs } = this.#options;
    const late = `${startLimitMs / 1000} s after its manifests were applied`;
    return new PlumblineError("target", `the service ${service} accepts no connections ${late}${words}`, {
      remedy:
        access === "service"
          ? "run Plumbline in a pod of the cluster, or set access: port-forward, for names of services are known within the cluster only; timeout gives it more time"
          : "check that service, port and url name what the server listens on, with that user and database; timeout gives it more time",
    });
  }

  /** The error with what the namespace says of it. */
  async #withTraces(error: unknown): Promise<unknown> {
    if (!(error instanceof PlumblineError) || error.kind !== "target" || !this.#cluster.exists) return error;
    const logFile = (await this.#life.folder()).file("namespace.log");
    await this.#cluster.writeTraces(logFile);
    const secrets = secretsOf({ PASSWORD: this.#password }, this.#options.url);
    const words = await lastWords(logFile, this.#options.keep, secrets);
    return error.with({ message: `${error.message}\nits namespace: ${words}`, cause: error });
  }
}
