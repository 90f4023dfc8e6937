/** A cluster of three nodes: etcd, an API server, controllers and a scheduler, on each node containerd and a kubelet, kube-proxy and CoreDNS. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeKeys } from "./keys.ts";
import { addressOf, containerdConfig, kubeletConfig, NODES, networkConfig, RUNTIME } from "./node.ts";

const READY_SECONDS = 180;
const ETCD = "http://127.0.0.1:2379";
const LAST_LINES = 5;

export class Cluster {
  #folder;
  #kubernetes;
  #cni;
  #groups;
  #started: { name: string; child: ChildProcess; file: string }[] = [];

  /** With folders: of all its files, of Kubernetes' programs, of the plugins; and a control group of each node. */
  constructor({
    folder,
    kubernetes,
    cni,
    groups,
  }: Readonly<{ folder: string; kubernetes: string; cni: string; groups: readonly string[] }>) {
    this.#folder = folder;
    this.#kubernetes = kubernetes;
    this.#cni = cni;
    this.#groups = groups;
  }

  /** Of whoever may do everything. */
  get kubeconfig() {
    return this.#in("admin.kubeconfig");
  }

  get authority() {
    return this.#in("ca.crt");
  }

  /** @param images archives */
  async start(images: readonly string[]) {
    mkdirSync(this.#in("logs"), { recursive: true });
    this.#makeNetwork();
    makeKeys(this.#folder);
    this.#program("etcd", {
      "data-dir": this.#in("etcd"),
      "unsafe-no-fsync": true,
      "listen-client-urls": ETCD,
      "advertise-client-urls": ETCD,
    });
    for (const node of NODES) this.#startContainers(node);
    this.#startApi();
    await this.#until("the API server is ready", ["get", "--raw", "/readyz"], () => true);
    this.#startControl();
    for (const node of NODES) this.#startNode(node, images);
    this.#startNetwork();
    const ready = (text: string) => text.split("True").length > NODES.length;
    const jsonpath = '{.items[*].status.conditions[?(@.type=="Ready")].status}';
    await this.#until("all nodes are ready", ["get", "nodes", "--output", `jsonpath=${jsonpath}`], ready);
  }

  /** @returns what kubectl prints */
  kubectl(words: readonly string[], input?: string) {
    return run("kubectl", ["--kubeconfig", this.kubeconfig, ...words], input);
  }

  #in(...names: readonly string[]) {
    return path.join(this.#folder, ...names);
  }

  #write(text: string, ...names: readonly string[]) {
    const file = this.#in(...names);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  #program(
    name: string,
    flags: Readonly<Record<string, unknown>>,
    program = path.join(this.#kubernetes, name),
  ) {
    const file = this.#in("logs", `${name}.log`);
    const log = openSync(file, "a");
    const words = Object.entries(flags).map(([flag, value]) => `--${flag}=${String(value)}`);
    const child = spawn(program, words, { stdio: ["ignore", log, log] });
    this.#started.push({ name, child, file });
  }

  async #until(what: string, words: readonly string[], isSo: (text: string) => boolean) {
    for (let second = 0; second < READY_SECONDS; second++) {
      const { status, stdout } = spawnSync("kubectl", ["--kubeconfig", this.kubeconfig, ...words], {
        encoding: "utf8",
      });
      if (status === 0 && isSo(stdout)) return;
      for (const { name, child, file } of this.#started)
        if (child.exitCode !== null) throw new Error(`${name} has ended:\n${lastLines(file)}`);
      await sleep(1_000);
    }
    throw new Error(`not after ${READY_SECONDS} s: ${what}; --keep leaves the logs`);
  }

  #makeNetwork() {
    run("ip", ["link", "set", "lo", "up"]);
    for (const node of NODES) run("ip", ["addr", "add", `${addressOf(node)}/32`, "dev", "lo"]);
    run("ip", ["route", "add", "default", "dev", "lo"]);
    writeFileSync("/proc/sys/net/ipv4/ip_forward", "1");
  }

  #startContainers(node: number) {
    const folder = this.#in(`node${node}`);
    this.#write(networkConfig(node, folder), `node${node}/network/10-pods.conflist`);
    writeFileSync(path.join(folder, "runtime"), RUNTIME, { mode: 0o755 });
    const config = this.#write(containerdConfig(folder, this.#cni), `node${node}/containerd.toml`);
    this.#program(`containerd-node${node}`, { config }, "containerd");
  }

  #startApi() {
    this.#program("kube-apiserver", {
      "etcd-servers": ETCD,
      "service-cluster-ip-range": "10.96.0.0/16",
      "client-ca-file": this.authority,
      "kubelet-certificate-authority": this.authority,
      "tls-cert-file": this.#in("api.crt"),
      "tls-private-key-file": this.#in("api.key"),
      "kubelet-client-certificate": this.#in("admin.crt"),
      "kubelet-client-key": this.#in("admin.key"),
      "kubelet-preferred-address-types": "InternalIP",
      "service-account-key-file": this.#in("accounts.pub"),
      "service-account-signing-key-file": this.#in("accounts.key"),
      "service-account-issuer": "https://kubernetes.default.svc",
      "authorization-mode": "Node,RBAC",
      "advertise-address": addressOf(1),
      "bind-address": "127.0.0.1",
    });
  }

  #startControl() {
    const own = { kubeconfig: this.kubeconfig, "leader-elect": false };
    this.#program("kube-controller-manager", {
      ...own,
      "service-account-private-key-file": this.#in("accounts.key"),
      "root-ca-file": this.authority,
      "use-service-account-credentials": true,
    });
    this.#program("kube-scheduler", own);
  }

  #startNode(node: number, images: readonly string[]) {
    const folder = this.#in(`node${node}`);
    for (const image of images)
      run("ctr", [
        "--address",
        `${folder}/containerd.sock`,
        "--namespace",
        "k8s.io",
        "images",
        "import",
        image,
      ]);
    const group = this.#groups[node - 1];
    if (group === undefined) throw new Error(`node ${node} has no control group`);
    const resolvConf = this.#write("nameserver 127.0.0.1\n", "resolv.conf");
    const config = kubeletConfig({ node, folder, keys: this.#folder, group, resolvConf });
    const flags = {
      kubeconfig: this.#in(`node${node}.kubeconfig`),
      config: this.#write(config, `node${node}/kubelet.json`),
      "hostname-override": `node${node}`,
      "node-ip": addressOf(node),
      "root-dir": `${folder}/kubelet`,
    };
    this.#program(`kubelet-node${node}`, flags, path.join(this.#kubernetes, "kubelet"));
  }

  /** The addresses of services, and their names. */
  #startNetwork() {
    this.#program("kube-proxy", {
      kubeconfig: this.kubeconfig,
      "hostname-override": "node1",
      "proxy-mode": "iptables",
      // The whole machine's.
      "conntrack-max-per-core": 0,
      "cluster-cidr": "10.244.0.0/16",
    });
    const names = `.:53 {
  bind ${addressOf(1)}
  errors
  cache 1
  kubernetes cluster.local {
    kubeconfig ${this.kubeconfig} own
    ttl 1
  }
}
`;
    this.#program("coredns", { conf: this.#write(names, "Corefile") });
  }
}

function lastLines(file: string) {
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-LAST_LINES).join("\n");
}

function run(program: string, words: readonly string[], input?: string) {
  return execFileSync(program, words, { encoding: "utf8", stdio: ["pipe", "pipe", "pipe"], input });
}
