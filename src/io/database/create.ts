/** The target that a config file's `deploy` asks for. */
import type { Deploy } from "../../config/deploy.ts";
import type { SetupStep } from "../../config/setup.ts";
import type { ArmName } from "../../model/run.ts";
import { createCommandTarget } from "./command.ts";
import { createDockerTarget } from "./docker.ts";
import { createKubernetesTarget } from "./kubernetes.ts";
import { createLocalTarget } from "./local.ts";
import type { LoadedClusters } from "./postgres/loaded-clusters.ts";
import type { ServerPrograms } from "./postgres/one-origin.ts";
import type { TablesOf, Target } from "./target.ts";
import { createUrlTarget } from "./url.ts";

type TargetRequest = Readonly<{
  arm: ArmName;
  /** The same for both arms. */
  measurement: string;
  /** Source tree of the arm: its set-up SQL, its build. */
  tree: string;
  /** Source tree of base, of a head whose set-up comes on top of base's. */
  baseTree?: string;
  /** Hears what a person should remember of the set-up. */
  note?: (text: string) => void;
  setup: readonly SetupStep[];
  /** Origin of what is built or named: "tree" if the same words make both arms, each of its own commit; "named" if each has its own. */
  origin: "tree" | "named";
  /** Programs by major version, if versions are compared. */
  programs?: ReadonlyMap<number, ServerPrograms> | undefined;
  /** Connections that the workloads open at once. */
  connections: number;
  /** Clusters shared by both arms, which then load once if they can. */
  loaded: LoadedClusters;
  /** Path prefix for log and core file of a server that dies, without the arm (place/crash-report.ts). */
  keep: string;
  /** No tables may be made in the database that a URL names: others of the same invocation are in it. */
  isTaken?: boolean;
  tablesOf: TablesOf;
  /** Tells load generators apart that load other rows. */
  generator: string;
  /** Seed of what a target chooses at random. */
  seed: number;
  signal: AbortSignal;
}>;

export function createTarget(deploy: Deploy, asked: TargetRequest): Target {
  const request = { ...asked, keep: `${asked.keep}-${asked.arm}` };
  switch (deploy.kind) {
    case "local":
      return createLocalTarget({
        ...request,
        ...deploy,
        found: deploy.version === undefined ? undefined : request.programs?.get(deploy.version),
      });
    case "command":
      return createCommandTarget({
        ...request,
        ...deploy,
        buildLimitMs: inMs(deploy["build-timeout"]),
        startLimitMs: limitMs(deploy),
      });
    case "docker":
      return createDockerTarget({ ...request, ...deploy, startLimitMs: limitMs(deploy) });
    case "kubernetes":
      return createKubernetesTarget({
        ...request,
        ...deploy,
        owner: request,
        startLimitMs: limitMs(deploy, DEPLOY_LIMIT_MS),
      });
    case "url":
      return createUrlTarget({ ...request, owner: request, url: deploy.url });
  }
}

const START_LIMIT_MS = 120_000;
/** Images are pulled, volumes made, and several servers find each other. */
const DEPLOY_LIMIT_MS = 900_000;

function limitMs({ timeout }: Readonly<{ timeout?: number | undefined }>, usual = START_LIMIT_MS): number {
  return inMs(timeout) ?? usual;
}

function inMs(nanoseconds: number | undefined): number | undefined {
  return nanoseconds === undefined ? undefined : nanoseconds / 1e6;
}
