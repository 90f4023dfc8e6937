/** What the machine must have. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** By the Debian package that has it; null: by no package of a stable Debian in a version that is new enough. */
const COMMANDS = {
  containerd: "containerd",
  ctr: "containerd",
  runc: "runc",
  ip: "iproute2",
  iptables: "iptables",
  openssl: "openssl",
  unshare: "util-linux",
  setpriv: "util-linux",
  git: "git",
  go: null,
  kubectl: null,
};
const ADVICE = {
  go: "Go 1.25 or newer: go.dev/dl",
  kubectl: "kubectl 1.32 or newer: kubernetes.io/docs/tasks/tools",
};
const PLUGINS = ["/usr/lib/cni", "/opt/cni/bin"];
const POSTGRES = "/usr/lib/postgresql";

/**
 * Ends the process with all that is missing.
 * @param {string} load the load generator
 * @returns {{ cni: string, postgres: string }} folders of the CNI plugins, and of PostgreSQL's programs
 */
export function assureNeeds(load) {
  const missing: string[] = [];
  if (process.getuid?.() !== 0) missing.push("root: control groups and namespaces are made");
  for (const [command, packageName] of Object.entries(COMMANDS))
    if (spawnSync("which", [command]).status !== 0)
      missing.push(
        `${command}: ${packageName === null ? ADVICE[command] : `apt-get install ${packageName}`}`,
      );
  const cni = PLUGINS.find((place) => existsSync(path.join(place, "ptp")));
  if (cni === undefined) missing.push("the CNI plugin ptp: apt-get install containernetworking-plugins");
  const newest = existsSync(POSTGRES)
    ? readdirSync(POSTGRES)
        .toSorted((a, b) => Number(a) - Number(b))
        .at(-1)
    : undefined;
  if (newest === undefined) missing.push(`PostgreSQL in ${POSTGRES}: apt-get install postgresql`);
  if (!existsSync(load)) missing.push(`${load}: npm run setup`);
  if (missing.length > 0) {
    console.error(
      `bench:kubernetes cannot run here. It needs\n${missing.map((each) => `- ${each}`).join("\n")}`,
    );
    process.exit(2);
  }
  return { cni, postgres: path.join(POSTGRES, newest ?? "", "bin") };
}
