/** A PostgreSQL server of our own that is not under test, for as long as a demo or a test needs it. */
import { randomBytes } from "node:crypto";
import { WorkFolder } from "../place/work-folder.ts";
import { createDatabase } from "../sql/databases.ts";
import { ANY, postgresBinaries } from "./binaries.ts";
import { initCluster, startCluster } from "./cluster.ts";
import { serverOwner } from "./server-owner.ts";

export type ScratchCluster = Readonly<{ url: string; pid: number; stop(): Promise<void> }>;

/**
 * Makes a cluster with one database and starts it. stop() ends the server and removes its folder, as the end of the process does.
 * @throws PlumblineError of kind "target" with PostgreSQL's words
 */
export async function startScratchCluster(database: string, signal: AbortSignal): Promise<ScratchCluster> {
  const owner = serverOwner();
  const folder = await WorkFolder.open(owner);
  try {
    const installation = {
      bin: await postgresBinaries(ANY, () => undefined),
      owner,
      password: randomBytes(12).toString("hex"),
    };
    const dataDir = folder.file("data");
    await initCluster(installation, dataDir, signal);
    const server = await startCluster({ installation, dataDir, folder, settings: { fsync: "off" }, signal });
    await createDatabase(server.url("postgres"), database);
    const stop = async () => {
      await server.stop("immediate");
      await folder.remove();
    };
    return { url: server.url(database), pid: server.pid, stop };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
