/** What is tried, by name. */
import type { Stage, Trial } from "./stage.ts";

type Trials = Readonly<Record<string, Trial>>;

const POD = "--image plumbline.test/plumbline:1 --cpus 1 --memory 512Mi".split(" ");
const MEASURES = /; measure, /;

export function loadTrials(stage: Stage): Trials {
  const words = (file: string, shards: number) => [
    "cluster",
    "run",
    file,
    ...POD,
    "--shards",
    String(shards),
  ];
  const run = (shards: number, ...more: readonly string[]) => [...words("load.yml", shards), ...more];
  const long = words("long.yml", 3);
  return {
    "load: three shards on three nodes": { words: run(3), expected: 0, says: () => stage.shardsSay() },
    "load: Pod Security restricted, the documented rights": {
      words: run(2, "--namespace", "bench"),
      env: stage.as("load"),
      expected: 0,
      says: () => stage.shardsSay(),
    },
    "load: no right to make a namespace": {
      words: run(2),
      env: stage.as("load"),
      expected: 3,
      says: /--namespace NAME/,
    },
    "load: a pod deleted while it measures": {
      words: long,
      midway: { once: MEASURES, act: () => deletePod(stage, 1) },
      expected: 6,
      says: /index 1 of 3 .* was not heard/,
    },
    "load: the pod of index 0 deleted": {
      words: long,
      midway: { once: MEASURES, act: () => deletePod(stage, 0) },
      expected: 4,
      says: /index 0 has no pod any more/,
    },
    "load: an image that is not there": {
      words: run(2, "--image", "nowhere.test/none:1", "--start-timeout", "30s"),
      expected: 4,
      says: /is pending: (ErrImagePull|ImagePullBackOff)/,
    },
    "load: nodes too small": {
      words: run(2, "--memory", "9000Gi", "--start-timeout", "10s"),
      expected: 4,
      says: /Unschedulable: .*Insufficient memory/,
    },
    "load: Ctrl-C": {
      words: long,
      midway: { once: MEASURES, act: (child) => child.kill("SIGINT") },
      expected: 130,
      says: /plumbline: interrupted/,
    },
  };
}

/** The pod of that index, of the load that runs. */
function deletePod(stage: Stage, index: number) {
  const selector = `--selector=batch.kubernetes.io/job-completion-index=${index}`;
  const [namespace] = stage.own();
  if (namespace === undefined) throw new Error("the run has no namespace of its own");
  const words = ["delete", "pod", selector, "--grace-period=0", "--force"];
  stage.cluster.kubectl(["--namespace", namespace, ...words]);
}

export function serverTrials(stage: Stage): Trials {
  const check = (file: string) => ["check", "--config", file, "--base", "HEAD", "--fail-on", "never"];
  const wrote = /wrote .*report\.json/;
  const measures = /measuring base and head/;
  return {
    "server: manifests, port-forward, a secret, the documented rights": {
      words: check("manifests.yml"),
      env: stage.as("deploy"),
      expected: 0,
      says: wrote,
    },
    "server: by its service's name": {
      words: check("by-name.yml"),
      expected: 0,
      says: wrote,
    },
    "server: a chart": { words: check("chart.yml"), expected: 0, says: wrote },
    "server: a chart that is broken": {
      words: check("broken-chart.yml"),
      expected: 3,
      says: /nil pointer evaluating interface/,
    },
    "server: a service that is not there": {
      words: check("no-service.yml"),
      expected: 3,
      says: /there is no service postgres/,
    },
    "server: never ready": { words: check("never.yml"), expected: 3, says: /timed out waiting[^\n]*/ },
    "server: Ctrl-C": {
      words: check("manifests.yml"),
      midway: { once: measures, act: (child) => child.kill("SIGINT") },
      expected: 130,
      says: /plumbline: interrupted/,
    },
    "server: what kill -9 left is gone after the next run": {
      words: check("manifests.yml"),
      midway: { once: measures, act: (child) => child.kill("SIGKILL") },
      again: true,
      expected: 0,
      says: wrote,
    },
  };
}
