/**
 * What npm run bench:kubernetes does in namespaces of its own, as their first process: whatever it starts ends with it. Its one argument is
 * the JSON of a job.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Cluster } from "./cluster.ts";
import { addressOf } from "./node.ts";
import { Stage } from "./stage.ts";
import { loadTrials, serverTrials } from "./trials.ts";
import { prepare } from "./work.ts";

/** containerd, kubelets and CNI plugins write there, wherever their own folders are. */
const WRITTEN = ["/run", "/opt", "/var/lib", "/var/log"];

export type Job = Readonly<{
  folder: string;
  /** Folder of its programs. */
  kubernetes: string;
  /** The load generator. */
  load: string;
  /** Archives. */
  images: readonly string[];
  /** Control groups, by node. */
  groups: readonly string[];
  /** Folder of the CNI plugins. */
  cni: string;
  /** Words of the trials that are wanted. */
  only: string;
}>;

const job = JSON.parse(process.argv[2] ?? "") as Job;
const work = path.join(job.folder, "work");
console.error("starting the cluster");
hideFolders(path.join(job.folder, "written"));
nameServer(path.join(job.folder, "resolv.conf"));
const cluster = new Cluster({ ...job, folder: path.join(job.folder, "cluster") });
await cluster.start(job.images);
prepare(work, cluster);
const stage = new Stage({ ...job, work, cluster });
console.log("| trial | exit code | expected | says |\n|:--|--:|--:|:--|");
let failures = 0;
for (const [name, trial] of Object.entries({ ...loadTrials(stage), ...serverTrials(stage) }))
  if (name.includes(job.only) && !(await stage.tells(name, trial))) failures++;
process.exit(failures === 0 ? 0 : 1);

/** What is written there goes to memory, and the machine's own folders stay as they are. */
function hideFolders(memory: string) {
  mkdirSync(memory);
  mount("-t", "tmpfs", "tmpfs", memory);
  for (const [i, place] of WRITTEN.entries()) {
    const [upper, own] = [path.join(memory, `upper${i}`), path.join(memory, `own${i}`)];
    for (const each of [upper, own]) mkdirSync(each);
    mount("-t", "overlay", "overlay", "-o", `lowerdir=${place},upperdir=${upper},workdir=${own}`, place);
  }
}

/** As in a pod: names of services are found in any namespace that is named. */
function nameServer(file: string) {
  const search = "search svc.cluster.local cluster.local";
  writeFileSync(file, `nameserver ${addressOf(1)}\n${search}\noptions ndots:5\n`);
  mount("--bind", file, "/etc/resolv.conf");
}

function mount(...words: readonly string[]) {
  execFileSync("mount", words, { stdio: "pipe" });
}
