import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  percentDecoded,
  plainLine
} from "./units.js";
import {
  TIMER_MOST_MS,
  sha256,
  timeLeft,
  until
} from "./files.js";
import {
  isAlive,
  statOf
} from "./environment.js";
import {
  PlumblineError,
  external_exports,
  wordTable
} from "./zod.js";

// src/io/host/temporary.ts
import { readlinkSync, rmSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
async function makeTemporary(prefix, atExit = () => void 0) {
  await sweepTemporary(prefix);
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-${namespace()}-`));
  const onExit = () => {
    rmSync(folder, { recursive: true, force: true });
    atExit();
  };
  process.on("exit", onExit);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    process.off("exit", onExit);
  };
  return { folder, remove };
}
async function withTemporary(prefix, use) {
  const { folder, remove } = await makeTemporary(prefix);
  try {
    return await use(folder);
  } finally {
    await remove();
  }
}
function isLeft(prefix, name) {
  const [, pid, theirs] = /^(\d+)-(\d*)-/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : "") ?? [];
  return pid !== void 0 && theirs === namespace() && !isAlive(Number(pid));
}
async function sweepTemporary(prefix) {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (isLeft(prefix, name))
      await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => void 0);
  }
}
function namespace() {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    return "";
  }
}

// src/io/git/git.ts
import { writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path3 from "node:path";

// src/io/host/program.ts
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path2 from "node:path";
var GRACE_MS = 1e4;
var OUTPUT_MOST = 64 * 2 ** 20;
function timerMs(limitMs) {
  return Math.min(TIMER_MOST_MS, Math.max(0, Math.ceil(limitMs)));
}
async function runProgram(program, args, { input, limitMs, signal, graceMs = GRACE_MS, isGroup = false, ...place } = {}) {
  const limit = limitMs === void 0 ? void 0 : AbortSignal.timeout(timerMs(limitMs));
  const ends = AbortSignal.any([limit, signal].filter((each) => each !== void 0));
  const said = { stdout: "", stderr: "", words: "" };
  const answer = (code, error) => ({
    ...said,
    code,
    failure: code === 0 ? null : error?.message ?? `exit code ${code}`,
    isMissing: error?.code === "ENOENT",
    isLate: limit?.aborted === true,
    isCut: said.stdout.length === OUTPUT_MOST
  });
  if (ends.aborted) return answer(null);
  let child;
  try {
    const stdio = [input === void 0 ? "ignore" : "pipe", "pipe", "pipe"];
    child = spawn(program, args, { ...place, detached: isGroup, stdio: [...stdio] });
  } catch (error) {
    return answer(null, error);
  }
  const add = (name, text) => {
    said[name] = (said[name] + text).slice(-OUTPUT_MOST);
  };
  for (const name of ["stdout", "stderr"])
    child[name]?.setEncoding("utf8").on("data", (text) => [add(name, text), add("words", text)]);
  child.stdin?.on("error", () => void 0).end(input);
  const takeBack = endWith(child, ends, isGroup ? null : graceMs);
  const ended = await new Promise((resolve) => {
    let problem;
    child.on("error", (error) => {
      problem = error;
      if (child.pid === void 0) resolve(answer(null, error));
    });
    child.once("close", (code) => resolve(answer(code, problem)));
  });
  takeBack();
  return ended;
}
function endWith(child, ends, graceMs) {
  let killer;
  const letGo = () => [child.stdout?.destroy(), child.stderr?.destroy()];
  const end = () => {
    if (graceMs === null) killGroup(child.pid);
    else {
      child.kill();
      killer = setTimeout(() => child.kill("SIGKILL"), graceMs);
    }
    child.once("exit", letGo);
    if (child.exitCode !== null || child.signalCode !== null) letGo();
  };
  ends.addEventListener("abort", end, { once: true });
  return () => {
    clearTimeout(killer);
    ends.removeEventListener("abort", end);
  };
}
function killGroup(pid) {
  try {
    if (pid !== void 0) process.kill(-pid, "SIGKILL");
  } catch {
  }
}
function hasProgram(name) {
  const folders = (process.env["PATH"] ?? "").split(path2.delimiter);
  return folders.some((folder) => folder !== "" && isExecutable(path2.join(folder, name)));
}
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// src/io/git/git.ts
var SETTINGS = [
  // A container's checkout often belongs to another user; this folder was named by the user, and its commands are run anyway.
  ["safe.directory", "*"],
  // A worktree of ours must not trigger the hooks of the user's repository.
  ["core.hooksPath", "/dev/null"],
  // A folder of a commit may look like a bare repository, with settings that name programs, and be taken for the one that it lies in.
  ["safe.bareRepository", "explicit"]
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
var DEFAULT_LIMIT_MS = 6e4;
async function git(folder, args, {
  limitMs = DEFAULT_LIMIT_MS,
  more = {},
  input,
  signal
} = {}) {
  const env = { ...gitEnvironment(), ...more };
  const bounds = { limitMs, input, signal };
  const answer = await runOnce(folder, args, bounds, env);
  if (answer.ok || !/dubious ownership|unsafe repository/.test(answer.reason)) return answer;
  return await withTrustingHome((home) => runOnce(folder, args, bounds, { ...env, HOME: home }));
}
async function withTrustingHome(work) {
  return await withTemporary("plumbline-git-home-", async (home) => {
    const own = path3.join(homedir(), ".gitconfig");
    const settings = `[include]
	path = ${JSON.stringify(own)}
[safe]
	directory = *
`;
    await writeFile(path3.join(home, ".gitconfig"), settings);
    return await work(home);
  });
}
async function runOnce(folder, args, { limitMs, input, signal }, env) {
  const words = [...SETTINGS, ...args];
  signal?.throwIfAborted();
  const answer = await runProgram("git", words, { cwd: folder, env, input, limitMs, signal });
  signal?.throwIfAborted();
  const text = answer.stdout.trim();
  if (answer.failure === null && !answer.isCut) return { ok: true, text };
  const { stderr, isLate, isMissing: missing } = answer;
  const failure = missing ? "spawn git ENOENT" : `Command failed: git ${words.join(" ")}`;
  const late = `git ${args[0]} took longer than ${limitMs / 1e3} s`;
  return { ok: false, reason: isLate ? late : cause(stderr) || failure, text, missing };
}
async function askGit(folder, ...args) {
  const answer = await git(folder, args);
  return answer.ok ? answer.text : null;
}
function cause(stderr) {
  const lines = stderr.trim().split("\n");
  const said = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1) ?? "";
  return said.replace(/^(fatal|error): /, "");
}
function gitEnvironment() {
  const env = Object.fromEntries(
    // GIT_DIR and its kin are set inside hooks and would point us at another repository than the folder's.
    Object.entries(process.env).filter(
      ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY)$/.test(name)
    )
  );
  return { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
}

// src/io/git/credentials.ts
var tokens = /* @__PURE__ */ new Map();
function keepToken(server, token) {
  if (token !== "") tokens.set(new URL(server).origin, `x-access-token:${token}`);
}
var WITH_PASSWORD = /^(https?:\/\/)([^/:@]*):([^/]+)@(?=[^/@]*(?:\/|$))/i;
function withoutPassword(url) {
  return url.replace(WITH_PASSWORD, "$1");
}
var OF_REMOTES = "^(http|credential|url|ssh|protocol)\\.|^core\\.(sshcommand|askpass|gitproxy)$";
async function settingsFor(repository, url) {
  const own = await readSettings(repository);
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: "" };
  const words = passwordOfUrl(url) ?? tokens.get(origin);
  return words === void 0 ? own : withHeader(own, origin, words);
}
async function settingsForAll(repository) {
  const own = await readSettings(repository);
  const hasKey = own.some(([name]) => name === "core.sshcommand");
  let all = own;
  for (const [origin, words] of tokens) {
    all = withHeader(all, origin, words);
    if (!hasKey) all = [...all, [`url.${origin}/.insteadof`, `git@${new URL(origin).hostname}:`]];
  }
  return all;
}
function withHeader(settings, origin, words) {
  const name = `http.${origin}/.extraheader`;
  if (settings.some(([each]) => each === name)) return settings;
  return [...settings, [name, `AUTHORIZATION: basic ${Buffer.from(words).toString("base64")}`]];
}
function passwordOfUrl(url) {
  const [, , user = "", password] = WITH_PASSWORD.exec(url) ?? [];
  return password === void 0 ? void 0 : `${percentDecoded(user)}:${percentDecoded(password)}`;
}
async function readSettings(repository) {
  const text = await askGit(
    repository,
    "config",
    "--local",
    "--includes",
    "--null",
    "--get-regexp",
    OF_REMOTES
  );
  return (text ?? "").split("\0").filter((entry) => entry !== "").map((entry) => {
    const at = entry.indexOf("\n");
    return at < 0 ? [entry, "true"] : [entry.slice(0, at), entry.slice(at + 1)];
  });
}
function asEnvironment(settings, env) {
  const before = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  const pairs = settings.flatMap(([name, value], i) => [
    [`GIT_CONFIG_KEY_${before + i}`, name],
    [`GIT_CONFIG_VALUE_${before + i}`, value]
  ]);
  return Object.fromEntries([["GIT_CONFIG_COUNT", String(before + settings.length)], ...pairs]);
}

// src/io/load/passwords.ts
import { writeFile as writeFile2 } from "node:fs/promises";
import path4 from "node:path";
var URL_PARTS = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?/i;
function splitPassword(url) {
  const parts = URL_PARTS.exec(url);
  if (parts === null) return { url, passwords: [] };
  const [, scheme = "", userInfo = "", hosts = "", database = "", query = ""] = parts;
  const [user = "", ...rest] = userInfo.split(":");
  const parameters = query.split("&").filter((parameter) => parameter !== "");
  const inQuery = parameters.find((parameter) => parameter.startsWith("password="));
  const encoded = rest.length > 0 ? rest.join(":") : inQuery?.slice("password=".length);
  if (encoded === void 0 || encoded === "") return { url, passwords: [] };
  const isOurs = (parameter) => parameter === inQuery || parameter.startsWith("passfile=");
  const kept = parameters.filter((parameter) => !isOurs(parameter)).join("&");
  return {
    url: `${scheme}${user === "" ? "" : `${user}@`}${hosts}${database}${kept === "" ? "" : `?${kept}`}`,
    passwords: hosts.split(",").map((host) => passwordLine(host, percentDecoded(user), percentDecoded(encoded)))
  };
}
function passwordLine(host, user, password) {
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host) ?? [];
  const fields = [percentDecoded(name.replace(/^\[|\]$/g, "")), port, "", user];
  return [...fields.map((field) => field === "" ? "*" : quoteField(field)), quoteField(password)].join(":");
}
function quoteField(field) {
  return field.replace(/[\\:]/g, "\\$&");
}
var PASSWORD_PREFIX = "plumbline-pass-";
async function withPasswordFile(lines, use) {
  if (lines.length === 0) return use(null);
  return await withTemporary(PASSWORD_PREFIX, async (folder) => {
    const file = path4.join(folder, "pgpass");
    await writeFile2(file, `${lines.join("\n")}
`, { mode: 384 });
    return await use(file);
  });
}

// src/io/git/branch-folder.ts
import { appendFile, readdir as readdir3, writeFile as writeFile4 } from "node:fs/promises";
import { tmpdir as tmpdir3 } from "node:os";
import path8 from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// src/io/git/push-queue.ts
import { rmdir } from "node:fs/promises";
import { tmpdir as tmpdir2 } from "node:os";
import path7 from "node:path";

// src/io/host/lock.ts
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, lstat as lstat2, mkdir, readdir as readdir2, rm as rm2, stat, utimes, writeFile as writeFile3 } from "node:fs/promises";
import path6 from "node:path";

// src/io/host/untrusted-file.ts
import { constants as constants2 } from "node:fs";
import { lstat, open, opendir } from "node:fs/promises";
import path5 from "node:path";
async function readUntrustedFile(place, name, limitBytes) {
  const file = await isPlainFolder(place) ? path5.join(place, name) : place;
  const refuse = (why, cause2) => new PlumblineError("usage", `refused to read ${file}: ${why}`, {
    remedy: `pass a plain file that Plumbline wrote, of at most ${limitBytes / 2 ** 20} MiB`,
    cause: cause2
  });
  const flags = constants2.O_RDONLY | constants2.O_NOFOLLOW | constants2.O_NONBLOCK;
  const handle = await open(file, flags).catch((error) => {
    throw refuse(REASONS[error.code ?? ""] ?? error.message, error);
  });
  try {
    if (!(await handle.stat()).isFile()) throw refuse("it is no plain file");
    const buffer = Buffer.alloc(limitBytes + 1);
    const bytes = await readUpTo(handle, buffer);
    if (bytes > limitBytes) throw refuse(`it is larger than ${limitBytes / 2 ** 20} MiB`);
    return decodeUtf8(buffer.subarray(0, bytes)) ?? raise(refuse("it is not UTF-8 text"));
  } finally {
    await handle.close();
  }
}
async function untrustedFiles(folder, name, most) {
  const known = await lstat(folder).catch(() => null);
  if (known === null) return [];
  if (!known.isDirectory() || await lstat(path5.join(folder, name)).catch(() => null) !== null)
    return [folder];
  const names = [];
  for await (const entry of await opendir(folder)) {
    if (entry.isFile()) continue;
    names.push(entry.name);
    if (names.length > most) {
      throw new PlumblineError("usage", `there are more than ${most} folders in ${folder}`, {
        remedy: `let one workflow measure in at most ${most} jobs, and others in workflows of their own`
      });
    }
  }
  return names.sort().map((each) => path5.join(folder, each));
}
var REASONS = wordTable({
  ENOENT: "there is no such file",
  ELOOP: "it is a symbolic link",
  ENXIO: "it is no plain file",
  EACCES: "permission denied"
});
async function isPlainFolder(place) {
  return (await lstat(place).catch(() => null))?.isDirectory() ?? false;
}
async function readUpTo(handle, buffer) {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
function decodeUtf8(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
function raise(error) {
  throw error;
}

// src/io/host/lock.ts
var Holder = external_exports.object({ what: external_exports.string(), since: external_exports.string() }).readonly();
var TicketFile = external_exports.object({ identity: external_exports.unknown(), holder: Holder }).readonly();
var USUAL_FOLDER = process.platform === "win32" ? "C:\\ProgramData\\plumbline-lock" : "/tmp/plumbline-lock";
function lockFolder(env) {
  const said = env["PLUMBLINE_LOCK"];
  return said === "off" ? null : said || USUAL_FOLDER;
}
var POLL_MS = 500;
var HEARTBEAT_MS = 1e4;
var SILENCE_MOST_MS = 6 * HEARTBEAT_MS;
async function acquireLock(request) {
  await makeLockFolder(request.folder);
  const number = await drawTicket(request);
  const file = ticketFile(request.folder, number);
  const beat = setInterval(() => void touchTicket(file), HEARTBEAT_MS).unref();
  const release = async () => {
    clearInterval(beat);
    await rm2(file, { force: true });
  };
  try {
    await waitForTurn(request, number);
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}
async function waitForTurn(request, number) {
  const { limitMs, onWait } = request;
  const startedAt = performance.now();
  for (; ; ) {
    const before = (await livingTickets(request, number)).filter((other) => other.number < number);
    const [first, last] = [before[0], before.at(-1)];
    if (first === void 0 || last === void 0) return;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= limitMs) throw waitedTooLong(first.holder, limitMs);
    onWait(first.holder, waitedMs);
    await sleepWhileThere(ticketFile(request.folder, last.number), limitMs - waitedMs, request);
  }
}
async function sleepWhileThere(file, mostMs, { pollMs = POLL_MS, signal }) {
  const limitMs = Math.min(POLL_MS, mostMs);
  await until(() => !existsSync(file), { limitMs, pollMs, signal }).catch((cause2) => {
    throw new PlumblineError("interrupted", "interrupted", { cause: cause2 });
  });
}
var NUMBER_MOST = 1e15 - 1;
async function drawTicket(request) {
  const { folder, processes, what } = request;
  const holder = { what, since: (/* @__PURE__ */ new Date()).toISOString() };
  const draft = path6.join(folder, `.draft-${randomUUID()}`);
  try {
    await writeFile3(draft, JSON.stringify({ identity: processes.self, holder }));
    await chmod(draft, 420);
    for (; ; ) {
      const others = (await livingTickets(request, 0)).map((ticket) => ticket.number);
      let number = Math.max(0, ...others) + 1;
      while (number <= NUMBER_MOST && !await linkUnlessTaken(draft, ticketFile(folder, number))) number++;
      if (number > NUMBER_MOST) throw new Error(`the ticket ${others.at(-1)}.json leaves no number above it`);
      const numbers = (await livingTickets(request, number)).map((ticket) => ticket.number);
      if (Math.max(...numbers) === number) return number;
      await rm2(ticketFile(folder, number), { force: true });
    }
  } catch (error) {
    throw unusableLockFolder(folder, error);
  } finally {
    await rm2(draft, { force: true }).catch(() => void 0);
  }
}
async function linkUnlessTaken(draft, file) {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}
async function livingTickets({ folder, processes }, own) {
  const living = [];
  for (const number of (await ticketNumbers(folder)).sort((a, b) => a - b)) {
    const file = ticketFile(folder, number);
    const ticket = await readTicket(file);
    const state = ticket === null ? "out-of-sight" : processes.stateOf(ticket.identity);
    if (number === own || state === "running" || state === "out-of-sight" && await isTouchedLately(file)) {
      living.push({ number, holder: ticket?.holder ?? SOMEBODY });
    } else if (number < own) {
      await rm2(file, { force: true }).catch(() => void 0);
    }
  }
  return living;
}
var SOMEBODY = { what: "for a ticket that cannot be read", since: "" };
var TICKET_BYTES_MOST = 64 * 1024;
async function readTicket(file) {
  try {
    return TicketFile.parse(JSON.parse(await readUntrustedFile(file, "", TICKET_BYTES_MOST)));
  } catch {
    return null;
  }
}
async function isTouchedLately(file) {
  const mtimeMs = (await stat(file).catch(() => null))?.mtimeMs ?? 0;
  return Date.now() - mtimeMs < SILENCE_MOST_MS;
}
async function touchTicket(file) {
  const now = /* @__PURE__ */ new Date();
  await utimes(file, now, now).catch(() => void 0);
}
async function ticketNumbers(folder) {
  const names = await readdir2(folder);
  return names.flatMap((name) => {
    const number = /^(\d{1,15})\.json$/.exec(name)?.[1];
    return number === void 0 ? [] : [Number(number)];
  });
}
function ticketFile(folder, number) {
  return path6.join(folder, `${number}.json`);
}
async function makeLockFolder(folder) {
  try {
    const made = await mkdir(folder, { recursive: true });
    if (made !== void 0) await chmod(folder, 1023);
    if (!(await lstat2(folder)).isDirectory()) throw new Error("it is no folder");
  } catch (error) {
    throw unusableLockFolder(folder, error);
  }
}
function unusableLockFolder(folder, cause2) {
  const why = cause2 instanceof Error ? cause2.message : String(cause2);
  return new PlumblineError("machine", `cannot use the machine's lock ${folder}: ${why}`, {
    remedy: "set PLUMBLINE_LOCK to a folder that every user who measures here can write to, or set it to off",
    cause: cause2
  });
}
var StillBusy = class extends PlumblineError {
};
function waitedTooLong({ what, since }, limitMs) {
  const text = plainLine(`${what}${since === "" ? "" : ` (in line since ${since})`}`, 300);
  return new StillBusy(
    "machine",
    `this machine is busy: after ${Math.round(limitMs / 1e3)} s it still measures ${text}`,
    { remedy: "wait for it, raise lock-timeout, or measure on another machine" }
  );
}

// src/io/host/process-identity.ts
import { readlinkSync as readlinkSync2 } from "node:fs";
var ProcessIdentity = external_exports.object({ pid: external_exports.int().positive(), namespace: external_exports.string().nullable(), startedAt: external_exports.string().nullable() }).readonly();
function identify(pid) {
  return { pid, namespace: attempt(() => readlinkSync2("/proc/self/ns/pid")), startedAt: startTicks(pid) };
}
function processState(recorded) {
  const { data: identity } = ProcessIdentity.safeParse(recorded);
  if (identity === void 0) return "out-of-sight";
  const now = identify(identity.pid);
  if (identity.namespace !== now.namespace) return "out-of-sight";
  return isAlive(identity.pid) && identity.startedAt === now.startedAt ? "running" : "ended";
}
function attempt(read) {
  try {
    return read();
  } catch {
    return null;
  }
}
function startTicks(pid) {
  return statOf(pid)?.[19] ?? null;
}

// src/io/git/push-queue.ts
var PATIENCE_MS = 12e4;
var POLL_MS2 = 25;
function turnsFolder(what) {
  const name = sha256(what).slice(0, 16);
  return path7.join(tmpdir2(), `plumbline-turns-${name}`);
}
async function inTurn(what, work, patienceMs = PATIENCE_MS) {
  const folder = turnsFolder(what);
  let hasWaited = false;
  const lock = await turn(folder, patienceMs, () => {
    hasWaited = true;
  });
  try {
    return await work(hasWaited);
  } finally {
    await lock?.release().catch(() => void 0);
    await rmdir(folder).catch(() => void 0);
  }
}
async function turn(folder, limitMs, onWait) {
  const processes = { self: identify(process.pid), stateOf: processState };
  const { signal } = new AbortController();
  const request = { folder, what: "", processes, limitMs, pollMs: POLL_MS2, onWait, signal };
  return await acquireLock(request).catch((error) => {
    if (error instanceof StillBusy) onWait();
    return null;
  });
}

// src/io/git/branch-folder.ts
var BRANCH_FOLDER_PREFIX = "plumbline-branch-";
var THERE = "refs/plumbline/there";
var MARK = ".plumbline-branch";
var LIMIT_MS = 6e5;
var STANDSTILLS = 30;
var OUTRUN_MS = 9e5;
var PAUSE_MS = 2e3;
var LOST = /\[rejected\]|stale info|fetch first|cannot lock ref|reference already exists|failed to update ref/;
var BranchFolder = class _BranchFolder {
  folder;
  #repository;
  #branch;
  #url;
  #now;
  /** The remote's branch; null where it has none. */
  #there = null;
  /** True if the folder may hold files that git does not know. */
  #hasLooseFiles = false;
  /** Removes the folder. */
  close;
  constructor(repository, place, url, branch, now) {
    this.#repository = repository;
    this.folder = place.folder;
    this.close = place.remove;
    this.#url = url;
    this.#branch = branch;
    this.#now = now;
  }
  /**
   * Fetches the branch. A remote that has none is an empty folder (`isMissing`), and one that does not answer an error.
   * @param repository a folder of the repository whose remotes and credentials are used
   * @param signal ends the fetch
   * @throws PlumblineError of kind "usage" where the branch holds something else, of kind "store" with git's words for the rest
   */
  static async open(repository, { remote, branch }, now = () => /* @__PURE__ */ new Date(), signal) {
    const url = await urlOf(repository, remote);
    const place = await makeTemporary(BRANCH_FOLDER_PREFIX);
    const opened = new _BranchFolder(repository, place, url, branch, now);
    try {
      await opened.#git("init", "--quiet", ".");
      await appendFile(path8.join(place.folder, ".git/config"), SETTINGS2);
      await opened.refresh(signal);
      await opened.#assureOurs();
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }
  get isMissing() {
    return this.#there === null;
  }
  /** Brings the folder to what the remote has now. */
  async refresh(signal) {
    const ref = `refs/heads/${this.#branch}`;
    const fetch = [
      "fetch",
      "--quiet",
      "--no-tags",
      "--depth=1",
      "--end-of-options",
      withoutPassword(this.#url)
    ];
    const answer = await this.#askRemote([...fetch, `+${ref}:${THERE}`], signal);
    const isMissing = !answer.ok && /couldn't find remote ref/.test(answer.reason);
    if (!answer.ok && !isMissing) throw this.#failure("fetch", answer);
    this.#there = isMissing ? null : await this.#tip();
    const tree = this.#there === null ? ["--empty"] : ["--reset", "-u", this.#there.commit];
    await this.#git("read-tree", ...tree);
    if (this.#there !== null && !this.#hasLooseFiles) return;
    await this.#git("clean", "-ffdxq");
    this.#hasLooseFiles = false;
  }
  /**
   * Lets `work` change the folder's files, and pushes what it changed as one commit. If another writer was quicker, the folder is as that
   * one left it, and `work` is called again.
   * @param subject of the commit
   * @throws what `work` throws; the folder is then as it was
   */
  async change(subject, work, options = {}) {
    return await inTurn(`${this.#url}#${this.#branch}`, async (hasWaited) => {
      if (hasWaited) await this.refresh();
      return await this.#pushed(subject, work, options);
    });
  }
  async #pushed(subject, work, options) {
    const left = timeLeft(OUTRUN_MS);
    for (let [outrun, standstills] = [0, 0]; ; ) {
      const result = await this.#work(work);
      const before = this.#there?.commit;
      const pushed = await this.#push(subject, options);
      if (pushed.ok) return result;
      if (!LOST.test(pushed.reason) || left() === 0) throw this.#failure("push to", pushed);
      await sleep(Math.random() * pauseMost(outrun, standstills));
      await this.refresh();
      if (this.#there?.commit !== before) outrun++;
      else if (++standstills === (options.standstills ?? STANDSTILLS)) throw this.#failure("push to", pushed);
    }
  }
  async #work(work) {
    this.#hasLooseFiles = true;
    try {
      return await work();
    } catch (error) {
      await this.refresh().catch(() => void 0);
      throw error;
    }
  }
  /** Nothing is pushed where nothing changed, and a branch that would begin empty is not made. */
  async #push(subject, { rewrites = false }) {
    if (this.#there === null && (await contents(this.folder)).length === 0) return { ok: true, text: "" };
    await writeFile4(
      path8.join(this.folder, MARK),
      "files of plumbline: see its documentation of `store: git:BRANCH`\n"
    );
    await this.#git("add", "--all", "--force", ".");
    this.#hasLooseFiles = false;
    const tree = await this.#git("write-tree");
    if (tree === this.#there?.tree) return { ok: true, text: "" };
    const isOfThisYear = this.#there?.begun === this.#year();
    const first = await this.#pushCommit(subject, tree, isOfThisYear && !rewrites ? this.#there : null);
    const isRefused = !first.ok && !LOST.test(first.reason) && this.#there !== null;
    return isRefused ? await this.#pushCommit(subject, tree, this.#there) : first;
  }
  /** The remote takes it only if its branch is still the one that was fetched. */
  async #pushCommit(subject, tree, parent) {
    const begun = parent?.begun ?? this.#year();
    const parents = parent === null ? [] : ["-p", parent.commit];
    const message = `${subject}

${BEGUN} ${begun}`;
    const commit = await this.#git("commit-tree", tree, ...parents, "-m", message);
    const ref = `refs/heads/${this.#branch}`;
    const lease = `--force-with-lease=${ref}:${this.#there?.commit ?? ""}`;
    const to = withoutPassword(this.#url);
    const answer = await this.#askRemote(["push", "--porcelain", lease, to, `${commit}:${ref}`]);
    if (!answer.ok) return { ...answer, reason: /^!.*$/m.exec(answer.text)?.[0] ?? answer.reason };
    await this.#git("update-ref", THERE, commit);
    this.#there = { commit, tree, begun };
    return answer;
  }
  async #tip() {
    const text = await this.#git("show", "--no-patch", "--format=%H %T%n%B", THERE);
    const [commit = "", tree = ""] = text.split(/\s/, 2);
    const begun = Number(new RegExp(`^${BEGUN} (\\d{4})$`, "m").exec(text)?.[1] ?? this.#year());
    return { commit, tree, begun };
  }
  #year() {
    return this.#now().getUTCFullYear();
  }
  async #assureOurs() {
    const files = await contents(this.folder);
    if (files.length === 0 || files.includes(MARK)) return;
    throw new PlumblineError(
      "usage",
      `the branch ${this.#branch} holds other files than a store's: ${files.slice(0, 3).join(", ")}`,
      { remedy: "name a branch that nothing else uses, such as git:plumbline; the first run makes it" }
    );
  }
  async #askRemote(args, signal) {
    const more = asEnvironment(await settingsFor(this.#repository, this.#url), process.env);
    return await git(this.folder, args, { limitMs: LIMIT_MS, more, signal });
  }
  async #git(...args) {
    const answer = await git(this.folder, args, { limitMs: LIMIT_MS });
    if (!answer.ok) throw this.#failure(args[0], answer);
    return answer.text;
  }
  #failure(doing, answer) {
    const reason = answer.ok ? "" : answer.reason;
    return new PlumblineError("store", `cannot ${doing} the branch ${this.#branch}: ${reason}`, {
      remedy: pushRemedy(reason)
    });
  }
};
var BEGUN = "History begun:";
var SETTINGS2 = `[user]
	name = plumbline
	email = plumbline@invalid
[core]
	autocrlf = false
	symlinks = false
[commit]
	gpgsign = false
[gc]
	auto = 0
[maintenance]
	auto = false
`;
function pauseMost(outrun, standstills) {
  return outrun + standstills === 0 ? 0 : PAUSE_MS / Math.max(1, outrun);
}
function pushRemedy(said) {
  const reason = said.replaceAll(/'[^'\n]*'|\b[\w+.-]+:\/\/\S+/g, "");
  if (/denied|403|permission|not authorized|protected|declined/i.test(reason))
    return "give the job `permissions: contents: write`, and let no rule protect the branch";
  if (/could not read|Authentication|terminal prompts|401/i.test(reason))
    return "give git credentials for the remote (`git ls-remote` shows whether they work); in a workflow the input github-token is used for its own server";
  if (/No space left/i.test(reason))
    return `free some space in ${tmpdir3()} (or let TMPDIR name another folder)`;
  return "check that `git fetch` works there";
}
async function urlOf(repository, remote) {
  if (/[:/\\]/.test(remote)) return remote;
  const answer = await git(repository, ["remote", "get-url", remote]);
  if (!answer.ok) {
    throw new PlumblineError("usage", `the store is a branch of the remote ${remote}: ${answer.reason}`, {
      remedy: "run it inside a clone, or write git:URL#BRANCH"
    });
  }
  const isRelative = !/^[\w+.-]+:|^\//.test(answer.text);
  if (!isRelative) return answer.text;
  const top = await askGit(repository, "rev-parse", "--show-toplevel") ?? repository;
  return path8.resolve(top, answer.text);
}
async function contents(folder) {
  return (await readdir3(folder)).filter((name) => name !== ".git");
}

// src/io/database/place/work-folder.ts
import { existsSync as existsSync2, readFileSync as readFileSync3, rmSync as rmSync2 } from "node:fs";
import { mkdtemp as mkdtemp2, readdir as readdir4, readFile, rm as rm3, writeFile as writeFile5 } from "node:fs/promises";
import { tmpdir as tmpdir4 } from "node:os";
import path9 from "node:path";

// src/io/database/postgres/server-owner.ts
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

// src/io/database/place/orphans.ts
import { readdirSync, readFileSync as readFileSync2 } from "node:fs";
var DATA_VARIABLE = "PLUMBLINE_DATA";
var POLL_MS3 = 50;
var ENDING_MS = 5e3;
function findOrphans(folder, group) {
  const pids = (attempt(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => pid !== process.pid && wasGiven(pid, folder) && isOutside(pid, group));
}
function wasGiven(pid, folder) {
  const environment = attempt(() => readFileSync2(`/proc/${pid}/environ`, "utf8")) ?? "";
  return environment.split("\0").some((entry) => `${entry}/`.startsWith(`${DATA_VARIABLE}=${folder}/`) && isAlive(pid));
}
function isOutside(pid, group) {
  return group === void 0 || statOf(pid)?.[2] !== String(group);
}
function signalOrphans(folder, name, group) {
  for (const pid of findOrphans(folder, group)) attempt(() => process.kill(pid, name));
}
async function endOrphans(folder) {
  signalOrphans(folder, "SIGTERM");
  await until(() => findOrphans(folder).length === 0, { limitMs: ENDING_MS, pollMs: POLL_MS3 });
  signalOrphans(folder, "SIGKILL");
}

// src/io/database/place/work-folder.ts
var PREFIX = "plumbline-target-";
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
    await sweepWorkFolders();
    try {
      const folder = await mkdtemp2(path9.join(tmpdir4(), PREFIX));
      const made = new _WorkFolder(folder);
      try {
        await writeFile5(made.file(MAKER_FILE), JSON.stringify(identify(process.pid)));
        await giveTo(owner, folder);
      } catch (cause2) {
        await made.remove();
        throw cause2;
      }
      return made;
    } catch (cause2) {
      throw new PlumblineError("target", `cannot make a folder in ${tmpdir4()}: ${cause2.message}`, {
        remedy: "set TMPDIR to a folder that can be written and has room for the data",
        cause: cause2
      });
    }
  }
  file(...parts) {
    return path9.join(this.path, ...parts);
  }
  /** @param kill ends a server at once and without waiting; the answer takes it back */
  killAtExit(kill) {
    this.#kills.add(kill);
    return () => this.#kills.delete(kill);
  }
  /** Removes the folder with all it holds. Servers in it must have ended. */
  remove() {
    this.#removing ??= rm3(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).then(
      () => {
        process.off("exit", this.#onExit);
      }
    );
    return this.#removing;
  }
};
async function sweepWorkFolders() {
  const names = await readdir4(tmpdir4()).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX))) {
    const folder = path9.join(tmpdir4(), name);
    const maker = await readMaker(folder);
    if (maker === null || processState(maker) !== "ended") continue;
    await killServers(folder);
    await endOrphans(folder);
    await rm3(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => void 0);
  }
}
async function readMaker(folder) {
  try {
    return JSON.parse(await readFile(path9.join(folder, MAKER_FILE), "utf8"));
  } catch {
    return null;
  }
}
var KILL_LIMIT_MS = 5e3;
async function killServers(folder) {
  for (const entry of await readdir4(folder, { withFileTypes: true })) {
    const data = path9.join(folder, entry.name);
    const text = attempt(() => readFileSync3(path9.join(data, "postmaster.pid"), "utf8"));
    const pid = Number(text?.split("\n")[0]);
    if (text === null || !Number.isInteger(pid) || pid <= 1 || !isServerOf(pid, data)) continue;
    attempt(() => process.kill(pid, "SIGQUIT"));
    await until(() => !isServerOf(pid, data), { limitMs: KILL_LIMIT_MS, pollMs: 50 });
  }
}
function isServerOf(pid, data) {
  if (!existsSync2("/proc/self/cmdline")) return isAlive(pid);
  return attempt(() => readFileSync3(`/proc/${pid}/cmdline`, "utf8"))?.split("\0").includes(data) ?? false;
}

// src/io/git/worktree.ts
import { spawnSync } from "node:child_process";
import { rm as rm4 } from "node:fs/promises";
import { tmpdir as tmpdir5 } from "node:os";
import path10 from "node:path";
var PREFIX2 = "plumbline-base-";
function checkoutRemedy(failure) {
  if (/\blfs\b|smudge|filter/i.test(failure))
    return "let `github-token` be one that may read base's Git LFS objects, or run `git lfs fetch origin` with that commit before the check, where the credentials are";
  if (/submodule|could not read (?:username|password)|authentication failed|not found/i.test(failure))
    return "let `github-token` be one that may also read the repositories of base's submodules, or let actions/checkout keep its credentials (`persist-credentials: true`), if nothing measured may misuse them";
  return `make room in ${tmpdir5()} (or let TMPDIR name another folder), and look at \`git worktree list\``;
}
async function openWorktree(repository, sha, signal) {
  await sweepWorktrees(repository);
  const { folder, remove } = await makeTemporary(PREFIX2, () => {
    spawnSync("git", ["-C", repository, "worktree", "prune"], { stdio: "ignore" });
  });
  const tree = path10.join(folder, path10.basename(repository));
  const removeNow = async () => {
    await git(repository, ["worktree", "remove", "--force", "--force", tree]);
    await remove();
    await git(repository, ["worktree", "prune"]);
  };
  const failure = await checkOut(repository, tree, sha, signal).catch(async (error) => {
    await removeNow();
    throw error;
  });
  if (failure !== null) {
    await removeNow();
    throw new PlumblineError("usage", `cannot check out base's commit ${sha}: ${failure}`, {
      remedy: checkoutRemedy(failure)
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
async function checkOut(repository, tree, sha, signal) {
  const unfetched = await fetchLargeFiles(repository, sha, signal);
  const words = ["worktree", "add", "--quiet", "--detach", tree, sha];
  const added = await git(repository, words, { limitMs: 6e5, signal });
  return added.ok ? await checkOutSubmodules(repository, tree, signal) : unfetched ?? added.reason;
}
async function fetchLargeFiles(repository, sha, signal) {
  const filter = await askGit(repository, "config", "--get-regexp", "^filter\\.lfs\\.(smudge|process)$");
  if (filter === null) return null;
  const attributes = ["grep", "--quiet", "filter=lfs", sha, "--", ":(glob)**/.gitattributes"];
  if (!(await git(repository, attributes)).ok) return null;
  const remotes = (await askGit(repository, "remote"))?.split("\n") ?? [];
  const remote = remotes.includes("origin") ? "origin" : remotes[0];
  if (remote === void 0 || remote === "") return null;
  const answer = await git(repository, ["lfs", "fetch", remote, sha], await reaching(repository, signal));
  return answer.ok ? null : `its Git LFS objects: ${answer.reason}`;
}
async function reaching(repository, signal) {
  return { limitMs: 6e5, more: asEnvironment(await settingsForAll(repository), process.env), signal };
}
async function checkOutSubmodules(repository, tree, signal) {
  const status = await askGit(repository, "submodule", "status");
  if (!status?.split("\n").some((line) => line !== "" && !line.startsWith("-"))) return null;
  const update = ["submodule", "update", "--quiet", "--init", "--recursive"];
  const answer = await git(tree, update, await reaching(repository, signal));
  return answer.ok ? null : `its submodules: ${answer.reason}`;
}
async function sweepWorktrees(repository) {
  const list = await askGit(repository, "worktree", "list", "--porcelain") ?? "";
  for (const [, tree] of list.matchAll(/^worktree (.+)$/gm)) {
    const folder = path10.dirname(tree);
    if (!isLeft(PREFIX2, path10.basename(folder))) continue;
    await git(repository, ["worktree", "remove", "--force", "--force", tree]);
    await rm4(folder, { recursive: true, force: true });
  }
  await git(repository, ["worktree", "prune"]);
}

export {
  runProgram,
  hasProgram,
  isExecutable,
  makeTemporary,
  withTemporary,
  sweepTemporary,
  git,
  askGit,
  keepToken,
  splitPassword,
  PASSWORD_PREFIX,
  withPasswordFile,
  readUntrustedFile,
  untrustedFiles,
  lockFolder,
  acquireLock,
  identify,
  processState,
  attempt,
  BRANCH_FOLDER_PREFIX,
  BranchFolder,
  serverOwner,
  asOwner,
  giveTo,
  findOrphans,
  signalOrphans,
  WorkFolder,
  sweepWorkFolders,
  openWorktree,
  sweepWorktrees
};
