/** What the pods are given, as people and other tests rely on it; whether Kubernetes takes it: tests/integration/manifests.test.ts. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { type LoadJob, manifestsOf, yamlOf } from "../../../../src/pipeline/cluster/manifests.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const JOB: LoadJob = {
  name: "load",
  shards: 4,
  files: [
    { path: "plumbline.yml", text: "suite: oltp\n" },
    { path: "bench/own.sql", text: "SELECT 1;\n" },
  ],
  image: "registry.example/plumbline",
  cpus: 2,
  memory: "2Gi",
  port: 7500,
  token: "secret",
  deadlineSeconds: 60,
  sharedNodes: false,
  nodeSelector: { pool: "bench" },
  env: { PGPASSWORD: "p w" },
  envFrom: ["db-app"],
};

// biome-ignore lint/suspicious/noExplicitAny: objects of Kubernetes by their fields
type Objects = Readonly<Record<"ConfigMap" | "Secret" | "Job", any>>;

function objects(job: LoadJob): Objects {
  const all = parseAllDocuments(yamlOf(manifestsOf(job))).map((each) => each.toJS());
  return Object.fromEntries(all.map((each) => [each.kind, each])) as Objects;
}

it("gives the pods the plan with its files at their paths, and no secret outside of the Secret", () => {
  const { ConfigMap, Secret, Job } = objects(JOB);
  expect(ConfigMap.data).toEqual({ "file-0": "suite: oltp\n", "file-1": "SELECT 1;\n" });
  const { volumes, containers } = Job.spec.template.spec;
  expect(volumes[0].configMap.items).toEqual([
    { key: "file-0", path: "plumbline.yml" },
    { key: "file-1", path: "bench/own.sql" },
  ]);
  expect(Secret.stringData).toEqual({ token: "secret", PGPASSWORD: "p w" });
  expect(JSON.stringify([ConfigMap, Job])).not.toMatch(/p w|"secret"/);
  const named = Object.fromEntries(containers[0].env.map((each: { name: string }) => [each.name, each]));
  expect(named["PGPASSWORD"].valueFrom).toEqual({ secretKeyRef: { name: "load", key: "PGPASSWORD" } });
  expect(named["PLUMBLINE_SHARD_TOKEN"].valueFrom).toEqual({ secretKeyRef: { name: "load", key: "token" } });
  expect(containers[0].envFrom).toEqual([{ secretRef: { name: "db-app" } }]);
});

it("spreads shards over nodes, or lets them share some", () => {
  const spread = ({ Job }: Objects) => Job.spec.template.spec.topologySpreadConstraints[0];
  expect(spread(objects(JOB))).toMatchObject({ maxSkew: 1, whenUnsatisfiable: "DoNotSchedule" });
  expect(spread(objects({ ...JOB, sharedNodes: true }))).toMatchObject({
    whenUnsatisfiable: "ScheduleAnyway",
  });
});

it("is one command line for all indexes: the shell tells index 0 from the others", () => {
  const [{ command, args }] = objects(JOB).Job.spec.template.spec.containers;
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "plumbline"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const asked = (index: string) =>
    execFileSync(command[0], [...command.slice(1), ...args], {
      env: { PATH: `${folder}:/usr/bin:/bin`, JOB_COMPLETION_INDEX: index, HOME: "/tmp" },
      encoding: "utf8",
    });
  expect(asked("0")).toBe(
    "shard --plan plumbline.yml --shards 4 --listen 0.0.0.0:7500 --join-timeout 1800 --output /tmp/plumbline-out\n",
  );
  expect(asked("3")).toBe("shard --plan http://load-0.load:7500 --join-timeout 1800\n");
});
