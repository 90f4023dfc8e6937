import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  PlumblineError
} from "./chunk-JVRPWRQJ.js";

// src/git/worktree.ts
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

// src/git/git.ts
import { execFile } from "node:child_process";
var SETTINGS = [
  // A container's checkout often belongs to another user; this folder was named by the user, and its commands are run anyway.
  ["safe.directory", "*"],
  // A worktree of ours must not trigger the hooks of the user's repository.
  ["core.hooksPath", "/dev/null"]
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
var DEFAULT_LIMIT_MS = 6e4;
function git(folder, args, { limitMs = DEFAULT_LIMIT_MS } = {}) {
  const options = { cwd: folder, env: environment(), timeout: limitMs, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile("git", [...SETTINGS, ...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve({ ok: true, text: stdout.trim() });
      const reason = error.killed ? `git ${args[0]} took longer than ${limitMs / 1e3} s` : cause(stderr) || error.message;
      resolve({ ok: false, reason, missing: error.code === "ENOENT" });
    });
  });
}
async function ask(folder, ...args) {
  const answer = await git(folder, args);
  return answer.ok ? answer.text : null;
}
function cause(stderr) {
  const lines = stderr.trim().split("\n");
  const said = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1) ?? "";
  return said.replace(/^(fatal|error): /, "");
}
function environment() {
  const env = Object.fromEntries(
    // GIT_DIR and its kin are set inside hooks and would point us at another repository than the folder's.
    Object.entries(process.env).filter(
      ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY)$/.test(name)
    )
  );
  return { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
}

// src/git/worktree.ts
var PREFIX = "plumbline-base-";
async function openWorktree(repository, sha) {
  await sweepWorktrees(repository);
  const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const tree = path.join(folder, path.basename(repository));
  const onExit = () => {
    rmSync(folder, { recursive: true, force: true });
    spawnSync("git", ["-C", repository, "worktree", "prune"], { stdio: "ignore" });
  };
  process.on("exit", onExit);
  const removeNow = async () => {
    await git(repository, ["worktree", "remove", "--force", "--force", tree]);
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    await git(repository, ["worktree", "prune"]);
    process.off("exit", onExit);
  };
  const added = await git(repository, ["worktree", "add", "--quiet", "--detach", tree, sha], {
    limitMs: 6e5
  });
  const failure = added.ok ? await checkOutSubmodules(repository, tree) : added.reason;
  if (failure !== null) {
    await removeNow();
    throw new PlumblineError("usage", `cannot check out base's commit ${sha}: ${failure}`, {
      remedy: `make room in ${tmpdir()} (or let TMPDIR name another folder), and look at \`git worktree list\``
    });
  }
  let closing;
  return {
    tree,
    close() {
      closing ??= removeNow();
      return closing;
    }
  };
}
async function checkOutSubmodules(repository, tree) {
  const status = await ask(repository, "submodule", "status");
  if (!status?.split("\n").some((line) => line !== "" && !line.startsWith("-"))) return null;
  const answer = await git(tree, ["submodule", "update", "--quiet", "--init", "--recursive"], {
    limitMs: 6e5
  });
  return answer.ok ? null : `its submodules: ${answer.reason}`;
}
async function sweepWorktrees(repository) {
  const list = await ask(repository, "worktree", "list", "--porcelain") ?? "";
  for (const [, tree] of list.matchAll(/^worktree (.+)$/gm)) {
    const folder = path.dirname(tree);
    const maker = new RegExp(`^${PREFIX}(\\d+)-`).exec(path.basename(folder));
    if (maker === null || isAlive(Number(maker[1]))) continue;
    await git(repository, ["worktree", "remove", "--force", "--force", tree]);
    await rm(folder, { recursive: true, force: true });
  }
  await git(repository, ["worktree", "prune"]);
}
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

// src/target/place/work-folder.ts
import { existsSync, readFileSync as readFileSync3, rmSync as rmSync2 } from "node:fs";
import { mkdtemp as mkdtemp2, readdir, readFile, rm as rm2, writeFile } from "node:fs/promises";
import { tmpdir as tmpdir2 } from "node:os";
import path2 from "node:path";

// src/target/postgres/server-owner.ts
import { readFileSync } from "node:fs";
import { chown } from "node:fs/promises";
var CANDIDATES = ["postgres", "nobody"];
function serverOwner(passwd = readPasswd) {
  if (process.getuid?.() !== 0) return null;
  const users = passwd().split("\n").map((line) => line.split(":"));
  for (const name of CANDIDATES) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid !== void 0 && gid !== void 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new PlumblineError(
    "target",
    "PostgreSQL refuses to run as root, and there is no other user to run it as",
    {
      remedy: "run Plumbline as an ordinary user, or create the user postgres: useradd --system postgres"
    }
  );
}
function readPasswd() {
  return readFileSync("/etc/passwd", "utf8");
}
function asOwner(owner) {
  return owner === null ? {} : { uid: owner.uid, gid: owner.gid };
}
async function giveTo(owner, file) {
  if (owner !== null) await chown(file, owner.uid, owner.gid);
}

// src/target/place/process-identity.ts
import { readFileSync as readFileSync2, readlinkSync } from "node:fs";
function identify(pid) {
  return { pid, namespace: attempt(() => readlinkSync("/proc/self/ns/pid")), startedAt: startOf(pid) };
}
function stateOf(identity) {
  const now = identify(identity.pid);
  if (identity.namespace !== now.namespace) return "out-of-sight";
  return isAlive2(identity.pid) && identity.startedAt === now.startedAt ? "running" : "ended";
}
function isAlive2(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
function attempt(read) {
  try {
    return read();
  } catch {
    return null;
  }
}
function startOf(pid) {
  return attempt(() => {
    const stat = readFileSync2(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  });
}

// src/target/place/work-folder.ts
var PREFIX2 = "plumbline-target-";
var MAKER_FILE = "maker.json";
var WorkFolder = class _WorkFolder {
  path;
  #kills = /* @__PURE__ */ new Set();
  #onExit = () => {
    for (const kill of this.#kills) kill();
    rmSync2(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  #removing;
  constructor(folder) {
    this.path = folder;
    process.on("exit", this.#onExit);
  }
  /** @param owner gets the folder, so that its servers can write to it */
  static async open(owner) {
    await sweep();
    try {
      const folder = await mkdtemp2(path2.join(tmpdir2(), PREFIX2));
      await writeFile(path2.join(folder, MAKER_FILE), JSON.stringify(identify(process.pid)));
      await giveTo(owner, folder);
      return new _WorkFolder(folder);
    } catch (cause2) {
      throw new PlumblineError("target", `cannot make a folder in ${tmpdir2()}: ${cause2.message}`, {
        remedy: "let TMPDIR name a folder that can be written and has room for the data",
        cause: cause2
      });
    }
  }
  file(...parts) {
    return path2.join(this.path, ...parts);
  }
  /** @param kill ends a server at once and without waiting; the answer takes it back */
  killAtExit(kill) {
    this.#kills.add(kill);
    return () => this.#kills.delete(kill);
  }
  /** Removes the folder with all it holds. Servers in it must have ended. */
  remove() {
    this.#removing ??= rm2(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).then(
      () => {
        process.off("exit", this.#onExit);
      }
    );
    return this.#removing;
  }
};
async function sweep() {
  const names = await readdir(tmpdir2()).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX2))) {
    const folder = path2.join(tmpdir2(), name);
    const maker = await readMaker(folder);
    if (maker === null || stateOf(maker) !== "ended") continue;
    await killServers(folder);
    await rm2(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => void 0);
  }
}
async function readMaker(folder) {
  try {
    return JSON.parse(await readFile(path2.join(folder, MAKER_FILE), "utf8"));
  } catch {
    return null;
  }
}
var KILL_LIMIT_MS = 5e3;
async function killServers(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const data = path2.join(folder, entry.name);
    const text = attempt(() => readFileSync3(path2.join(data, "postmaster.pid"), "utf8"));
    const pid = Number(text?.split("\n")[0]);
    if (text === null || !Number.isInteger(pid) || pid <= 1 || !isServerOf(pid, data)) continue;
    attempt(() => process.kill(pid, "SIGQUIT"));
    for (let waited = 0; waited < KILL_LIMIT_MS && isServerOf(pid, data); waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
function isServerOf(pid, data) {
  if (!existsSync("/proc/self/cmdline")) return isAlive2(pid);
  return attempt(() => readFileSync3(`/proc/${pid}/cmdline`, "utf8"))?.split("\0").includes(data) ?? false;
}

export {
  git,
  ask,
  openWorktree,
  sweepWorktrees,
  serverOwner,
  asOwner,
  giveTo,
  identify,
  stateOf,
  WorkFolder,
  sweep
};
