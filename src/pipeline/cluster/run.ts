/** A load of several machines in a Kubernetes cluster, from its manifests to its run document, with nothing left behind. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { WorkFolder } from "../../io/database/place/work-folder.ts";
import { assureWritable, writeFileWhole } from "../../io/host/files.ts";
import { parseDocument } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import { Run, type Runs } from "../../model/run.ts";
import { redact } from "../../model/secrets.ts";
import { writeRuns } from "../documents/files.ts";
import { Coordinator } from "./coordinator.ts";
import { followLoad } from "./follow.ts";
import { LOAD } from "./manifests.ts";
import type { ClusterLoad } from "./rules.ts";
import { OwnSpace, SharedSpace, type Space } from "./space.ts";

type ClusterRun = Readonly<{
  load: ClusterLoad;
  /** Existing namespace; null: a new one, deleted with all that is in it. */
  namespace: string | null;
  context: string | undefined;
  startLimitMs: number;
  /** Folder for run.json, side by side for run-base.json too, and for cluster.log if the run fails. */
  output: string;
  cwd: string;
}>;

const TRACES = "cluster.log";

/** The runs that were measured; or the reason why index 0 has no run, with its exit code. */
export type Brought = Runs | Readonly<{ message: string; exitCode: number }>;

/** @throws PlumblineError of kind "target" with kubectl's words; of kind "generator" if a shard did not start or failed, with its name */
export async function runInCluster(
  asked: ClusterRun,
  progress: Progress,
  signal: AbortSignal,
): Promise<Brought> {
  await assureWritable(asked.output);
  const folder = await WorkFolder.open(null);
  const space = spaceOf(asked, signal);
  folder.killAtExit(() => space.removeNow());
  try {
    // Checked before anything is made: without a cluster there is nothing to remove.
    await space.sweep();
    const brought = await runInSpace(space, asked, folder, progress, signal).catch(async (error: unknown) => {
      const explained = signal.aborted ? error : await withTraces(error, asked, space);
      await takeAway(space, progress).catch((left: Error) => progress.note(left.message));
      throw explained;
    });
    await takeAway(space, progress);
    return brought;
  } finally {
    // What could not be taken away is tried once more at the end of the process, which takes the folder, too.
    if (!space.exists) await folder.remove();
  }
}

function spaceOf({ namespace, load, context, cwd }: ClusterRun, signal: AbortSignal): Space {
  const where = { context, cwd, signal };
  if (namespace !== null) return new SharedSpace({ ...where, namespace });
  return new OwnSpace({ ...where, namespace: `${load.name}-${randomUUID().slice(0, 8)}` });
}

async function takeAway(space: Space, progress: Progress): Promise<void> {
  progress.stage(`taking away what was made in the namespace ${space.namespace}`);
  try {
    await space.remove();
  } catch (error) {
    throw new PlumblineError("target", `something is left in the cluster: ${(error as Error).message}`, {
      remedy: `delete by hand what kubectl get jobs,services,configmaps,secrets --namespace ${space.namespace} shows`,
      cause: error,
    });
  }
}

/** The documents are written before index 0 is allowed to end. */
async function runInSpace(
  space: Space,
  { load, startLimitMs, output, cwd }: ClusterRun,
  folder: WorkFolder,
  progress: Progress,
  signal: AbortSignal,
): Promise<Brought> {
  progress.stage(`making the Job ${load.name} in the namespace ${space.namespace}`);
  await space.create(load.manifests);
  const { kubectl } = space;
  const logFile = folder.file("port-forward.log");
  const { ending, at } = await followLoad({ load, kubectl, startLimitMs, logFile, progress, signal });
  if ("message" in ending) return ending;
  const documentOf = (text: string) => parseDocument(Run, text, "what index 0 measured");
  const base = ending.base === null ? null : documentOf(ending.base);
  const runs = { base, head: documentOf(ending.head) };
  await writeRuns({ cwd, output }, runs);
  await new Coordinator(load.token, signal).fetched(at);
  return runs;
}

/** Adds the place of the pods' logs to an error that a pod caused. */
async function withTraces(error: unknown, { load, output }: ClusterRun, space: Space): Promise<unknown> {
  if (!(error instanceof PlumblineError) || error.kind !== "generator") return error;
  const file = path.join(output, TRACES);
  const text = await space.kubectl.traces({ selector: `${LOAD}=${load.name}`, name: load.name });
  await writeFileWhole(file, redact(text));
  const message = `${error.message}\nevents and the pods' last words: ${file}`;
  return error.with({ message, cause: error });
}
