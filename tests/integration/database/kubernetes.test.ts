/** A cluster by tests/support/fake-kubectl.mjs in front of a real server: what is asked of kubectl, in which order, and that it goes away. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createKubernetesTarget, type KubernetesOptions } from "../../../src/io/database/kubernetes.ts";
import { makerText } from "../../../src/io/database/place/maker.ts";
import {
  type ScratchCluster,
  startScratchCluster,
} from "../../../src/io/database/postgres/scratch-cluster.ts";
import type { Target } from "../../../src/io/database/target.ts";
import type { LoadPlan } from "../../../src/model/load-plan.ts";
import { query } from "../../support/query.ts";

const PLAN: LoadPlan = {
  database: "plumbline_1",
  workload: "oltp_read_only",
  dialect: "postgres",
  options: {},
};
const NAMESPACE = "plumbline-0a1b2c3d-head";
const PATH = process.env["PATH"];

let server: ScratchCluster;
let cluster: string;
let tree: string;
let targets: Target[];
beforeAll(async () => {
  server = await startScratchCluster("app", new AbortController().signal);
  await query(server.url, "CREATE ROLE app SUPERUSER LOGIN PASSWORD 'p w'");
});
afterAll(async () => await server.stop());
beforeEach(async () => {
  cluster = await mkdtemp(path.join(tmpdir(), "plumbline-cluster-"));
  tree = path.join(cluster, "tree");
  mkdirSync(path.join(tree, "overlay"), { recursive: true });
  writeFileSync(path.join(tree, "db.yaml"), "kind: Cluster\n");
  writeFileSync(path.join(tree, "overlay/kustomization.yaml"), "resources: [../db.yaml]\n");
  for (const program of ["kubectl", "helm"])
    symlinkSync(
      path.resolve(import.meta.dirname, `../../support/fake-${program}.mjs`),
      path.join(cluster, program),
    );
  process.env["FAKE_CLUSTER"] = cluster;
  process.env["FAKE_CLUSTER_PORT"] = new URL(server.url).port;
  process.env["PATH"] = `${cluster}:${PATH}`;
  targets = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  expect(namespaces()).toEqual([]);
  process.env["PATH"] = PATH;
  for (const name of ["FAKE_FORWARDS", "FAKE_HANGS", "FAKE_LATE"]) delete process.env[name];
  await rm(cluster, { recursive: true, force: true });
});

const asked = () =>
  readFileSync(path.join(cluster, `${NAMESPACE}.namespace`), "utf8")
    .trim()
    .split("\n");
const namespaces = () => readdirSync(cluster).filter((name) => name.endsWith(".namespace"));

function kubernetes(options: Partial<KubernetesOptions> = {}): Target {
  const target = createKubernetesTarget({
    apply: ["overlay", "db.yaml"],
    wait: ["cluster/db condition=Ready", "statefulset/db"],
    service: "db-rw",
    port: 5432,
    access: "port-forward",
    secret: { name: "db-app", key: "password" },
    url: "postgres://app:$PLUMBLINE_PASSWORD@$PLUMBLINE_HOST:$PLUMBLINE_PORT/app",
    startLimitMs: 60_000,
    owner: { arm: "head", measurement: "0a1b2c3d-4e5f" },
    setup: [],
    tree,
    tablesOf: async () => ["t"],
    ...options,
  });
  targets.push(target);
  return target;
}

const load = async (_: LoadPlan, url: string) => {
  await query(url, "CREATE TABLE t AS SELECT 7 AS id");
};

test("manifests are applied in a namespace of the arm's own, waited for, reached, loaded and taken away", async () => {
  const target = kubernetes({ context: "bench" });
  await target.prepare([PLAN], load, () => undefined);
  const session = await target.openSession(0);
  expect(session.product).toBe("PostgreSQL");
  // What ran is named by the images of its pods.
  expect(session.build).toMatchObject({
    programs: `docker.io/library/backup@sha256:${"b".repeat(64)} docker.io/library/postgres@sha256:${"a".repeat(64)}`,
  });
  expect(await query(session.url(PLAN), "SELECT id FROM t")).toEqual([{ id: 7 }]);
  const [made = "", ...calls] = asked();
  expect(JSON.parse(made).metadata).toMatchObject({
    name: NAMESPACE,
    labels: { "app.kubernetes.io/managed-by": "plumbline" },
  });
  expect(calls.map((line) => line.replace(/--timeout=\d+s/, "--timeout"))).toEqual([
    "--context=bench apply --kustomize=overlay",
    "--context=bench apply --filename=db.yaml",
    "--context=bench wait cluster/db --for=condition=Ready --timeout",
    "--context=bench rollout status statefulset/db --timeout",
    "--context=bench get secret db-app --output=json",
    "--context=bench port-forward service/db-rw :5432 --address=127.0.0.1",
    "--context=bench get pods --output=jsonpath={.items[*].status.containerStatuses[*].imageID}",
  ]);
  await target.close();
  const gone = query(server.url, "SELECT FROM t");
  await expect(gone).rejects.toThrow(/relation "t" does not exist/);
});

test("what does not get ready is named with its events and its containers' words, which are kept", async () => {
  const keep = path.join(cluster, "out/crash-head");
  const target = kubernetes({ wait: ["cluster/never condition=Ready"], keep });
  await expect(target.prepare([PLAN], load, () => undefined)).rejects.toThrow(
    /condition on clusters\/never\nits namespace: it last said .*no such image.*Failed to pull image.*ImagePullBackOff/s,
  );
  expect(existsSync(`${keep}.log`)).toBe(true);
});

test("a secret without the key, and a name that is known within the cluster alone, are said", async () => {
  const secret = { name: "db-app", key: "pass" };
  await expect(kubernetes({ secret }).prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    message: expect.stringContaining("the secret db-app has no pass"),
    remedy: "use one of password",
  });
  const owner = { arm: "base", measurement: "0a1b2c3d" } as const;
  const outside = kubernetes({ access: "service", startLimitMs: 1, owner });
  await expect(outside.prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    message: expect.stringContaining("the service db-rw accepts no connections"),
    remedy: expect.stringContaining("within the cluster only"),
  });
});

test("namespaces of a killed Plumbline go at the next start, those of other machines stay", async () => {
  const self = JSON.parse(Buffer.from(makerText(), "base64url").toString());
  for (const [name, maker] of Object.entries({
    killed: { pid: 2 ** 22 + 1 },
    elsewhere: { pid: 2 ** 22 + 1, host: "other" },
  })) {
    const text = Buffer.from(JSON.stringify({ ...self, ...maker })).toString("base64url");
    const metadata = { name, annotations: { "plumbline/maker": text } };
    writeFileSync(path.join(cluster, `${name}.namespace`), `${JSON.stringify({ metadata })}\n`);
  }
  await kubernetes().prepare([PLAN], load, () => undefined);
  expect(namespaces()).toEqual(["elsewhere.namespace", `${NAMESPACE}.namespace`]);
  await rm(path.join(cluster, "elsewhere.namespace"));
});

/** Two of them bring their system up by a hook that waits for it, and helm for the hook: five minutes, if nobody tells it another time. */
test("a chart has the time of the whole, and its service is asked until a pod of it runs", async () => {
  process.env["FAKE_FORWARDS"] = "pending,pending";
  writeFileSync(path.join(tree, "values.yaml"), "replicas: 3\n");
  const helm = { chart: "db", repo: "https://charts.example", version: "1.2.3", values: ["values.yaml"] };
  const target = kubernetes({ apply: [], wait: [], helm, context: "bench", startLimitMs: 600_000 });
  await target.prepare([PLAN], load, () => undefined);
  const [, installed, ...others] = asked();
  expect(installed).toMatch(
    /^helm install db db --repo=https:\/\/charts\.example --version=1\.2\.3 --kube-context=bench --timeout=(600|5\d\d)s --values=values\.yaml$/,
  );
  const forwards = others.filter((line) => line.includes("port-forward"));
  expect(forwards).toHaveLength(3);
});

test("a service of which no pod runs in time is named with the time and kubectl's words", async () => {
  process.env["FAKE_FORWARDS"] = "pending";
  await expect(kubernetes({ startLimitMs: 1 }).prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    message: expect.stringMatching(
      /^the service db-rw accepts no connections 0\.001 s after its manifests were applied: kubectl port-forward: /,
    ),
    remedy: expect.stringContaining("timeout gives it more time"),
  });
});

test("a service that is not there, though all that is waited for is ready, is named with those that are", async () => {
  process.env["FAKE_FORWARDS"] = "missing,...";
  const wrong = kubernetes({ service: "db-wr", startLimitMs: 3_600_000, missingLimitMs: 1 });
  await expect(wrong.prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    message: expect.stringMatching(
      /^there is no service db-wr, though cluster\/db condition=Ready and statefulset\/db are ready: kubectl port-forward: .*services "db-wr" not found/,
    ),
    remedy: "set database.deploy.kubernetes.service to one of db, db-ro",
  });
});

test("a service that an operator makes later is waited for", async () => {
  process.env["FAKE_FORWARDS"] = "missing,missing,pending,";
  await kubernetes().prepare([PLAN], load, () => undefined);
  expect(asked().filter((line) => line.includes("port-forward"))).toHaveLength(4);
});

test.each(["wait", "rollout", "secret"])("what an operator makes later is waited for: %s", async (what) => {
  process.env["FAKE_LATE"] = `${what}:2`;
  await kubernetes().prepare([PLAN], load, () => undefined);
  expect(readFileSync(path.join(cluster, "late"), "utf8")).toBe("...");
});

test.each([
  ["wait", "cluster/db not found", "check that something makes cluster/db:"],
  ["secret", "there is no secret db-app, though", "set database.deploy.kubernetes.secret to"],
])("what nothing makes is given up, and named: %s", async (what, message, remedy) => {
  process.env["FAKE_LATE"] = what;
  const target = kubernetes({ missingLimitMs: 1, startLimitMs: 3_600_000 });
  await expect(target.prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringContaining(message),
    remedy: expect.stringContaining(remedy),
  });
});

test("a limit that is over before something is waited for is told as that", async () => {
  const late = kubernetes({ wait: ["cluster/never condition=Ready"], startLimitMs: -600_000 });
  await expect(late.prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringContaining("timed out"),
    remedy: expect.stringContaining("database.deploy.kubernetes.timeout gives it more time"),
  });
});

test("what fails midway takes its namespace along", async () => {
  const target = kubernetes({ apply: ["overlay", "none.yaml"] });
  await expect(target.prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    message: expect.stringMatching(
      /^kubectl apply: error: the path does not exist\nits namespace: it last said/,
    ),
  });
  expect(namespaces()).toEqual([`${NAMESPACE}.namespace`]);
  await target.close();
  expect(namespaces()).toEqual([]);
});

test.each(["helm", "wait", "port-forward"])(
  "an interruption in the midst of %s leaves no namespace",
  async (phase) => {
    process.env["FAKE_HANGS"] = phase;
    const interruption = new AbortController();
    const helm = { chart: "db", values: [] };
    const target = kubernetes({ helm, signal: interruption.signal });
    const preparing = target.prepare([PLAN], load, () => undefined).catch((error: Error) => error.name);
    await expect.poll(() => namespaces().length > 0 && asked().at(-1)).toContain(phase);
    interruption.abort();
    expect(await preparing).toBe("AbortError");
    await target.close();
    expect(namespaces()).toEqual([]);
  },
);

test("a kubectl that is not there is said with what to do, and without a namespace that there never was", async () => {
  process.env["PATH"] = tree;
  await expect(kubernetes().prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    message: "kubectl get: is not there",
    remedy: "install kubectl, or put it on PATH",
  });
  process.env["PATH"] = `${cluster}:${PATH}`;
});
