/** What the trials are made on: a repository with suites, a server that is there already, and accounts with the documented rights alone. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Cluster } from "./cluster.ts";
import { kubeconfig } from "./keys.ts";
import { ACCOUNTS, DATABASE, RIGHTS, workloads } from "./objects.ts";

/** @param folder is made @param cluster that runs */
export function prepare(folder: string, cluster: Cluster) {
  for (const chart of ["chart", "broken"])
    mkdirSync(path.join(folder, chart, "templates"), { recursive: true });
  for (const [name, text] of Object.entries(files())) writeFileSync(path.join(folder, name), text);
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd: folder });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  for (const name of ["db", "bench"]) cluster.kubectl(["create", "namespace", name]);
  cluster.kubectl(["--namespace", "db", "apply", "--filename", "-"], DATABASE);
  cluster.kubectl(["--namespace", "db", "rollout", "status", "statefulset/pg", "--timeout=120s"]);
  cluster.kubectl(["label", "namespace", "bench", "pod-security.kubernetes.io/enforce=restricted"]);
  cluster.kubectl(["apply", "--filename", "-"], RIGHTS);
  for (const account of ACCOUNTS) {
    const token = cluster.kubectl(["--namespace", "bench", "create", "token", account]).trim();
    writeFileSync(path.join(folder, `${account}.kubeconfig`), kubeconfig(cluster.authority, { token }));
  }
}

function files() {
  const running = { url: "postgres://postgres@pg.db.svc:5432/postgres" };
  const byForward = { access: "port-forward" };
  const manifests = { apply: "deploy.yaml" };
  const never = { wait: ["statefulset/pg jsonpath={.status.readyReplicas}=2"], timeout: "15s" };
  const suite = (more: object) => workloads({ kubernetes: target(more) });
  return {
    "deploy.yaml": DATABASE,
    "chart/Chart.yaml": "apiVersion: v2\nname: db\nversion: 0.1.0\n",
    "chart/templates/all.yaml": DATABASE,
    "broken/Chart.yaml": "apiVersion: v2\nname: db\nversion: 0.1.0\n",
    "broken/templates/all.yaml": "kind: {{ .Values.none.at.all }}\n",
    "load.yml": workloads(running, { mode: "history" }),
    // Long enough to be said in a log, and to be interrupted.
    "long.yml": workloads(running, { mode: "history", seconds: 120 }),
    "manifests.yml": suite({ ...manifests, ...byForward }),
    "by-name.yml": suite(manifests),
    "chart.yml": suite({ helm: { chart: "./chart" }, ...byForward }),
    "broken-chart.yml": suite({ helm: { chart: "./broken" }, ...byForward }),
    "no-service.yml": suite({ ...manifests, ...byForward, service: "postgres" }),
    "never.yml": suite({ ...manifests, ...never }),
  };
}

function target(more: object) {
  const url = "postgres://postgres:$PLUMBLINE_PASSWORD@$PLUMBLINE_HOST:$PLUMBLINE_PORT/postgres";
  const wait = ["statefulset/pg jsonpath={.status.readyReplicas}=1"];
  return { wait, service: "pg", secret: { name: "pg", key: "password" }, url, ...more };
}
