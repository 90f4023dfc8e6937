#!/usr/bin/env node
// The command line of a container engine, as far as Plumbline calls it, over processes of this machine: a container is a PostgreSQL in a
// folder of FAKE_DOCKER. Options that docker 28 and podman 4 do not both have are refused, as they would refuse them.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";

const root = process.env.FAKE_DOCKER;
const bin = process.env.FAKE_DOCKER_BIN;
const isRoot = process.getuid() === 0;
const asServer = isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : [];

/** Folder in which the image keeps its data: a volume for another folder stays empty. */
const DATA = "/var/lib/postgresql/data";

const text = { type: "string" };
const many = { type: "string", multiple: true };
const yes = { type: "boolean" };
/** Options of `docker VERB --help` and `podman VERB --help`. */
const OPTIONS = {
  create: {
    label: many,
    publish: many,
    env: many,
    volume: many,
    "cpuset-cpus": text,
    memory: text,
    "shm-size": text,
  },
  start: {},
  inspect: { format: text, type: text },
  logs: { tail: text },
  stop: { time: { ...text, short: "t" } },
  rm: { force: yes, volumes: yes },
  run: { rm: yes, label: many, user: text, network: text, volume: many, entrypoint: text },
  ps: { all: yes, quiet: yes, "no-trunc": yes, filter: text },
  "volume create": { label: many },
  "volume rm": { force: yes },
  "volume ls": { quiet: yes, filter: text },
  "volume inspect": { format: text },
};

const words = process.argv.slice(2);
const verb = words[0] === "volume" ? `volume ${words[1]}` : words[0];
const { values, names } = read(words.slice(verb.split(" ").length));

/** Reads options and names; words behind the image are the container's. */
function read(args) {
  const options = OPTIONS[verb];
  if (options === undefined) fail(`unknown command: ${verb}`);
  const isLast = verb === "create" || verb === "run";
  const at = args.findIndex((word) => !word.startsWith("-"));
  const own = isLast && at >= 0 ? args.slice(0, at) : args;
  try {
    const { values: given, positionals } = parseArgs({ args: own, options, allowPositionals: true });
    return { values: given, names: isLast ? args.slice(at) : positionals };
  } catch (error) {
    return fail(error.message);
  }
}

function fail(why) {
  process.stderr.write(`Error: ${why}\n`);
  process.exit(1);
}

/** FAKE_HANGS names a verb that does its work and then does not end: a caller that interrupts it has had no answer. */
function hangIfAsked() {
  if (process.env.FAKE_HANGS !== verb) return;
  writeFileSync(path.join(root, "hangs"), "");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function place(kind, name) {
  const folder = path.join(root, kind, name);
  if (!existsSync(folder)) fail(`no such ${kind.slice(0, -1)}: ${name}`);
  return folder;
}

const load = (name) =>
  JSON.parse(readFileSync(path.join(place("containers", name), "container.json"), "utf8"));
const save = (name, container) =>
  writeFileSync(path.join(place("containers", name), "container.json"), JSON.stringify(container));
const labels = () =>
  Object.fromEntries(
    (values.label ?? []).map((label) => [
      label.slice(0, label.indexOf("=")),
      label.slice(label.indexOf("=") + 1),
    ]),
  );

function make(kind, name) {
  const folder = path.join(root, kind, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function create() {
  const [image, ...args] = names;
  if (image.startsWith("none/")) fail(`${image}: image not known`);
  const id = randomBytes(32).toString("hex");
  make("containers", id);
  const env = Object.fromEntries((values.env ?? []).map((name) => [name, process.env[name]]));
  save(id, { image, args, env, labels: labels(), volume: values.volume?.[0] ?? null, status: "created" });
  hangIfAsked();
  process.stdout.write(`pulling ${image}\n${id}\n`);
}

async function start() {
  const [id] = names;
  const container = load(id);
  const log = openSync(path.join(place("containers", id), "log"), "w");
  if (container.env.POSTGRES_PASSWORD === undefined) {
    writeFileSync(log, "Error: superuser password is not specified\n");
    return save(id, { ...container, status: "exited", code: 1 });
  }
  const [volume, inside] = container.volume?.split(":") ?? [];
  const data = inside !== DATA ? path.join(place("containers", id), "data") : place("volumes", volume);
  mkdirSync(data, { recursive: true });
  if (!existsSync(path.join(data, "PG_VERSION"))) initialise(data, container.env.POSTGRES_PASSWORD);
  const port = await freePort();
  const settings = ["-c", "unix_socket_directories=", "-c", "listen_addresses=127.0.0.1", "-p", String(port)];
  const [program, ...rest] = [
    ...asServer,
    path.join(bin, "postgres"),
    "-D",
    data,
    ...settings,
    ...container.args,
  ];
  const child = spawn(program, rest, { cwd: "/", detached: true, stdio: ["ignore", log, log] });
  child.unref();
  save(id, { ...container, status: "running", pid: child.pid, port });
}

function initialise(data, password) {
  if (isRoot) execFileSync("chown", ["postgres", data]);
  chmodSync(data, 0o700);
  const words = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile=/dev/stdin", "--no-sync"];
  const [program, ...rest] = [...asServer, path.join(bin, "initdb"), ...words];
  // A file: a program that runs as another user may not open our pipe again.
  const file = path.join(root, `password-${process.pid}`);
  writeFileSync(file, password);
  chmodSync(file, 0o644);
  execFileSync(
    program,
    rest.map((word) => word.replace("/dev/stdin", file)),
    { cwd: "/", stdio: "ignore" },
  );
  rmSync(file);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A dead child whose parent does not wait is a zombie: it has ended. */
function isAlive(pid) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Id of every image, which was pulled. */
const IMAGE_ID = `sha256:${"1".repeat(64)}`;
const DIGEST = `sha256:${"2".repeat(64)}`;

function inspect() {
  const [name] = names;
  if (values.format === "{{.Image}}") return print(IMAGE_ID);
  if (values.format === "{{json .RepoDigests}}") return print(JSON.stringify([`postgres@${DIGEST}`]));
  const label = /^\{\{index (?:\.Config)?\.Labels "(.+)"\}\}$/.exec(values.format)?.[1];
  if (label !== undefined) {
    const kind = verb === "inspect" ? "containers" : "volumes";
    const file = path.join(
      place(kind, name),
      "..",
      kind === "containers" ? `${name}/container.json` : `${name}.json`,
    );
    return print(JSON.parse(readFileSync(file, "utf8")).labels[label] ?? "");
  }
  const { status, pid = 0, port, code = 0 } = load(name);
  const isRunning = status === "running" && isAlive(pid);
  const state = {
    Status: status === "running" && !isRunning ? "exited" : status,
    Pid: isRunning ? pid : 0,
    ExitCode: code,
  };
  const network = {
    IPAddress: "",
    Ports: port === undefined ? {} : { "5432/tcp": [{ HostIp: "127.0.0.1", HostPort: String(port) }] },
  };
  return print(JSON.stringify(values.format === "{{json .State}}" ? state : network));
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

function logs() {
  process.stderr.write(readFileSync(path.join(place("containers", names[0]), "log"), "utf8"));
}

function end(id, signal) {
  const { pid } = load(id);
  if (pid === undefined) return;
  spawnSync("kill", [`-${signal}`, String(pid)]);
  while (isAlive(pid)) spawnSync("sleep", ["0.05"]);
}

function stop() {
  end(names[0], "INT");
  save(names[0], { ...load(names[0]), status: "exited", code: 0 });
}

function rm() {
  for (const id of names) {
    const folder = place("containers", id);
    end(id, "QUIT");
    rmSync(folder, { recursive: true });
  }
}

/** Copies, as the image's own cp would. */
function run() {
  if (values.entrypoint !== "cp" || names[1] !== "-a") fail("only cp -a is known");
  const [from, to] = values.volume.map((mount) => place("volumes", mount.split(":")[0]));
  execFileSync("cp", ["-a", `${from}/.`, to]);
}

/** Those that have the label that is asked for, with its value where one is. */
function list(kind) {
  const [, label, wanted] = /^label=([^=]+)(?:=(.*))?$/.exec(values.filter);
  const names = existsSync(path.join(root, kind)) ? readdirSync(path.join(root, kind)) : [];
  for (const name of names.filter((each) => !each.endsWith(".json"))) {
    const file = kind === "containers" ? `${name}/container.json` : `${name}.json`;
    const value = JSON.parse(readFileSync(path.join(root, kind, file), "utf8")).labels[label];
    if (value !== undefined && (wanted === undefined || value === wanted)) print(name);
  }
}

function ps() {
  list("containers");
}

function makeVolume() {
  const name = randomBytes(32).toString("hex");
  const folder = make("volumes", name);
  if (isRoot) execFileSync("chown", ["postgres", folder]);
  writeFileSync(`${folder}.json`, JSON.stringify({ labels: labels() }));
  hangIfAsked();
  print(name);
}

function removeVolumes() {
  for (const name of names) {
    rmSync(place("volumes", name), { recursive: true });
    rmSync(path.join(root, "volumes", `${name}.json`));
  }
}

const VERBS = {
  create,
  start,
  inspect,
  logs,
  stop,
  rm,
  run,
  ps,
  "volume create": makeVolume,
  "volume rm": removeVolumes,
  "volume ls": () => list("volumes"),
  "volume inspect": inspect,
};
await VERBS[verb]();
hangIfAsked();
