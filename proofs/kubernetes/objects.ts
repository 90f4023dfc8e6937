/** What is applied, and what suites say of it. */

const labels = { app: "pg" };
const objects = [
  { apiVersion: "v1", kind: "Secret", metadata: { name: "pg" }, stringData: { password: "secret" } },
  {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "pg" },
    spec: { selector: labels, ports: [{ port: 5432, name: "pg" }] },
  },
  {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "pg" },
    spec: {
      serviceName: "pg",
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: "pg",
              image: "plumbline.test/postgres:1",
              imagePullPolicy: "IfNotPresent",
              ports: [{ containerPort: 5432, name: "pg" }],
              readinessProbe: { exec: { command: ["pg_isready", "-h", "localhost"] }, periodSeconds: 1 },
            },
          ],
        },
      },
    },
  },
];

/** Each is JSON, which is YAML; kubectl takes a file that begins with a brace for JSON alone. */
function documents(all: readonly object[]) {
  return all.map((each) => `---\n${JSON.stringify(each)}\n`).join("");
}

/** A PostgreSQL server with its service and secret. */
export const DATABASE = documents(objects);

const RBAC = "rbac.authorization.k8s.io";
const rule = (group: string, resources: readonly string[], verbs: readonly string[]) => ({
  apiGroups: [group],
  resources,
  verbs,
});
const account = (name: string) => ({
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name, namespace: "bench" },
});
const rights = (
  kind: string,
  metadata: Readonly<{ name: string; namespace?: string }>,
  rules: readonly ReturnType<typeof rule>[],
) => [
  { apiVersion: `${RBAC}/v1`, kind, metadata, rules },
  {
    apiVersion: `${RBAC}/v1`,
    kind: `${kind}Binding`,
    metadata,
    subjects: [{ kind: "ServiceAccount", name: metadata.name, namespace: "bench" }],
    roleRef: { kind, name: metadata.name, apiGroup: RBAC },
  },
];

/** One has what docs/how-to/load-from-kubernetes.md says says is needed in a namespace, the other what docs/how-to/kubernetes.md says; no more. */
export const ACCOUNTS = ["load", "deploy"];
const rules = [
  account("load"),
  ...rights("Role", { name: "load", namespace: "bench" }, [
    rule("batch", ["jobs"], ["create", "list", "get", "delete"]),
    rule("", ["services", "configmaps", "secrets"], ["create", "list", "get", "delete"]),
    rule("", ["pods", "events"], ["get", "list"]),
    rule("", ["pods/log"], ["get"]),
    rule("", ["pods/portforward"], ["create"]),
  ]),
  account("deploy"),
  ...rights("ClusterRole", { name: "deploy" }, [
    rule("", ["namespaces"], ["create", "get", "list", "delete"]),
    rule("", ["secrets"], ["get"]),
    rule("", ["pods", "pods/log", "events"], ["get", "list"]),
    // What the manifests contain, and what is waited for.
    rule("", ["services", "secrets"], ["create", "get", "patch"]),
    rule("apps", ["statefulsets"], ["create", "get", "patch", "list", "watch"]),
    rule("", ["pods/portforward"], ["create"]),
    rule("", ["services"], ["get", "list"]),
  ]),
];
export const RIGHTS = documents(rules);

/** @param deploy of the database @param measure what else that block has, or has otherwise */
export function workloads(deploy: object, measure: object = {}) {
  return `suite: bench
database: { deploy: ${JSON.stringify(deploy)} }
workloads:
  - { name: look-up, run: oltp_point_select, options: { tables: 1, table-size: 10000, threads: 6 } }
measure: ${JSON.stringify({ sessions: 3, seconds: 3, warmup: 0.5, ...measure })}
`;
}
