/** Kubernetes' own programs, built once from their Go modules into this user's cache; the others are a system's packages. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

const CACHE = path.join(
  process.env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"),
  "plumbline-tools/kubernetes-1.34.0",
);

/** Its parts are modules of their own, which the main one names by paths in its repository. */
const PARTS =
  "api apiextensions-apiserver apimachinery apiserver cli-runtime client-go cloud-provider cluster-bootstrap code-generator component-base component-helpers controller-manager cri-api cri-client csi-translation-lib dynamic-resource-allocation endpointslice externaljwt kms kube-aggregator kube-controller-manager kube-proxy kube-scheduler kubectl kubelet metrics mount-utils pod-security-admission sample-apiserver".split(
    " ",
  );
const VERSION_FLAGS = ["gitVersion=v1.34.0", "gitMajor=1", "gitMinor=34"].map(
  (each) => `-X k8s.io/component-base/version.${each}`,
);

const NAMES = ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy"];

/** A Go module, and what is built of it. */
type GoModule = Readonly<{
  /** With its version. */
  module: string;
  replaced?: readonly string[];
  /** Packages, by the names of their programs. */
  programs: Readonly<Record<string, string>>;
  flags?: readonly string[];
  /** A source of one's own. */
  main?: string;
}>;

const SETS: readonly GoModule[] = [
  {
    module: "k8s.io/kubernetes v1.34.0",
    replaced: PARTS.map((part) => `k8s.io/${part} => k8s.io/${part} v0.34.0`),
    programs: Object.fromEntries(NAMES.map((name) => [name, `k8s.io/kubernetes/cmd/${name}`])),
    flags: VERSION_FLAGS,
  },
  { module: "go.etcd.io/etcd/server/v3 v3.6.13", programs: { etcd: "go.etcd.io/etcd/server/v3" } },
  { module: "helm.sh/helm/v3 v3.18.6", programs: { helm: "helm.sh/helm/v3/cmd/helm" } },
  { module: "github.com/coredns/coredns v1.12.4", main: dnsServer(), programs: { coredns: "." } },
];

/** With what a cluster needs of its plugins: the order of the list is theirs. */
function dnsServer() {
  const plugins = ["bind", "errors", "cache", "kubernetes"];
  return `package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
${plugins.map((each) => `	_ "github.com/coredns/coredns/plugin/${each}"`).join("\n")}
)

func init() { dnsserver.Directives = []string{${plugins.map((each) => `"${each}"`).join(", ")}} }
func main() { coremain.Run() }
`;
}

/** @returns folder with all programs */
export function programs() {
  for (const set of SETS) if (!isBuilt(set)) build(set);
  return CACHE;
}

function isBuilt({ programs: names }: GoModule) {
  return Object.keys(names).every((name) => existsSync(path.join(CACHE, name)));
}

/** @throws Error with what Go said */
function build(set: GoModule) {
  console.error(`building ${set.module}, once (minutes)`);
  const folder = path.join(CACHE, `build-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    writeModule(folder, set);
    go(folder, "mod", "tidy");
    const flags = ["-s", "-w", ...(set.flags ?? [])].join(" ");
    for (const [name, place] of Object.entries(set.programs)) {
      go(folder, "build", "-ldflags", flags, "-o", path.join(folder, name), place);
      renameSync(path.join(folder, name), path.join(CACHE, name));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A module that needs that one, with a source that imports what is built: so `go mod tidy` finds the versions of all the rest. */
function writeModule(folder: string, { module, replaced = [], programs: built, main }: GoModule) {
  const replacing = replaced.length === 0 ? "" : `\nreplace (\n\t${replaced.join("\n\t")}\n)\n`;
  const text = `module example.com/cluster\n\ngo 1.25.0\n\nrequire ${module}\n${replacing}`;
  writeFileSync(path.join(folder, "go.mod"), text);
  const imports = Object.values(built)
    .map((each) => `import _ "${each}"`)
    .join("\n");
  const source = main ?? `//go:build tools\n\npackage cluster\n\n${imports}\n`;
  writeFileSync(path.join(folder, "main.go"), source);
}

function go(cwd: string, ...words: readonly string[]) {
  execFileSync("go", words, { cwd, env: { ...process.env, CGO_ENABLED: "0" }, stdio: "pipe" });
}
