/** Fields of each kind of `database.deploy`, which says where the database under test comes from. */
import { z } from "zod";
import { cpuList } from "./cpu-list.ts";
import { duration } from "./duration.ts";
import { gotValue } from "./issue-words.ts";
import { LocaleField, localeMisfit } from "./locale.ts";
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

const LocalFields = z.strictObject({
  bin: z
    .string()
    .optional()
    .describe(
      "Folder with initdb and postgres (default: $PG_BIN, else the one on the PATH, else the newest PostgreSQL of this machine, else a download).",
    ),
  version: z
    .number()
    .int()
    .min(13)
    .max(18)
    .optional()
    .describe(
      "Major version of PostgreSQL, 13 to 18. It is taken from this machine if it is installed, else downloaded (default: any).",
    ),
  settings: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .describe(
      "Settings of postgresql.conf, applied over Plumbline's own (docs/decisions/002-local-settings.md).",
    ),
  locale: LocaleField.optional().describe(
    "Locale of the databases, which orders text: en_US.utf8, as in the postgres images, or { provider: icu, name: en-US } (default: C, where any index serves LIKE 'a%').",
  ),
  cache: z
    .union([z.literal(false), byteSize], {
      error: ({ input }) => `expected false or a size such as 20GB or 512MiB, got ${JSON.stringify(input)}`,
    })
    .optional()
    .describe(
      "Space for loaded data that later runs can use again, in ~/.cache/plumbline/data, for example 40GiB; false keeps and uses none (default: 10GiB). The environment variable PLUMBLINE_CACHE, off or a size, overrides it.",
    ),
});

const Local = LocalFields.superRefine(({ locale, version }, context) => {
  const misfit = locale === undefined || version === undefined ? null : localeMisfit(locale, version);
  if (misfit !== null) context.addIssue({ code: "custom", message: misfit, path: ["locale"] });
});

const startLimit = duration(
  "How long the server may take until it accepts connections (default: 2m).",
).optional();

const Command = z.strictObject({
  build: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Shell command that builds the database, once for each arm, in its source tree. PLUMBLINE_BUILD is set to a number that differs for each build and is the same for base and head.",
    ),
  "build-timeout": duration("How long a build may take (default: 2h).").optional(),
  rebuild: z
    .enum(REBUILDS)
    .default("never")
    .describe(
      "Build both arms again for each look, or for each session, so that the layout of code in memory varies between them. It needs a `build` that orders what it links by $PLUMBLINE_BUILD. Builds do not count towards `measure.budget`.",
    ),
  start: z
    .string()
    .describe(
      "Shell command that starts the server in the foreground. It gets PLUMBLINE_PORT and PLUMBLINE_DATA, a folder that is empty at the first start and, in each session, a copy of the loaded data.",
    ),
  url: urlWith("PLUMBLINE_PORT", "PLUMBLINE_DATA").describe(
    "Connection URL of the started server. $PLUMBLINE_PORT is filled in.",
  ),
  stop: z
    .string()
    .optional()
    .describe(
      "Shell command that stops the server and waits until it has ended, with the environment of `start` (default: SIGTERM to every process that `start` started; after a session, SIGQUIT to a PostgreSQL, which shuts it down at once). Processes left 5 s after a session or 30 s after the load get SIGKILL.",
    ),
  env: z
    .record(z.string(), z.string())
    .default({})
    .describe("Environment of these commands. For what logs hide of it, see docs/threat-model.md, Secrets."),
  timeout: duration(
    "How long the server may take until it accepts connections, and `stop` until the server has ended (default: 2m).",
  ).optional(),
});

const Docker = z
  .strictObject({
    image: z.string().min(1).describe("Image of the server, for example postgres:17."),
    url: urlWith("PLUMBLINE_HOST", "PLUMBLINE_PORT").describe(
      "Connection URL of the started server. $PLUMBLINE_HOST and $PLUMBLINE_PORT are filled in: the container's own address if it can be reached, else its port published on 127.0.0.1.",
    ),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .default(5432)
      .describe("Port the server listens on inside the container."),
    args: z.array(z.string()).default([]).describe("Arguments after the image: [-c, fsync=off]."),
    env: z
      .record(z.string(), z.string())
      .default({})
      .describe("Environment of the container. For what logs hide of it, see docs/threat-model.md, Secrets."),
    data: z
      .string()
      .startsWith("/", { error: "expected a path that begins with /: it is one inside the container" })
      .optional()
      .describe(
        "Folder inside the container with all data. It is loaded once, and each session gets a copy, made with the image's own cp (default: each session loads its own data).",
      ),
    cpus: cpuList.optional().describe("CPUs the container runs on: 2-3,6."),
    memory: z.string().optional().describe("Memory limit, in docker's notation: 4g."),
    "shm-size": z.string().optional().describe("Size of /dev/shm, in docker's notation: 1g."),
    program: z
      .string()
      .min(1)
      .default("docker")
      .describe("Program that runs containers: docker, podman, or a path."),
    timeout: startLimit,
  })
  .refine(
    ({ url }) => /\$\{?PLUMBLINE_(?:HOST|PORT)\b/.test(url),
    "url names neither $PLUMBLINE_HOST nor $PLUMBLINE_PORT, and so another server than the container's",
  );

const waitProblem = ({ input }: Readonly<{ input?: unknown }>) =>
  `expected KIND/NAME or KIND/NAME CONDITION, such as statefulset/db, got ${gotValue(input)}`;

const Kubernetes = z
  .strictObject({
    apply: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .transform((value) => (typeof value === "string" ? [value] : value))
      .default([])
      .describe("Manifests in the arm's checkout: files, folders, or folders with a kustomization."),
    helm: z
      .strictObject({
        chart: z.string().min(1).describe("Folder, archive, name within repo, or oci://..."),
        repo: z.string().optional().describe("URL of the chart's repository."),
        version: z.string().optional().describe("Version of the chart."),
        values: z.array(z.string()).default([]).describe("Files in the arm's checkout with values."),
      })
      .optional()
      .describe("Chart to install, as the release db."),
    wait: z
      .array(z.string().regex(/^[\w.-]+\/[\w.-]+( \S+)?$/, { error: waitProblem }))
      .default([])
      .describe(
        "Objects that must be ready: `statefulset/db` waits for its rollout, `cluster/db condition=Ready` for the condition, as `kubectl wait --for` takes it.",
      ),
    service: z.string().min(1).describe("Service that receives the load."),
    port: z.int().min(1).max(65_535).default(5432).describe("Port of the service."),
    access: z
      .enum(["service", "port-forward"])
      .default("service")
      .describe(
        "How to reach the service: by its name, from within the cluster; or by kubectl port-forward, which is slower than most servers and only good for trying things out.",
      ),
    secret: z
      .strictObject({
        name: z
          .string()
          .min(1)
          .describe("Name of the Secret, in the namespace of the manifests or the chart."),
        key: z.string().min(1).default("password").describe("Entry of the Secret that holds the password."),
      })
      .optional()
      .describe("Secret that $PLUMBLINE_PASSWORD is read from."),
    url: urlWith("PLUMBLINE_HOST", "PLUMBLINE_PORT", "PLUMBLINE_NAMESPACE", "PLUMBLINE_PASSWORD").describe(
      "Connection URL. $PLUMBLINE_HOST, $PLUMBLINE_PORT, $PLUMBLINE_NAMESPACE and $PLUMBLINE_PASSWORD are filled in.",
    ),
    context: z.string().optional().describe("Context of kubectl's configuration (default: the current one)."),
    timeout: duration(
      "How long everything may take until the server accepts connections (default: 15m).",
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
      .describe("Fresh PostgreSQL cluster for each session, from the binaries on this machine."),
    command: Command.optional().describe("Server that your own commands build and start."),
    docker: Docker.optional().describe("Server in a container, a new one for each session (docker, podman)."),
    kubernetes: Kubernetes.optional().describe(
      "Server that manifests or a chart create in a cluster, in a namespace for each arm. Sessions are not fresh.",
    ),
    url: z
      .string()
      .optional()
      .describe(
        "Database that is already running. Sessions are not fresh. Its own tables are left alone: with database.setup, everything happens in extra databases (NAME_plumbline_1_head ...), which are dropped at the end; the user must be allowed to create databases. Those lack the extensions, schemas and ALTER DATABASE ... SET of the original, so the set-up SQL must create what it needs.",
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
