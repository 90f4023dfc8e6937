/** Where the database under test comes from: the kinds of `database.deploy`, field by field. */
import { z } from "zod";
import { cpuList } from "./cpu-list.ts";
import { duration } from "./duration.ts";
import { nearest } from "./nearest.ts";
import { parseBytes } from "./quantity.ts";
import { REBUILDS } from "./rebuild.ts";

const byteSize = z.string().transform((value, context) => {
  const parsed = parseBytes(value);
  if (parsed !== undefined) return parsed;
  context.addIssue({
    code: "custom",
    message: `expected false or a size such as 20GB or 512MiB, got ${JSON.stringify(value)}`,
  });
  return z.NEVER;
});

/** A connection URL with variables that are filled in when the server is there; another one would be waited for in vain. */
function urlWith(...known: readonly string[]) {
  return z.string().superRefine((url, context) => {
    for (const [said, braced, plain] of url.matchAll(/\$(?:\{(PLUMBLINE_\w+)\}|(PLUMBLINE_\w+))/g)) {
      const name = braced ?? plain ?? "";
      if (known.includes(name)) continue;
      const meant = nearest(name, known);
      const help = meant === undefined ? `known here: $${known.join(", $")}` : `did you mean "$${meant}"?`;
      context.addIssue({ code: "custom", message: `nothing fills in ${JSON.stringify(said)}; ${help}` });
    }
  });
}

const Local = z.strictObject({
  bin: z
    .string()
    .optional()
    .describe(
      "folder with initdb and postgres; default: $PG_BIN, else that of the PATH, else the newest PostgreSQL of this machine, else a download",
    ),
  version: z
    .number()
    .int()
    .min(13)
    .max(18)
    .optional()
    .describe(
      "major version of PostgreSQL, 13 to 18: of this machine where it is installed, else a download; default: any",
    ),
  settings: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .describe("settings of postgresql.conf, over Plumbline's own (docs/decisions/002-local-settings.md)"),
  cache: z
    .union([z.literal(false), byteSize], {
      error: ({ input }) => `expected false or a size such as 20GB or 512MiB, got ${JSON.stringify(input)}`,
    })
    .optional()
    .describe(
      "how much loaded data is kept for later runs in ~/.cache/plumbline/data, for example 40GiB; false: none is kept or used. Default: 10GiB; PLUMBLINE_CACHE=off or a size in the environment decides over it",
    ),
});

const startLimit = duration(
  "how long the server may take until it accepts connections; default: 2m",
).optional();

const Command = z.strictObject({
  build: z
    .string()
    .min(1)
    .optional()
    .describe(
      "shell command that builds the database, once for each arm, in its source tree; gets PLUMBLINE_BUILD, a number that is another one in each build and the same for both arms",
    ),
  "build-timeout": duration("how long a build may take; default: 2h").optional(),
  rebuild: z
    .enum(REBUILDS)
    .default("never")
    .describe(
      "builds both arms anew for each look, or for each session, so that where code happens to lie in memory is not the same in all of them: for a `build` that orders what it links by $PLUMBLINE_BUILD. Builds take their time beside `measure.budget`",
    ),
  start: z
    .string()
    .describe(
      "shell command that starts the server in the foreground; gets PLUMBLINE_PORT, and PLUMBLINE_DATA: a folder that is empty at the first start, and a copy of what that left (loaded) in each session",
    ),
  url: urlWith("PLUMBLINE_PORT", "PLUMBLINE_DATA").describe(
    "connection URL of the started server; $PLUMBLINE_PORT is filled in",
  ),
  stop: z
    .string()
    .optional()
    .describe(
      "shell command that stops the server and waits until it has ended, with the environment of `start`; default: SIGTERM to all that `start` started (after a session, to a PostgreSQL, SIGQUIT: its immediate shutdown); what is left 5 s after a session or 30 s after the load gets SIGKILL",
    ),
  env: z
    .record(z.string(), z.string())
    .default({})
    .describe("environment of these commands; what is hidden of it in logs: docs/threat-model.md, Secrets"),
  timeout: duration(
    "how long the server may take until it accepts connections, and `stop` until it ends; default: 2m",
  ).optional(),
});

const Docker = z
  .strictObject({
    image: z.string().min(1).describe("of the server, for example postgres:17"),
    url: urlWith("PLUMBLINE_HOST", "PLUMBLINE_PORT").describe(
      "connection URL of the started server; $PLUMBLINE_HOST and $PLUMBLINE_PORT are filled in: the container's own address where it can be reached, else its port published on 127.0.0.1",
    ),
    port: z.int().min(1).max(65_535).default(5432).describe("that the server listens on, inside"),
    args: z.array(z.string()).default([]).describe("words behind the image: [-c, fsync=off]"),
    env: z
      .record(z.string(), z.string())
      .default({})
      .describe("environment of the container; what is hidden of it in logs: docs/threat-model.md, Secrets"),
    data: z
      .string()
      .startsWith("/")
      .optional()
      .describe(
        "folder inside that has all data: it is loaded once, and each session gets a copy, made by the image's own cp; default: each session loads its own",
      ),
    cpus: cpuList.optional().describe("CPUs that it runs on: 2-3,6"),
    memory: z.string().optional().describe("most memory, as docker reads it: 4g"),
    "shm-size": z.string().optional().describe("of /dev/shm, as docker reads it: 1g"),
    program: z.string().min(1).default("docker").describe("docker, podman, or a path"),
    timeout: startLimit,
  })
  .refine(
    ({ url }) => /\$\{?PLUMBLINE_(?:HOST|PORT)\b/.test(url),
    "url names neither $PLUMBLINE_HOST nor $PLUMBLINE_PORT, and so another server than the container's",
  );

const Kubernetes = z
  .strictObject({
    apply: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .transform((value) => (typeof value === "string" ? [value] : value))
      .default([])
      .describe("manifests of the arm's checkout: files, folders, folders with a kustomization"),
    helm: z
      .strictObject({
        chart: z.string().min(1).describe("a folder, an archive, a name within repo, or oci://..."),
        repo: z.string().optional().describe("URL of the chart's repository"),
        version: z.string().optional().describe("of the chart"),
        values: z.array(z.string()).default([]).describe("files of the arm's checkout"),
      })
      .optional()
      .describe("a chart, installed as the release db"),
    wait: z
      .array(z.string().regex(/^[\w.-]+\/[\w.-]+( \S+)?$/))
      .default([])
      .describe(
        "what is to be ready: `statefulset/db` for its rollout, `cluster/db condition=Ready` for what `kubectl wait --for` takes",
      ),
    service: z.string().min(1).describe("that the load is sent to"),
    port: z.int().min(1).max(65_535).default(5432).describe("of the service"),
    access: z
      .enum(["service", "port-forward"])
      .default("service")
      .describe(
        "by the service's name, from within the cluster; or by kubectl port-forward, which is slower than most servers and for a try alone",
      ),
    secret: z
      .strictObject({
        name: z
          .string()
          .min(1)
          .describe("of the Secret, in the namespace that the manifests or the chart are applied in"),
        key: z.string().min(1).default("password").describe("the Secret's entry that holds the password"),
      })
      .optional()
      .describe("that $PLUMBLINE_PASSWORD is read from"),
    url: urlWith("PLUMBLINE_HOST", "PLUMBLINE_PORT", "PLUMBLINE_NAMESPACE", "PLUMBLINE_PASSWORD").describe(
      "connection URL; $PLUMBLINE_HOST, $PLUMBLINE_PORT, $PLUMBLINE_NAMESPACE and $PLUMBLINE_PASSWORD are filled in",
    ),
    context: z.string().optional().describe("of kubectl's configuration; default: its current one"),
    timeout: duration(
      "how long all of it may take until the server accepts connections; default: 15m",
    ).optional(),
  })
  .refine(({ apply, helm }) => apply.length > 0 || helm !== undefined, "expected apply or helm, got neither")
  .refine(
    ({ url }) => /\$\{?PLUMBLINE_(?:HOST|PORT|NAMESPACE)\b/.test(url),
    "url names none of $PLUMBLINE_HOST, $PLUMBLINE_PORT and $PLUMBLINE_NAMESPACE, and so another server than the namespace's",
  )
  .refine(
    ({ url, secret }) => secret !== undefined || !/\$\{?PLUMBLINE_PASSWORD\b/.test(url),
    "url takes $PLUMBLINE_PASSWORD, and no secret says where that is read from",
  );

const DEPLOY_KINDS = ["local", "command", "docker", "kubernetes", "url"] as const;
export const Deploy = z
  .strictObject({
    local: Local.nullable()
      .optional()
      .describe("a fresh PostgreSQL cluster per session from the binaries on this machine"),
    command: Command.optional().describe("a server that your own commands build and start"),
    docker: Docker.optional().describe(
      "a server in a container, a new one for each session (docker, podman)",
    ),
    kubernetes: Kubernetes.optional().describe(
      "a server that manifests or a chart make in a cluster, in a namespace of the arm's own; no fresh sessions",
    ),
    url: z
      .string()
      .optional()
      .describe(
        "a database that is already running; no fresh sessions. Its own tables are left alone; with database.setup all is done in databases beside it (NAME_plumbline_1_head ...), which are dropped in the end, if the user may create databases; its extensions, schemas and ALTER DATABASE ... SET are not in those, so the set-up SQL makes what it needs",
      ),
  })
  .transform((value, context) => {
    const given = DEPLOY_KINDS.filter((kind) => value[kind] !== undefined);
    if (given.length !== 1) {
      const count = given.length === 0 ? "none" : given.join(" and ");
      context.addIssue({
        code: "custom",
        message: `expected exactly one of ${DEPLOY_KINDS.join(", ")}, got ${count}`,
      });
      return z.NEVER;
    }
    if (value.local !== undefined) return { kind: "local" as const, ...(value.local ?? { settings: {} }) };
    if (value.command !== undefined) return { kind: "command" as const, ...value.command };
    if (value.docker !== undefined) return { kind: "docker" as const, ...value.docker };
    if (value.kubernetes !== undefined) return { kind: "kubernetes" as const, ...value.kubernetes };
    return { kind: "url" as const, url: value.url! };
  });
export type Deploy = z.infer<typeof Deploy>;
