/** What the machine must have. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const debian = (packageName: string) => `apt-get install ${packageName}`;
/** How each is had: as a package of Debian's, but for those that no stable Debian has in a version that is new enough. */
const COMMANDS = {
  containerd: debian("containerd"),
  ctr: debian("containerd"),
  runc: debian("runc"),
  ip: debian("iproute2"),
  iptables: debian("iptables"),
  openssl: debian("openssl"),
  unshare: debian("util-linux"),
  setpriv: debian("util-linux"),
  git: debian("git"),
  go: "Go 1.25 or newer: go.dev/dl",
  kubectl: "kubectl 1.32 or newer: kubernetes.io/docs/tasks/tools",
};
const PLUGINS = ["/usr/lib/cni", "/opt/cni/bin"];
const POSTGRES = "/usr/lib/postgresql";

/**
 * Ends the process with all that is missing.
 * @param load the load generator
 * @returns folders of the CNI plugins, and of PostgreSQL's programs
 */
export function assureNeeds(load: string) {
  const missing: string[] = [];
  if (process.getuid?.() !== 0) missing.push("root: control groups and namespaces are made");
  for (const [command, advice] of Object.entries(COMMANDS))
    if (spawnSync("which", [command]).status !== 0) missing.push(`${command}: ${advice}`);
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
  return { cni: cni ?? "", postgres: path.join(POSTGRES, newest ?? "", "bin") };
}
