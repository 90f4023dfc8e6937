#!/usr/bin/env node
// kubectl, as far as Plumbline calls it, over the folder FAKE_CLUSTER: options that kubectl 1.32 does not have for a verb are refused.
// A namespace is a file with what was asked for in it, and a folder of its objects where it has some; a Job's pods are processes
// (fake-pods.mjs). A service's port that is forwarded is one of FAKE_CLUSTER_PORT's server, a pod's is this machine's. FAKE_FORWARDS says
// how the first forwards go wrong: "ends" at its first connection, as kubectl does since 1.23, "deaf", as it did before: it stays, and
// loses every connection, "pending": no pod of the service runs yet, or "missing": there is no such service; after its last word all go
// well, unless that is "...", which repeats the one before. FAKE_HANGS is a verb that never ends. FAKE_LATE is what is not there yet, a
// verb or "secret", for the first calls, as in "wait:2", or for ever.
import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";

/** Options of `kubectl VERB --help`, as far as they are used. */
const OPTIONS = JSON.parse(readFileSync(new URL("fake-kubectl-options.json", import.meta.url), "utf8"));
const text = { type: "string" };
const GLOBAL = { context: text, namespace: text };
const POLL_MS = 20;

const words = process.argv.slice(2);
const verb = words.find((word) => !word.startsWith("-"));
const { values, positionals } = parseArgs({
  args: words.filter((word) => word !== verb),
  options: { ...GLOBAL, ...OPTIONS[verb === "rollout" ? "rollout status" : verb] },
  allowPositionals: true,
});
const root = process.env.FAKE_CLUSTER;
const file = (namespace) => path.join(root, `${namespace}.namespace`);
const objects = path.join(root, `${values.namespace}.objects`);
const pods = path.join(root, `${values.namespace}.pods`);

const given =
  verb === "create"
    ? readFileSync(0, "utf8")
        .trim()
        .split("\n")
        .map((each) => JSON.parse(each))
    : [];
if (given[0]?.kind === "Namespace") {
  writeFileSync(file(given[0].metadata.name), `${JSON.stringify(given[0])}\n`, { flag: "wx" });
} else if (verb === "delete" && positionals[0] === "namespace") {
  const name = positionals[1];
  rmSync(path.join(root, `${name}.objects`), { recursive: true, force: true });
  if (values.wait !== "false") await gone(path.join(root, `${name}.pods`));
  rmSync(file(name), { force: values["ignore-not-found"] });
} else if (verb === "get" && values.raw !== undefined) {
  console.log(JSON.stringify(podMetrics(new URL(values.raw, "http://api"))));
} else if (verb === "get" && positionals[0] === "namespaces") {
  if (process.env.FAKE_FORBIDS === "namespaces") {
    const what =
      'namespaces is forbidden: User "ci" cannot list resource "namespaces" in API group "" at the cluster scope';
    fail(what, "Error from server (Forbidden)");
  }
  const names = readdirSync(root).filter((name) => name.endsWith(".namespace"));
  const items = names.map((name) => JSON.parse(readFileSync(path.join(root, name), "utf8").split("\n")[0]));
  console.log(JSON.stringify({ items }));
} else {
  if (!existsSync(file(values.namespace))) fail(`namespaces "${values.namespace}" not found`);
  appendFileSync(
    file(values.namespace),
    `${words.filter((word) => !word.startsWith("--namespace")).join(" ")}\n`,
  );
  await within();
}

/** Answers as metrics-server does: the PodMetrics (metrics.k8s.io/v1beta1) of the folder's metrics.json, of one namespace and label. */
function podMetrics({ pathname, searchParams }) {
  const [, namespace] =
    /^\/apis\/metrics\.k8s\.io\/v1beta1\/namespaces\/([\w-]+)\/pods$/.exec(pathname) ?? [];
  if (namespace === undefined)
    fail("Error from server (NotFound): the server could not find the requested resource");
  const [key, value] = searchParams.get("labelSelector").split("=");
  const all = JSON.parse(readFileSync(path.join(root, "metrics.json"), "utf8"));
  const items = all.filter(
    ({ metadata }) => metadata.namespace === namespace && metadata.labels[key] === value,
  );
  return { kind: "PodMetricsList", apiVersion: "metrics.k8s.io/v1beta1", metadata: {}, items };
}

async function within() {
  if (process.env.FAKE_HANGS === verb) await new Promise(() => setInterval(() => undefined, 1_000));
  if (isLate(verb) || isLate(positionals[0]))
    fail(`${positionals.join(" ")} not found`, "Error from server (NotFound)");
  if (verb === "create") create(given);
  if (verb === "apply" && !existsSync(values.filename ?? values.kustomize)) fail("the path does not exist");
  if (verb === "wait" && positionals[0].includes("never"))
    fail("timed out waiting for the condition on clusters/never");
  if (verb === "get") get(positionals[0]);
  if (verb === "logs") logs(positionals[0].replace("pod/", ""));
  if (verb === "port-forward") forward();
  if (verb === "delete") await remove(positionals[0].split(","));
}

/** All that can be made is made, as the API server takes one after the other. */
function create(items) {
  mkdirSync(objects, { recursive: true });
  const refused = [];
  for (const item of items) {
    const { kind, metadata } = item;
    const place = path.join(objects, `${kind}-${metadata.name}.json`);
    if (existsSync(place)) refused.push(`${kind.toLowerCase()}s "${metadata.name}" already exists`);
    else writeFileSync(place, JSON.stringify(item));
    if (kind !== "Job" || refused.length > 0) continue;
    mkdirSync(pods, { recursive: true });
    const program = path.join(import.meta.dirname, "fake-pods.mjs");
    spawn(process.execPath, [program, place, pods], { detached: true, stdio: "ignore" }).unref();
  }
  if (refused.length > 0) fail(refused.join("\n"));
}

function get(what) {
  const isJson = values.output === "json";
  if (what === "secret") {
    console.log(JSON.stringify({ data: { password: Buffer.from("p w").toString("base64") } }));
  } else if (what === "services") {
    console.log("service/db\nservice/db-ro");
  } else if (what === "events") {
    console.log("Failed to pull image");
  } else if (what === "pods" && values.output?.startsWith("jsonpath=")) {
    console.log(
      `docker.io/library/postgres@sha256:${"a".repeat(64)} docker.io/library/backup@sha256:${"b".repeat(64)}`,
    );
  } else if (what === "pods" && existsSync(pods)) {
    const items = all(pods).filter(isSelected);
    const names = items.map(({ metadata }) => `pod/${metadata.name}`);
    console.log(isJson ? JSON.stringify({ items }) : names.join("\n"));
  } else if (what === "pods") {
    const one = values.output === "name" ? "pod/db-0" : "db-0  0/1  ImagePullBackOff";
    console.log(isJson ? JSON.stringify({ items: [] }) : one);
  } else if (what === "jobs") {
    const items = existsSync(objects) ? all(objects).filter(({ kind }) => kind === "Job") : [];
    console.log(JSON.stringify({ items: items.filter(isSelected) }));
  }
}

function all(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")));
}

function isSelected({ metadata }) {
  const [key, value] = (values.selector ?? "").split("=");
  const found = metadata.labels?.[key];
  return key === "" || (value === undefined ? found !== undefined : found === value);
}

function logs(pod) {
  const log = path.join(pods, `${pod}.log`);
  if (!existsSync(pods)) return console.log("[pod/db-0/db] no such image");
  if (!existsSync(log)) fail(`container "shard" in pod "${pod}" is waiting to start: ContainerCreating`);
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  console.log(lines.slice(-Number(values.tail)).join("\n"));
}

async function remove(kinds) {
  for (const object of existsSync(objects) ? all(objects).filter(isSelected) : []) {
    if (!kinds.includes(`${object.kind.toLowerCase()}s`)) continue;
    rmSync(path.join(objects, `${object.kind}-${object.metadata.name}.json`));
  }
  if (values.cascade === "foreground") await gone(pods);
}

/** A pod ends when its Job is not there any more. */
async function gone(folder) {
  while (existsSync(folder)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function forward() {
  const isPod = positionals[0].startsWith("pod/");
  const port = isPod ? positionals[1].slice(1) : process.env.FAKE_CLUSTER_PORT;
  const fault = faultOfForward();
  if (fault === "pending") fail("unable to forward port because pod is not running. Current status=Pending");
  if (fault === "missing")
    fail(`services "${positionals[0].replace("service/", "")}" not found`, "Error from server (NotFound)");
  const server = createServer((client) => {
    if (fault === "ends") fail("lost connection to pod");
    if (fault === "deaf") return client.destroy();
    const there = connect(Number(port), "127.0.0.1");
    client.pipe(there).pipe(client);
    for (const end of [client, there]) end.on("error", () => [client, there].map((each) => each.destroy()));
  });
  server.listen(0, values.address, () =>
    console.log(`Forwarding from ${values.address}:${server.address().port} -> ${port}`),
  );
}

/** Faults in their order over all calls: each takes its own from the list. */
function faultOfForward() {
  const begun = path.join(root, "forwards");
  appendFileSync(begun, ".");
  const faults = (process.env.FAKE_FORWARDS ?? "").split(",");
  const last = faults.at(-1) === "..." ? faults.at(-2) : undefined;
  const own = faults[readFileSync(begun, "utf8").length - 1] ?? last;
  return own === "..." ? last : own;
}

function isLate(what) {
  const [late, times = Number.POSITIVE_INFINITY] = (process.env.FAKE_LATE ?? "").split(":");
  if (late !== what) return false;
  const asked = path.join(root, "late");
  appendFileSync(asked, ".");
  return readFileSync(asked, "utf8").length <= Number(times);
}

function fail(why, kind = "error") {
  console.error(`${kind}: ${why}`);
  process.exit(1);
}
