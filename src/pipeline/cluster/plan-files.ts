/** The config file of a load of several machines, with the scripts that it names, as the pods get them. */
import path from "node:path";
import { type Config, parseConfig } from "../../config/parse.ts";
import { workloadRequest } from "../../config/plan.ts";
import { assureShareable } from "../../config/share.ts";
import { traitsOf } from "../../io/database/traits.ts";
import { readTextFile } from "../../io/host/files.ts";
import { PlumblineError } from "../../model/errors.ts";
import { passwordsIn } from "../../model/secrets.ts";
import type { PlanFile } from "./manifests.ts";

/** Limit of all values of a ConfigMap together. */
const MOST_BYTES = 1_048_576;
/** Path within a ConfigMap's volume. */
const CONFIG = "plumbline.yml";

/** The load generator's own number of connections. */
const THREADS = 1;

/**
 * @param cwd where the paths of the config file's scripts begin, as they do in the pods
 * @param shards pods that share the load
 * @throws PlumblineError of kind "usage" if it cannot be read, or says what several machines cannot drive
 */
export async function planFiles(
  cwd: string,
  config: string,
  shards: number,
): Promise<readonly [PlanFile, ...PlanFile[]]> {
  const remedy = "name the config file: its deploy is a url, its workloads are what the machines drive";
  const text = await readTextFile(path.resolve(cwd, config), "the config file", remedy);
  const { database, workloads } = parseConfig(text, config);
  const deployed = (["deploy", "base"] as const).find((arm) => {
    const own = database[arm];
    return own !== undefined && traitsOf(own).running === null;
  });
  if (deployed !== undefined) {
    throw new PlumblineError(
      "usage",
      `${config}: database.${deployed} is not a url, but several machines drive one server`,
      {
        remedy: `deploy the server first, and give its address within the cluster: ${deployed}: { url: postgres://... }`,
      },
    );
  }
  if (database.setup.length > 0) {
    throw new PlumblineError(
      "usage",
      `${config}: database.setup would run in the pods, which have none of its files`,
      {
        remedy: "set the database up before, and leave setup out",
      },
    );
  }
  if (passwordsIn(text).length > 0) {
    throw new PlumblineError("usage", `${config} has a password, and a ConfigMap is no place for one`, {
      remedy: "leave it out: --env PGPASSWORD passes it in the Secret, --env-from names a Secret that has it",
    });
  }
  assureAllShareable(workloads, database.dialect, shards);
  const names = new Set(workloads.flatMap(({ scripts }) => scripts.map(({ file }) => file)));
  const scripts = await Promise.all([...names].map((name) => scriptFile(cwd, config, name)));
  const files = [{ path: CONFIG, text }, ...scripts] as const;
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
  if (bytes <= MOST_BYTES) return files;
  throw new PlumblineError(
    "usage",
    `${config} and its scripts have ${bytes} bytes, a ConfigMap at most ${MOST_BYTES}`,
    {
      remedy: "remove scripts with no weight, or shorten them",
    },
  );
}

/** Refuses what index 0 would refuse before it waits for the others: better before there are pods. */
function assureAllShareable(workloads: Config["workloads"], dialect: string, shards: number): void {
  for (const entry of workloads) {
    const { name, options } = workloadRequest(entry, dialect);
    const { threads = THREADS } = options;
    const parts = typeof threads === "number" ? threads : shards;
    assureShareable({ name, options, capacity: entry.capacity, timeline: entry.timeline }, parts, shards);
  }
}

async function scriptFile(cwd: string, config: string, name: string): Promise<PlanFile> {
  const inside = path.posix.normalize(name.split(path.sep).join("/"));
  if (path.isAbsolute(name) || inside === ".." || inside.startsWith("../") || inside === CONFIG) {
    throw new PlumblineError("usage", `${config}: the script ${name} cannot have that path in the pods`, {
      remedy: `call plumbline in a folder above it, so that its path is relative and without "..", and not ${CONFIG}`,
    });
  }
  const text = await readTextFile(path.resolve(cwd, name), "the script", `${config} names it`);
  return { path: inside, text };
}
