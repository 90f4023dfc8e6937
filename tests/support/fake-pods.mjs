// The Job controller, the scheduler and a kubelet of fake-kubectl.mjs's cluster, for one Indexed Job: a process for each index, that runs
// the container's command line with the environment that the manifests give it. A volume is a folder of the pod, and what names its
// mount path (the working folder, a variable) gets that folder. Names of pods are known by fake-hosts.mjs. It ends when its Job is gone.
// FAKE_UNSCHEDULABLE names an index whose pod finds no node.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const [job, pods] = process.argv.slice(2);
const { metadata, spec } = JSON.parse(readFileSync(job, "utf8"));
const POLL_MS = 20;

const others = ["PATH", "PLUMBLINE_LOAD", "FAKE_SHARD"].filter((name) => process.env[name] !== undefined);
const given = Object.fromEntries(others.map((name) => [name, process.env[name]]));
const indexes = Array.from({ length: spec.completions }, (_, index) => index);
const names = indexes.map((index) => `${metadata.name}-${index}`);
const hosts = names.map((name) => `${name}.${spec.template.spec.subdomain}`);

// Index 0 last: the others must wait for its name.
const running = indexes.toReversed().map(start);
while (existsSync(job)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
for (const child of running.filter((each) => each?.exitCode === null)) end(child, "SIGTERM");
await Promise.all(running.map(ended));
rmSync(pods, { recursive: true, force: true });

function start(index) {
  const pod = `${names[index]}-x7k2p`;
  if (process.env.FAKE_UNSCHEDULABLE === String(index)) {
    const message = "0/3 nodes are available: 3 Insufficient cpu.";
    const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
    tell(index, pod, { phase: "Pending", conditions });
    return null;
  }
  const [container] = spec.template.spec.containers;
  const folders = Object.fromEntries(container.volumeMounts.map((mount) => mounted(pod, mount)));
  const log = openSync(path.join(pods, `${pod}.log`), "a");
  const child = spawn(container.command[0], [...container.command.slice(1), ...container.args], {
    cwd: folders[container.workingDir],
    env: environment(index, container, folders),
    detached: true,
    stdio: ["ignore", log, log],
  });
  tell(index, pod, { phase: "Running" }, child.pid);
  child.once("exit", (code, signal) => {
    const exitCode = code ?? 137;
    const terminated = { exitCode, reason: exitCode === 0 ? "Completed" : "Error" };
    const phase = exitCode === 0 && signal === null ? "Succeeded" : "Failed";
    tell(index, pod, { phase, containerStatuses: [{ state: { terminated } }] });
  });
  return child;
}

function mounted(pod, { name, mountPath }) {
  const volume = spec.template.spec.volumes.find((each) => each.name === name);
  const folder = path.join(pods, `${pod}.${name}`);
  mkdirSync(folder, { recursive: true });
  for (const { key, path: inside } of volume.configMap?.items ?? []) {
    const place = path.join(folder, inside);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, object("ConfigMap", volume.configMap.name).data[key]);
  }
  return [mountPath, folder];
}

function environment(index, { env, envFrom = [] }, folders) {
  const own = env.map(({ name, value, valueFrom }) => [
    name,
    valueFrom === undefined ? (folders[value] ?? value) : secret(valueFrom.secretKeyRef),
  ]);
  const all = envFrom.flatMap(({ secretRef }) => Object.entries(object("Secret", secretRef.name).stringData));
  const module = new URL("fake-hosts.mjs", import.meta.url).href;
  return {
    ...given,
    ...Object.fromEntries([...all, ...own]),
    JOB_COMPLETION_INDEX: String(index),
    HOSTNAME: names[index],
    // As a container's, which shares none with its neighbours.
    TMPDIR: folders["/tmp"],
    PLUMBLINE_LOCK: path.join(folders["/tmp"], "lock"),
    FAKE_HOSTS: hosts.join(","),
    NODE_OPTIONS: `--import=${module}`,
  };
}

function secret({ name, key }) {
  return object("Secret", name).stringData[key];
}

function object(kind, name) {
  return JSON.parse(readFileSync(path.join(path.dirname(job), `${kind}-${name}.json`), "utf8"));
}

/** @param pid of its process, for tests that end it */
function tell(index, pod, status, pid) {
  if (!existsSync(pods)) return;
  const annotations = { "batch.kubernetes.io/job-completion-index": String(index) };
  const { labels } = spec.template.metadata;
  const place = path.join(pods, `${pod}.json`);
  const node = status.phase === "Pending" ? {} : { nodeName: "node-a" };
  const text = JSON.stringify({ metadata: { name: pod, labels, annotations }, spec: node, status, pid });
  writeFileSync(`${place}.tmp`, text);
  renameSync(`${place}.tmp`, place);
}

function end(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {} // It has ended by itself.
}

async function ended(child) {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const patience = setTimeout(() => end(child, "SIGKILL"), 30_000);
  await new Promise((resolve) => child.once("exit", resolve));
  clearTimeout(patience);
}
