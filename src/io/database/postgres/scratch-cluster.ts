/** PostgreSQL servers of our own that are not under test, for as long as a demo, a capture or a test needs one. */
import { randomBytes } from "node:crypto";
import type { ClusterLocale } from "../../../config/locale.ts";
import { WorkFolder } from "../place/work-folder.ts";
import { createDatabase } from "../sql/databases.ts";
import { ANY, postgresBinaries } from "./binaries.ts";
import { initCluster, type RunningCluster, startCluster } from "./cluster.ts";
import { serverOwner } from "./server-owner.ts";

export type ScratchCluster = Readonly<{ url: string; pid: number; stop(): Promise<void> }>;

/**
 * Makes a cluster with one database and starts it. stop() ends the server and removes its folder, as the end of the process does.
 * @throws PlumblineError of kind "target" with PostgreSQL's words
 */
export async function startScratchCluster(database: string, signal: AbortSignal): Promise<ScratchCluster> {
  const settings = { fsync: "off" };
  const { server, stop } = await startOwnCluster({ database, wanted: ANY, settings, signal });
  return { url: server.url(database), pid: server.pid, stop };
}

/** Does the same as startScratchCluster, with settings. `logFile` is the server's log, and lies in the folder. */
export async function startOwnCluster({
  database,
  wanted,
  settings,
  locale,
  report = () => undefined,
  signal,
}: Readonly<{
  database: string;
  wanted: Parameters<typeof postgresBinaries>[0];
  settings: Readonly<Record<string, string>>;
  locale?: ClusterLocale | undefined;
  report?: (what: string) => void;
  signal: AbortSignal;
}>): Promise<
  Readonly<{ server: RunningCluster; folder: WorkFolder; logFile: string; stop(): Promise<void> }>
> {
  const owner = serverOwner();
  const folder = await WorkFolder.open(owner);
  let server: RunningCluster | undefined;
  const stop = async () => {
    await server?.stop("immediate");
    await folder.remove();
  };
  try {
    const bin = await postgresBinaries(wanted, report, signal);
    const installation = { bin, owner, password: randomBytes(12).toString("hex") };
    const dataDir = folder.file("data");
    report("making a cluster");
    await initCluster(installation, dataDir, signal, locale);
    server = await startCluster({ installation, dataDir, folder, settings, signal });
    await createDatabase(server.url("postgres"), database, signal);
    return { server, folder, logFile: `${dataDir}.log`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
