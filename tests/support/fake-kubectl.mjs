#!/usr/bin/env node
// kubectl, as far as Plumbline calls it, over the folder FAKE_CLUSTER: options that kubectl 1.32 does not have for a verb are refused.
// A namespace is a file with what was asked for in it; a port that is forwarded is one of FAKE_CLUSTER_PORT's server.
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";

const text = { type: "string" };
const yes = { type: "boolean" };
const GLOBAL = { context: text, namespace: text };
/** Of `kubectl VERB --help`. */
const OPTIONS = {
  create: { filename: text },
  apply: { filename: text, kustomize: text },
  rollout: { timeout: text },
  wait: { for: text, timeout: text },
  get: { output: text, selector: text, "sort-by": text },
  logs: { "all-containers": yes, prefix: yes, tail: text },
  "port-forward": { address: text },
  delete: { "ignore-not-found": yes, timeout: text, wait: text },
};

const words = process.argv.slice(2);
const verb = words.find((word) => !word.startsWith("-"));
const { values, positionals } = parseArgs({
  args: words.filter((word) => word !== verb),
  options: { ...GLOBAL, ...OPTIONS[verb] },
  allowPositionals: true,
});
const root = process.env.FAKE_CLUSTER;
const file = (namespace) => path.join(root, `${namespace}.namespace`);

if (verb === "create") {
  const manifest = JSON.parse(readFileSync(0, "utf8"));
  writeFileSync(file(manifest.metadata.name), `${JSON.stringify(manifest)}\n`, { flag: "wx" });
} else if (verb === "delete") {
  rmSync(file(positionals[1]), { force: values["ignore-not-found"] });
} else if (verb === "get" && positionals[0] === "namespaces") {
  const names = readdirSync(root).filter((name) => name.endsWith(".namespace"));
  const items = names.map((name) => JSON.parse(readFileSync(path.join(root, name), "utf8").split("\n")[0]));
  console.log(JSON.stringify({ items }));
} else {
  if (!existsSync(file(values.namespace))) fail(`namespaces "${values.namespace}" not found`);
  appendFileSync(
    file(values.namespace),
    `${words.filter((word) => !word.startsWith("--namespace")).join(" ")}\n`,
  );
  within();
}

function within() {
  if (verb === "apply" && !existsSync(values.filename ?? values.kustomize)) fail("the path does not exist");
  if (verb === "wait" && positionals[0].includes("never"))
    fail("timed out waiting for the condition on clusters/never");
  if (verb === "get" && positionals[0] === "secret") {
    console.log(JSON.stringify({ data: { password: Buffer.from("p w").toString("base64") } }));
  }
  if (verb === "get" && positionals[0] === "pods")
    console.log(values.output === "name" ? "pod/db-0" : "db-0  0/1  ImagePullBackOff");
  if (verb === "get" && positionals[0] === "events") console.log("Failed to pull image");
  if (verb === "logs") console.log("[pod/db-0/db] no such image");
  if (verb === "port-forward") forward();
}

function forward() {
  const server = createServer((client) => {
    const there = connect(Number(process.env.FAKE_CLUSTER_PORT), "127.0.0.1");
    client.pipe(there).pipe(client);
    for (const end of [client, there]) end.on("error", () => [client, there].map((each) => each.destroy()));
  });
  server.listen(0, values.address, () =>
    console.log(`Forwarding from ${values.address}:${server.address().port} -> 5432`),
  );
}

function fail(why) {
  console.error(`error: ${why}`);
  process.exit(1);
}
