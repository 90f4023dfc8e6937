/** The examples give the action only inputs that it has, read only outputs that it sets, and ask for no right that they do not need. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { fieldsIn } from "../../../src/config/fields.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { asWorkloads, gridOf } from "../../../src/config/sweep.ts";
import { checkWorkloads } from "../../../src/config/workloads.ts";
import { OUTPUTS } from "../../../src/io/host/actions.ts";
import { CATALOG } from "../../support/describe.ts";
import { sharedFolder, temporaryFolder } from "../../support/temporary-folder.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../docs/examples");
const INPUTS = fieldsIn("action").map(({ name }) => name);
const OUTPUT_NAMES: readonly string[] = OUTPUTS.map(({ name }) => name);

type Step = Readonly<{ uses?: string; with?: Record<string, unknown> }>;
type Concurrency = Readonly<{ group: string; "cancel-in-progress": boolean }>;
type Job = Readonly<{ if?: string; concurrency?: Concurrency; steps: Step[] }>;
type Workflow = Readonly<{
  permissions: Record<string, string>;
  concurrency?: Concurrency;
  jobs: Record<string, Job>;
}>;

const yamlIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".yml"));

/** Least permissions of each situation: whoever adds one has to say it here, too. */
const PERMISSIONS: Readonly<Record<string, Record<string, string>>> = {
  "pull-request.yml": { contents: "read", "pull-requests": "write", checks: "write" },
  "fork-measure.yml": { contents: "read" },
  "fork-publish.yml": { actions: "read", "pull-requests": "write", checks: "write" },
  "accept.yml": { "pull-requests": "write", checks: "write" },
  // The branch that is the store.
  "git-store.yml": { contents: "write", "pull-requests": "write", checks: "write" },
  "history-on-main.yml": { contents: "read", "pull-requests": "write", issues: "write" },
  "self-hosted.yml": { contents: "read", "pull-requests": "write", checks: "write" },
  "command-target.yml": { contents: "read", "pull-requests": "write", checks: "write" },
  "merge-queue.yml": { contents: "read", "pull-requests": "write", checks: "write" },
  // Each job has its own; see below.
  "on-request.yml": {},
  "pages.yml": { contents: "read", pages: "write", "id-token": "write" },
  "url-target.yml": { contents: "read", checks: "write" },
  "matrix.yml": { contents: "read" },
};

/** They call the command line in the action's place: what is asked for is none of its step's business. */
const CALLS: Readonly<Record<string, RegExp>> = {
  "pages.yml": /plumbline\/dist\/cli\.js" render --as site/,
  "matrix.yml": /plumbline\/dist\/cli\.js" shard --plan/,
};

/** What fetches a package by its name and runs it, or its install scripts: who holds the name gets what the job holds. */
const FROM_A_REGISTRY =
  /\b(?:npx|bunx|uvx|pipx)\b|\b(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|create|install|i|add|ci)\b|\bpip3? install\b/;
/** This repository as an example names it, with what is taken of it; a release writes its tag there. */
const PLUMBLINE = /(?:plumbline\/plumbline@|git clone .*--branch )([\w.]+\w)/g;

it("no page asks to run the npm package, which nobody can have before the first release", () => {
  const root = path.resolve(FOLDER, "../..");
  const docs = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" });
  const pages = docs.filter((name) => /\.(?:md|ya?ml)$/.test(name)).map((name) => path.join("docs", name));
  for (const page of ["README.md", "SECURITY.md", "action.yml", ...pages]) {
    const text = readFileSync(path.join(root, page), "utf8");
    expect(text, page).not.toMatch(/(?:npx|exec|dlx|install|add|-g)\s+(?:--?[\w=-]+\s+)*@?plumbline\b/);
  }
});

describe.each(yamlIn(FOLDER))("%s", (name) => {
  const text = readFileSync(path.join(FOLDER, name), "utf8");
  const workflow: Workflow = parse(text);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const own = steps.filter(({ uses }) => uses?.startsWith("plumbline/plumbline@"));
  const checkout = steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));

  it("uses the action with inputs that it has", () => {
    const call = CALLS[name];
    if (call === undefined) expect(own).not.toHaveLength(0);
    else expect(text).toMatch(call);
    for (const step of own) expect(INPUTS).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
  });

  it("runs no package by a registry's name, and of this repository one state", () => {
    expect(text).not.toMatch(FROM_A_REGISTRY);
    expect(new Set([...text.matchAll(PLUMBLINE)].map(([, ref]) => ref)).size).toBe(1);
    const clones = text.match(/git clone .*/g) ?? [];
    for (const clone of clones)
      expect(clone).toMatch(
        /^git clone --quiet --depth 1 --branch \S+ https:\/\/github\.com\/plumbline\/plumbline "/,
      );
    expect(clones).toHaveLength(text.match(/name: Plumbline's command line/g)?.length ?? 0);
  });

  it("reads outputs that it sets", () => {
    const read = [...text.matchAll(/steps\.plumbline\.outputs\.([\w-]+)/g)].map((match) => match[1]!);
    expect(OUTPUT_NAMES).toEqual(expect.arrayContaining(read));
  });

  it("cancels no other workflow's runs", () => {
    const groups = [workflow, ...Object.values(workflow.jobs)].flatMap(({ concurrency }) =>
      concurrency === undefined ? [] : [concurrency.group],
    );
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatch(/^\$\{\{ github\.workflow \}\}/);
  });

  it("asks for the least permissions", () => {
    expect(workflow.permissions).toEqual(PERMISSIONS[name]);
  });

  it.runIf(checkout)(
    "gets the whole history, and leaves no token where the measured code could read it",
    () => {
      const { ref, ...rest } = checkout?.with ?? {};
      // Where nothing is measured, no such code runs, and the store is fetched with the token.
      const measured = { "fetch-depth": 0, "persist-credentials": false };
      expect(rest).toEqual(name === "pages.yml" ? {} : measured);
      expect(ref).toBe(name === "on-request.yml" ? "$" + "{{ needs.ask.outputs.head }}" : undefined);
    },
  );
});

it("fork-publish.yml runs nothing but the download and the publishing", () => {
  const { jobs }: Workflow = parse(readFileSync(path.join(FOLDER, "fork-publish.yml"), "utf8"));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.map(({ uses }) => uses?.split("@")[0])).toEqual([
    "actions/download-artifact",
    "plumbline/plumbline",
  ]);
  // Of the run before it, which the workflow runner of the tests does not tell from its own.
  expect(steps[0]?.with).toMatchObject({ "run-id": expect.any(String), "github-token": expect.any(String) });
  expect(steps[1]?.with).toEqual({ publish: expect.any(String) });
});

/**
 * Of the runs of one group GitHub lets one wait and cancels those that waited before it.
 * Source: https://docs.github.com/en/actions/using-jobs/using-concurrency
 */
it("on-request.yml: no comment is lost in a queue in which one waits at most, neither its answer nor its report", () => {
  const text = readFileSync(path.join(FOLDER, "on-request.yml"), "utf8");
  const { concurrency, jobs }: Workflow = parse(text);
  expect([concurrency, jobs["ask"]?.concurrency, jobs["publish"]?.concurrency]).toEqual(
    Array(3).fill(undefined),
  );
  // A newer comment has the same pull request measured in its place.
  expect(jobs["measure"]?.concurrency).toMatchObject({ "cancel-in-progress": true });
});

it("on-request.yml: the job that runs the pull request's code has no right and no secret, the others run none of it", () => {
  const text = readFileSync(path.join(FOLDER, "on-request.yml"), "utf8");
  const { jobs }: { jobs: Record<string, Job & { permissions: object }> } = parse(text);
  expect(text).not.toContain("secrets.");
  expect(jobs["measure"]?.permissions).toEqual({ contents: "read" });
  expect(jobs["publish"]?.permissions).toEqual({ "pull-requests": "write", checks: "write" });
  expect(jobs["ask"]?.permissions).toEqual({ actions: "write", "pull-requests": "write", checks: "write" });
  for (const name of ["ask", "publish"]) {
    const used = jobs[name]!.steps.map(({ uses }) => uses?.split("@")[0]);
    expect(used.filter((each) => each !== "actions/download-artifact")).toEqual(["plumbline/plumbline"]);
  }
});

it("matrix.yml: all shards run at once, and their token is a secret that no job passes on", () => {
  const text = readFileSync(path.join(FOLDER, "matrix.yml"), "utf8");
  const { jobs }: { jobs: Record<string, Job & { outputs?: object; strategy?: object }> } = parse(text);
  expect(Object.keys(jobs["plan"]?.outputs ?? {})).toEqual(["coordinator", "indexes", "shards"]);
  const shards = Number(/SHARDS: (\d+)/.exec(text)?.[1]);
  expect(jobs["shard"]?.strategy).toMatchObject({ "fail-fast": false, "max-parallel": shards });
  expect(JSON.stringify(jobs["shard"])).toContain("secrets.PLUMBLINE_SHARD_TOKEN");
});

it("accept.yml runs nothing but the accepting, for the action's own label", () => {
  const { jobs }: Workflow = parse(readFileSync(path.join(FOLDER, "accept.yml"), "utf8"));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.map(({ uses }) => uses?.split("@")[0])).toEqual(["plumbline/plumbline"]);
  const label = fieldsIn("action").find(({ name }) => name === "accept-label")?.default;
  expect(JSON.stringify(jobs)).toContain(`github.event.label.name == '${label}'`);
});

it.each(["accept.yml", "self-hosted.yml"])("%s: events that its condition skips cancel nothing", (name) => {
  const workflow: Workflow = parse(readFileSync(path.join(FOLDER, name), "utf8"));
  expect(workflow.concurrency).toBeUndefined();
  for (const job of Object.values(workflow.jobs)) {
    expect(job.if).toBeDefined();
    expect(job.concurrency).toBeDefined();
  }
});

it("accept.yml: no decision replaces another", () => {
  const { jobs }: Workflow = parse(readFileSync(path.join(FOLDER, "accept.yml"), "utf8"));
  expect(jobs["accept"]?.concurrency?.group).toBe(
    "$" + "{{ github.workflow }}-$" + "{{ github.event.comment.id || github.run_id }}",
  );
});

it("pages.yml follows git-store.yml by its name, and runs nothing of what it measured", () => {
  const [store, pages] = ["git-store.yml", "pages.yml"].map((name) =>
    parse(readFileSync(path.join(FOLDER, name), "utf8")),
  );
  expect(pages.on.workflow_run.workflows).toEqual([store.name]);
  expect(JSON.stringify(pages)).not.toMatch(/head_(?:branch|sha|commit)/);
});

it.each([
  ["fork-measure.yml", "fork-publish.yml"],
  ["on-request.yml", "on-request.yml"],
])(
  "%s names its artifact by job and place in the matrix, and %s downloads all of them",
  (measures, publishes) => {
    const using = (name: string, action: string) => {
      const { jobs }: Workflow = parse(readFileSync(path.join(FOLDER, name), "utf8"));
      const steps = Object.values(jobs).flatMap((job) => job.steps);
      return steps.find(({ uses }) => uses?.startsWith(action))?.with ?? {};
    };
    const { name } = using(measures, "actions/upload-artifact@");
    const { pattern, path: place, ...rest } = using(publishes, "actions/download-artifact@");
    const jobAndPlace = "$" + "{{ github.job }}-$" + "{{ strategy.job-index }}";
    expect(name).toBe(String(pattern).replace(/\*$/, jobAndPlace));
    // Of its own, and each artifact in a folder.
    expect(place).toMatch(/^\$\{\{ runner\.temp \}\}\/[\w-]+$/);
    expect(rest).not.toHaveProperty("merge-multiple");
  },
);

it("fork-publish.yml follows fork-measure.yml by its name", () => {
  const [measure, publish] = ["fork-measure.yml", "fork-publish.yml"].map((name) =>
    parse(readFileSync(path.join(FOLDER, name), "utf8")),
  );
  expect(publish.on.workflow_run.workflows).toEqual([measure.name]);
});

it("experiments/threads-sweep.yml is a grid of options that there are", () => {
  const config = parseConfig(
    readFileSync(path.join(FOLDER, "experiments/threads-sweep.yml"), "utf8"),
    "f.yml",
  );
  const grid = gridOf(config, { over: {}, workloads: [], targets: [] });
  expect(grid.points.map(({ values }) => values["threads"])).toEqual([1, 2, 5, 10, 25, 50, 100, 175]);
  expect(() => checkWorkloads(asWorkloads(config, grid, "sweep"), CATALOG)).not.toThrow();
});

/** Their commands are run by hand: each takes a server and half a minute. */
it.each(yamlIn(path.join(FOLDER, "experiments")))(
  "experiments/%s names its commands, and options that there are",
  (name) => {
    const text = readFileSync(path.join(FOLDER, "experiments", name), "utf8");
    const config = parseConfig(text, name);
    expect(() => checkWorkloads(config, CATALOG)).not.toThrow();
    expect(text).toMatch(
      new RegExp(`^#   plumbline (?:run --config|sweep) docs/examples/experiments/${name}`, "m"),
    );
    expect(text).toMatch(/^# At full size/m);
    // What a reader must change there, and what the command line refuses to do without.
    const full = text.slice(text.search(/^# At full size/m));
    expect(full).toContain("`deploy.url`");
    if (/--listen/.test(full)) expect(full).toContain("export PLUMBLINE_SHARD_TOKEN");
  },
);

/** What a scaled-down experiment has less of. */
const SIZES = new Set([
  "tables",
  "table-size",
  "threads",
  "insert-count",
  "warehouses",
  "max-written-key",
  "num-unique-keys",
]);

it.each(yamlIn(path.join(FOLDER, "experiments")))(
  "experiments/%s is a suite of full size, but for sizes",
  (name) => {
    const read = (place: string) => {
      const text = readFileSync(path.join(FOLDER, place), "utf8");
      const config = parseConfig(text, place);
      expect(() => checkWorkloads(config, CATALOG)).not.toThrow();
      return { text, workloads: config.workloads };
    };
    const { text, workloads } = read(`experiments/${name}`);
    const suites = [...text.matchAll(/docs\/examples\/(suites\/[\w-]+\.yml)/g)].map((match) => match[1]!);
    const full = suites.flatMap((suite) => read(suite).workloads);
    for (const { run, options } of workloads) {
      const kept = Object.fromEntries(Object.entries(options).filter(([option]) => !SIZES.has(option)));
      expect(full).toContainEqual(expect.objectContaining({ run, options: expect.objectContaining(kept) }));
    }
  },
);

it("configs/command.yml makes a cluster the first time, and starts copies of it as they are", () => {
  const text = readFileSync(path.join(FOLDER, "configs/command.yml"), "utf8");
  const { deploy } = parseConfig(text, "command.yml").database;
  const tree = temporaryFolder();
  mkdirSync(path.join(tree, "installed/bin"), { recursive: true });
  // What they do matters less than when they are asked to.
  const programs = { initdb: 'echo 15 > "$PLUMBLINE_DATA/PG_VERSION"', postgres: ":" };
  for (const [name, does] of Object.entries(programs)) {
    const text = `#!/bin/sh\necho ${name} >> calls\n${does}\n`;
    writeFileSync(path.join(tree, "installed/bin", name), text, { mode: 0o755 });
  }
  const env = { ...process.env, PLUMBLINE_DATA: tree, PLUMBLINE_PORT: "1" };
  const start = deploy.kind === "command" ? deploy.start : "";
  for (let session = 0; session < 2; session++) execFileSync("sh", ["-c", start], { cwd: tree, env });
  expect(readFileSync(path.join(tree, "calls"), "utf8")).toBe("initdb\npostgres\npostgres\n");
});

describe.each(yamlIn(path.join(FOLDER, "configs")))("configs/%s", (name) => {
  it("is a config file, of workloads and options that there are", () => {
    const config = parseConfig(readFileSync(path.join(FOLDER, "configs", name), "utf8"), name);
    expect(config.workloads).not.toHaveLength(0);
    expect(() => checkWorkloads(config, CATALOG)).not.toThrow();
  });
});

it.each(yamlIn(path.join(FOLDER, "configs")))(
  "configs/%s names manifests and values that are beside it",
  (name) => {
    const { deploy } = parseConfig(readFileSync(path.join(FOLDER, "configs", name), "utf8"), name).database;
    const files = deploy.kind === "kubernetes" ? [...deploy.apply, ...(deploy.helm?.values ?? [])] : [];
    for (const file of files) {
      const documents = parseAllDocuments(readFileSync(path.join(FOLDER, file), "utf8"));
      expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
      if (deploy.kind !== "kubernetes" || !deploy.apply.includes(file)) continue;
      const manifest = { apiVersion: expect.any(String), kind: expect.any(String), metadata: { name: "db" } };
      expect(documents.map((document) => document.toJS())).toEqual([expect.objectContaining(manifest)]);
    }
  },
);

describe("deploy/plumbline.Dockerfile", () => {
  const root = path.resolve(FOLDER, "../..");
  const text = readFileSync(path.join(FOLDER, "deploy/plumbline.Dockerfile"), "utf8");
  const [, building = "", final = ""] = text.split(/^FROM /m);
  const image = sharedFolder();

  /** As an engine does it: of a folder its contents. @param from where the sources' paths begin */
  function copy(from: string, words: string): void {
    const places = words.trim().split(/\s+/);
    const target = places.at(-1)!;
    for (const source of places.slice(0, -1).map((each) => path.join(from, each))) {
      const isFolder = statSync(source).isDirectory();
      const name = target.endsWith("/") && !isFolder ? path.basename(source) : "";
      cpSync(source, path.join(image, target, name), { recursive: true, preserveTimestamps: true });
    }
  }
  const copies = (stage: string) => [...stage.matchAll(/^COPY (?!--from)(.*)$/gm)].map(([, words]) => words!);

  it("builds the load generator from its sources, with nothing that this machine has built", () => {
    for (const words of copies(building)) copy(root, words);
    const sources = path.join(image, "src/runner-native");
    expect(existsSync(path.join(sources, "build"))).toBe(false);
    const make = execFileSync("make", ["--dry-run", "-C", sources], { encoding: "utf8" });
    expect(make).toContain("-o build/plumbline-load ");
    expect(building).toContain("RUN make -C /src/runner-native");
  });

  it("has a plumbline that runs from its files alone, and finds the program that was built", () => {
    for (const words of copies(final)) copy(root, words);
    const [, built, place] = /^COPY --from=build (\S+) (\S+)$/m.exec(final)!;
    expect(built).toBe("/src/runner-native/build/plumbline-load");
    expect(final).toContain(`ENV PLUMBLINE_LOAD=${place}`);
    const bin = path.join(image, "usr/local/bin");
    mkdirSync(bin, { recursive: true });
    const [, links] = /^RUN (ln .*)$/m.exec(final)!;
    execFileSync("sh", ["-ec", links!.replaceAll(/ (?=\/)/g, ` ${image}`)]);
    const plumbline = path.join(bin, /^ENTRYPOINT \["(.*)"\]/m.exec(final)![1]!);
    const said = execFileSync(plumbline, ["shard", "--help"], { cwd: image, encoding: "utf8" });
    expect(said).toContain("JOB_COMPLETION_INDEX");
  });
});
