/** The config file of a load of several machines, with the scripts that it names and what they read, as the pods get them. */
import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Config, parseConfig } from "../../config/parse.ts";
import { workloadRequest } from "../../config/plan.ts";
import { assureShareable } from "../../config/share.ts";
import { traitsOf } from "../../io/database/traits.ts";
import { readTextFile } from "../../io/host/files.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import { PlumblineError } from "../../model/errors.ts";
import { passwordsIn } from "../../model/secrets.ts";
import type { PlanFile } from "./manifests.ts";

/** Limit of all values of a ConfigMap together. */
const MOST_BYTES = 1_048_576;
/** Path within a ConfigMap's volume. */
const CONFIG = "plumbline.yml";

type FindGenerator = () => Promise<Pick<LoadGenerator, "describe">>;

/** The load generator's own number of connections. */
const THREADS = 1;

/**
 * @param cwd where the paths of the config file's scripts begin, as they do in the pods
 * @param shards pods that share the load
 * @param findGenerator asked only if a script may read a file: the load generator says which
 * @throws PlumblineError of kind "usage" if it cannot be read, or says what several machines cannot drive
 */
export async function planFiles(
  cwd: string,
  config: string,
  shards: number,
  findGenerator: FindGenerator,
): Promise<readonly [PlanFile, ...PlanFile[]]> {
  const remedy = "name the config file: its deploy is a url, its workloads are what the machines drive";
  const text = await readTextFile(path.resolve(cwd, config), "the config file", remedy);
  const parsed = parseConfig(text, config);
  const { database, workloads } = parsed;
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
  const readsFiles = scripts.some((script) => READS_FILES.test(script.text));
  const rows = readsFiles ? await rowFiles(cwd, parsed, await findGenerator()) : [];
  const files = [{ path: CONFIG, text }, ...scripts, ...rows] as const;
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
  if (bytes <= MOST_BYTES) return files;
  throw new PlumblineError(
    "usage",
    `${config}, its scripts and what they read have ${bytes} bytes, a ConfigMap at most ${MOST_BYTES}`,
    {
      remedy:
        rows.length === 0
          ? "remove scripts with no weight, or shorten them"
          : `make ${rows.map(({ path: file }) => file).join(", ")} smaller, or draw values by a query: -- plumbline: values (SELECT ...)`,
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
  const inside = placeInPods(cwd, path.resolve(cwd, name));
  if (path.isAbsolute(name) || inside === null) {
    throw new PlumblineError("usage", `${config}: the script ${name} cannot have that path in the pods`, {
      remedy: WITHIN,
    });
  }
  const text = await readTextFile(path.resolve(cwd, name), "the script", `${config} names it`);
  return { path: inside, text };
}

const WITHIN = `call plumbline in a folder above it, so that its path is relative and without "..", and not ${CONFIG}`;

/** Path from the pods' folder; null for one that they cannot have. */
function placeInPods(cwd: string, place: string): string | null {
  const inside = path.relative(cwd, place).split(path.sep).join("/");
  const isOutside = inside === ".." || inside.startsWith("../") || path.isAbsolute(inside);
  return isOutside || inside === CONFIG ? null : inside;
}

/** Commands by which a script may read a file. Which one, the load generator knows. */
const READS_FILES = /^[ \t]*\\copy\b|--[ \t]*plumbline:/im;

async function rowFiles(
  cwd: string,
  { workloads, database }: Config,
  generator: Pick<LoadGenerator, "describe">,
): Promise<readonly PlanFile[]> {
  const places = new Set<string>();
  for (const entry of workloads.filter(({ scripts }) => scripts.length > 0)) {
    const files = entry.scripts.map((each) => ({ ...each, path: path.resolve(cwd, each.file), hash: "" }));
    const script = { files, variables: entry.variables };
    const described = await generator.describe({ ...workloadRequest(entry, database.dialect), script });
    for (const file of described.files ?? []) places.add(path.normalize(file));
  }
  return await Promise.all([...places].toSorted().map((place) => rowFile(cwd, place)));
}

async function rowFile(cwd: string, place: string): Promise<PlanFile> {
  const inside = placeInPods(cwd, place);
  const named = path.relative(cwd, place);
  if (inside === null) {
    throw new PlumblineError("usage", `${named}, which a script reads, cannot have that path in the pods`, {
      remedy: WITHIN,
    });
  }
  const bytes = await readFile(place);
  if (isUtf8(bytes)) return { path: inside, text: bytes.toString("utf8") };
  throw new PlumblineError(
    "usage",
    `${named}, which a script reads, is not UTF-8, and a ConfigMap has no other text`,
    {
      remedy: "write it in UTF-8, or load it before and leave it out of the script",
    },
  );
}
