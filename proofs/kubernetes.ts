#!/usr/bin/env node
/**
 * npm run bench:kubernetes [-- --only WORDS --keep]
 * Tries `plumbline cluster run` and `deploy: kubernetes` on a real Kubernetes with three nodes on this machine: API server, controllers, scheduler,
 * three times containerd and kubelet, kube-proxy, CoreDNS and helm. Each trial is something that works or something that goes wrong, and after each there
 * must be no namespace of Plumbline's left. Prints a table. Exit code 1 where something was not as expected.
 *
 * --only runs the trials that have these words in their names. --keep leaves the folder with all logs. It needs root, and says what else is missing.
 * The first call builds Kubernetes from its Go modules, 5 to 10 minutes. All trials take some 5 minutes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../scripts/build.ts";
import { commandLine } from "../scripts/lib/command-line.ts";
import { Groups } from "./kubernetes/groups.ts";
import { makeImages } from "./kubernetes/images.ts";
import type { Job } from "./kubernetes/inside.ts";
import { assureNeeds } from "./kubernetes/needs.ts";
import { programs } from "./kubernetes/programs.ts";
import { settings } from "./kubernetes/settings.ts";

const { values } = commandLine(import.meta.filename, {
  options: { only: { type: "string", default: "" }, keep: { type: "boolean", default: false } },
});
const root = fileURLToPath(new URL("..", import.meta.url));
const load = process.env["PLUMBLINE_LOAD"] ?? path.join(root, "runner-native/build/plumbline-load");
const needs = assureNeeds(load);
const kubernetes = programs();
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-kubernetes-"));
const groups = new Groups(`plumbline-${process.pid}`);
const putBack = settings();
let child: ChildProcess | undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    process.exitCode = 130;
    child?.kill("SIGKILL");
  });
try {
  await bundle(path.join(folder, "dist"));
  const images = makeImages({ folder, root, load, postgres: needs.postgres });
  groups.make();
  if (process.exitCode === undefined)
    process.exitCode = await inside({
      folder,
      kubernetes,
      load,
      images,
      groups: groups.names,
      cni: needs.cni,
      only: values.only,
    });
} finally {
  console.error("taking everything away");
  const left = await groups.remove();
  putBack();
  if (values.keep) console.error(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  if (left.length > 0) {
    console.error(`these control groups could not be removed: ${left.join(", ")}`);
    process.exitCode = 1;
  }
}

/**
 * All processes, mounts, network interfaces and rules of the firewall are in namespaces of the kernel's, which end with their first process. So nothing of
 * them is left however this ends, and another Kubernetes of this machine is not touched.
 * @returns exit code
 */
function inside(job: Job): Promise<string | number> {
  const namespaces = "--mount --net --pid --ipc --fork --kill-child --mount-proc".split(" ");
  const program = path.join(import.meta.dirname, "kubernetes/inside.ts");
  const words = [
    "--pdeathsig",
    "KILL",
    "unshare",
    ...namespaces,
    process.execPath,
    path.join(import.meta.dirname, "../scripts/run.mjs"),
    program,
    JSON.stringify(job),
  ];
  const started = spawn("setpriv", words, { stdio: ["ignore", "inherit", "inherit"] });
  child = started;
  return new Promise((resolve, reject) => {
    started.once("error", reject);
    started.once("close", (code) => resolve(process.exitCode ?? code ?? 1));
  });
}
