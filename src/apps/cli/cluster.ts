import { randomBytes } from "node:crypto";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { environment } from "../../io/host/environment.ts";
import { readTextFile, writeFileWhole } from "../../io/host/files.ts";
import { findLoadGenerator } from "../../io/load/find.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { kustomization, type LoadJob, manifestsOf, PORT, yamlOf } from "../../pipeline/cluster/manifests.ts";
import { planFiles } from "../../pipeline/cluster/plan-files.ts";
import { readManifests } from "../../pipeline/cluster/read-manifests.ts";
import { type ClusterLoad, readClusterLoad } from "../../pipeline/cluster/rules.ts";
import { type Brought, runInCluster } from "../../pipeline/cluster/run.ts";
import { runFiles } from "../../pipeline/documents/files.ts";
import { type AnyCommand, Command, InvalidArgumentError, Option, type WordsOf } from "./commander.ts";
import { addHelp } from "./help-text.ts";
import { measuring } from "./measuring.ts";
import { durationFrom, listOption, portFrom, wholeNumber, wordLike } from "./options.ts";

/** Options that describe the pods. */
type JobWords = WordsOf<typeof withJobOptions>;
type RunWords = WordsOf<typeof withRunOptions>;

export function clusterVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("cluster")
    .helpCommand(false)
    .summary("Produce one load from several pods of a Kubernetes cluster.")
    .description(
      "Drive one server from several pods of a Kubernetes cluster at once, with an Indexed Job whose shards form one measurement (docs/how-to/load-from-kubernetes.md).",
    );
  for (const part of [manifestsVerb, clusterRunVerb]) command.addCommand(part(finish));
  return addHelp(command, {
    examples: [
      [
        "cluster manifests bench/load.yml --shards 3 --image registry.example/plumbline",
        "show what would be created",
      ],
      [
        "cluster run bench/load.yml --shards 3 --image registry.example/plumbline",
        "create it, and fetch the run",
      ],
      ["help cluster run", "show options and examples of one command"],
    ],
    outcomes: [...RUN_OUTCOMES],
  });
}

const RUN_OUTCOMES = [
  "fine",
  "usage",
  ["target", "kubectl is missing, or the cluster refused what it asked for"],
  ["generator", "a shard did not start, or index 0 failed: the output of its pod is printed"],
  "internal",
  [
    "inconclusive",
    "a shard was missing, late or lost: run.json has the others' results, and why they are no measurement",
  ],
  "interrupted",
] as const;

function manifestsVerb(finish: (code: number) => void): AnyCommand {
  const command = withJobOptions(new Command("manifests"))
    .description(
      "Print what `cluster run` would create: a headless Service, a ConfigMap with the plan, a Secret with a new token, an Indexed Job.",
    )
    .option(
      "--output <dir>",
      "Folder for a kustomization instead of printing: load.yaml and kustomization.yaml.",
    )
    .action(async (plan, words) => {
      const text = yamlOf(await generatedJob(plan, words, {}));
      if (words.output === undefined) process.stdout.write(text);
      else {
        const folder = path.resolve(words.output);
        await writeFileWhole(path.join(folder, "load.yaml"), text);
        await writeFileWhole(path.join(folder, "kustomization.yaml"), kustomization());
        process.stdout.write(`${path.join(words.output, "kustomization.yaml")}\n`);
      }
      finish(EXIT_CODE.fine);
    });
  return addHelp(command, {
    examples: [
      [
        "cluster manifests load.yml --shards 3 --image registry.example/plumbline > load.yaml",
        "print the manifests, to read and to edit",
      ],
      [
        "cluster run --manifests load.yaml",
        "run the edited manifests, with tolerations, pull secrets or a sidecar",
      ],
      [
        "cluster manifests load.yml --shards 3 --image registry.example/plumbline --output load",
        "write a folder for kustomize",
      ],
    ],
    outcomes: ["fine", "usage"],
  });
}

function clusterRunVerb(finish: (code: number) => void): AnyCommand {
  const command = withRunOptions(new Command("run")).action(async (plan, words) => {
    const cwd = process.cwd();
    const load = await loadAsked(plan, words);
    const { context, namespace = null, startTimeout, output } = words;
    const asked = {
      load,
      namespace,
      context,
      startLimitMs: startTimeout / 1e6,
      output: path.resolve(output),
      cwd,
    };
    const brought = await measuring(
      {},
      (progress, signal) => runInCluster(asked, progress, signal),
      "the Job and all that was made with it are taken away",
    );
    finish(sayBrought(brought, output));
  });
  return addHelp(command, {
    examples: [
      [
        "cluster run load.yml --shards 3 --image registry.example/plumbline --env PGPASSWORD",
        "measure in a new namespace, which is deleted afterwards",
      ],
      [
        "cluster run load.yml --shards 3 --image registry.example/plumbline --namespace bench --env-from db-app",
        "measure in a namespace that has the password already",
      ],
      ["cluster run --manifests load.yaml --namespace bench", "run manifests that were printed and edited"],
      ["compare before/run.json plumbline-out/run.json", "compare two such runs"],
    ],
    outcomes: RUN_OUTCOMES,
  });
}

function withRunOptions(command: Command) {
  return withJobOptions(command)
    .description(
      "Create the Job with your kubectl, follow it, write run.json, and remove everything that was created, however it ends.",
    )
    .option(
      "--manifests <file>",
      "Run these manifests, as `cluster manifests` printed them and you edited them; - is standard input.",
    )
    .option(
      "--namespace <name>",
      "Existing namespace (default: a new one, deleted afterwards with everything in it).",
    )
    .option("--context <name>", "Context of kubectl's configuration (default: the current one).")
    .addOption(
      listOption(
        "--env <name>",
        "Variable of this environment that the pods get through the Secret, such as PGPASSWORD.",
      ),
    )
    .addOption(
      new Option(
        "--start-timeout <duration>",
        "How long to wait for all pods to start, including image pulls and node scale-up.",
      )
        .argParser(durationFrom("1s"))
        .default(300e9, "5m"),
    )
    .option("--output <dir>", "Folder for run.json, and for cluster.log if a pod failed.", "plumbline-out");
}

/** @returns the exit code */
function sayBrought(brought: Brought, output: string): number {
  if ("message" in brought) {
    process.stderr.write(`plumbline: ${brought.message}\n`);
    return brought.exitCode;
  }
  process.stdout.write(`${runFiles(output, brought).join("\n")}\n`);
  const reasons = brought.head.inconclusive ?? [];
  for (const { message, remedy } of reasons)
    process.stderr.write(`inconclusive: ${message}\n  remedy: ${remedy}\n`);
  return reasons.length === 0 ? EXIT_CODE.fine : EXIT_CODE.inconclusive;
}

function withJobOptions(command: Command) {
  return command
    .argument(
      "[plan]",
      "Config file with the workloads of the load, and a deploy of kind url (default: plumbline.yml).",
    )
    .option("--shards <n>", "Number of pods that measure together, each on a node of its own.", wholeNumber)
    .addOption(
      new Option("--image <name>", "Image, built with docs/examples/deploy/plumbline.Dockerfile.").argParser(
        wordLike(/^[^\s"'\\]+$/, "an image such as registry.example/plumbline:1.0"),
      ),
    )
    .option("--cpus <n>", "Whole CPUs of each pod.", wholeNumber, 2)
    .addOption(
      new Option("--memory <quantity>", "Memory of each pod, in Kubernetes' notation.")
        .argParser(MEMORY)
        .default("2Gi"),
    )
    .addOption(
      new Option("--name <name>", "Name for all created objects.")
        .argParser(OBJECT_NAME)
        .default("plumbline"),
    )
    .option("--port <n>", "Port the shards connect to.", portFrom(1), PORT)
    .addOption(
      new Option(
        "--deadline <duration>",
        "Time after which the cluster ends the Job, even if Plumbline is gone.",
      )
        .argParser(durationFrom("1s"))
        .default(7200e9, "2h"),
    )
    .option(
      "--shared-nodes",
      "Let shards share a node. The run then says that fewer than --shards machines produced the load.",
    )
    .addOption(
      new Option(
        "--node-selector <label=value>",
        "Label of the nodes that the pods may run on; repeatable, all must match.",
      ).argParser(labelWord),
    )
    .addOption(
      listOption(
        "--env-from <secret>",
        "Secret of the namespace whose keys become variables of the pods, such as PGPASSWORD.",
        SECRET_NAME,
      ),
    );
}

/** A host's name, too, once a pod's index is appended. */
const OBJECT_NAME = wordLike(
  /^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/,
  "at most 40 of a-z, 0-9 and -, beginning with a letter",
);

/** Refuses what the API server would refuse, or take for no memory at all ("128m" are thousandths of a byte). */
const MEMORY = wordLike(/^[1-9]\d*(?:\.\d+)?(?:[KMGT]i|[kMGT])$/, "a size such as 512Mi, 2Gi or 4G");

const SECRET_NAME = wordLike(
  /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/,
  "the name of a Secret: a-z, 0-9, - and .",
);

/** @throws PlumblineError of kind "usage" if both say what to run, or neither */
async function loadAsked(plan: string | undefined, words: RunWords): Promise<ClusterLoad> {
  const { manifests, env = [], envFrom = [], namespace } = words;
  if (namespace === undefined && envFrom.length > 0) {
    throw new PlumblineError("usage", "--env-from without --namespace: a new namespace has no Secrets", {
      remedy: "name the namespace that has it, or pass the variable with --env",
    });
  }
  if (manifests === undefined) {
    const secrets = Object.fromEntries(env.map((name) => [name, environmentValue(name)]));
    return readClusterLoad(await generatedJob(plan, words, secrets), "the manifests");
  }
  const others = [...(plan === undefined ? [] : [plan]), ...(words.shards === undefined ? [] : ["--shards"])];
  if (others.length > 0 || env.length > 0) {
    throw new PlumblineError(
      "usage",
      `--manifests cannot be combined with ${[...others, ...(env.length > 0 ? ["--env"] : [])].join(", ")}`,
      {
        remedy: "leave the other options out: the manifests contain all of it",
      },
    );
  }
  const text =
    manifests === "-"
      ? await textOf(process.stdin)
      : await readTextFile(manifests, "the manifests", "`plumbline cluster manifests` prints them");
  const place = manifests === "-" ? "standard input" : manifests;
  return readClusterLoad(readManifests(text, place), place);
}

async function generatedJob(
  plan = "plumbline.yml",
  { shards, image, deadline, sharedNodes, nodeSelector = {}, envFrom = [], ...words }: JobWords,
  env: LoadJob["env"],
) {
  if (shards === undefined || image === undefined) {
    throw new PlumblineError("usage", `${shards === undefined ? "--shards" : "--image"} is missing`, {
      remedy: "give the number of pods (--shards 3), and an image that contains plumbline (--image)",
    });
  }
  const { name, cpus, memory, port } = words;
  return manifestsOf({
    name,
    shards,
    files: await measuring({}, (progress, signal) =>
      planFiles(process.cwd(), plan, shards, () => findLoadGenerator({ progress, signal })),
    ),
    image,
    cpus,
    memory,
    port,
    token: randomBytes(32).toString("base64url"),
    deadlineSeconds: Math.ceil(deadline / 1e9),
    sharedNodes: sharedNodes ?? false,
    nodeSelector,
    env,
    envFrom,
  });
}

function environmentValue(name: string): string {
  const value = environment()[name];
  if (value !== undefined) return value;
  throw new PlumblineError("usage", `--env ${name}: this environment has no ${name}`, {
    remedy: `set it first, for example with export ${name}=...`,
  });
}

function labelWord(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, label, value] = /^([\w./-]+)=([\w.-]*)$/.exec(text) ?? [];
  if (label !== undefined && value !== undefined) return { ...before, [label]: value };
  throw new InvalidArgumentError("a label and its value, such as pool=bench");
}
