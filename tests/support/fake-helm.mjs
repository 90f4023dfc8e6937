#!/usr/bin/env node
// helm, as far as Plumbline calls it, with fake-kubectl.mjs: options that helm 3 does not have for `install` are refused. What it was asked
// is a line in its namespace's file. FAKE_HANGS=helm: a hook of the chart that never ends.
import { appendFileSync, existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

const text = { type: "string" };
/** Options of `helm install --help`, its global ones among them. */
const OPTIONS = {
  namespace: text,
  "kube-context": text,
  repo: text,
  version: text,
  timeout: text,
  values: { ...text, multiple: true },
};

const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
const [verb, release, chart] = positionals;
if (verb !== "install" || release === undefined || chart === undefined)
  fail(`unknown command ${JSON.stringify(positionals)}`);
const name = String(values.namespace);
const namespace = path.join(process.env.FAKE_CLUSTER, `${name}.namespace`);
if (!existsSync(namespace)) fail(`namespaces "${name}" not found`);
for (const file of values.values ?? [])
  if (!existsSync(file)) fail(`open ${file}: no such file or directory`);
const told = process.argv.slice(2).filter((word) => !word.startsWith("--namespace"));
appendFileSync(namespace, `helm ${told.join(" ")}\n`);
if (process.env.FAKE_HANGS === "helm") setInterval(() => undefined, 1_000);

function fail(why) {
  console.error(`Error: INSTALLATION FAILED: ${why}`);
  process.exit(1);
}
