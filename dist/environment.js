import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);

// src/io/host/environment.ts
import { closeSync, openSync, readFileSync as readFileSync2, writeSync } from "node:fs";

// src/io/host/processes.ts
import { readdirSync, readFileSync } from "node:fs";
function isAlive(pid) {
  return isThere(pid) && !isDeadState(statOf(pid));
}
function isGroupAlive(group) {
  if (!isThere(-group)) return false;
  const pids = allPids();
  return pids === null || pids.some((pid) => belongsTo(group, statOf(pid)));
}
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
function isThere(pidOrGroup) {
  try {
    process.kill(pidOrGroup, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
function isDeadState(stat) {
  return stat !== null && /^[ZXx]$/.test(stat[0]);
}
function belongsTo(group, stat) {
  return stat !== null && stat[2] === String(group) && !isDeadState(stat);
}
function allPids() {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.length === 0 ? null : pids.map(Number);
  } catch {
    return null;
  }
}

// src/io/host/environment.ts
var RUNNER_FILES = [
  "GITHUB_ENV",
  "GITHUB_PATH",
  "GITHUB_OUTPUT",
  "GITHUB_STATE",
  "GITHUB_STEP_SUMMARY"
];
var OUR_OWN = [
  ...RUNNER_FILES,
  "ACTIONS_RUNTIME_TOKEN",
  "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
  "PLUMBLINE_STORE",
  "PLUMBLINE_TOKEN",
  "PLUMBLINE_SHARD_TOKEN"
];
var withdrawn = /* @__PURE__ */ new Map();
function environment() {
  return { ...Object.fromEntries(withdrawn), ...process.env };
}
function withdraw(names) {
  withdrawn.clear();
  for (const name of names) {
    const value = process.env[name];
    if (value !== void 0) withdrawn.set(name, value);
    delete process.env[name];
  }
  if (withdrawn.size === 0 || process.platform !== "linux") return null;
  try {
    overwrite(new Set(names));
    return shownBytes(new Set(names)).length === 0 ? null : "/proc/self/environ still has them";
  } catch (error) {
    return error.message;
  }
}
function withVariable(name, work) {
  const before = process.env[name];
  const value = environment()[name];
  if (value !== void 0) process.env[name] = value;
  try {
    return work();
  } finally {
    if (before === void 0) delete process.env[name];
  }
}
function shownBytes(names) {
  const found = [];
  let at = 0;
  for (const entry of readFileSync2("/proc/self/environ", "latin1").split("\0")) {
    const equals = entry.indexOf("=");
    const value = entry.slice(equals + 1);
    if (names.has(entry.slice(0, equals)) && /[^x]/.test(value))
      found.push({ start: at + equals + 1, length: value.length });
    at += entry.length + 1;
  }
  return found;
}
var ENV_START = 47;
function overwrite(names) {
  const begin = Number(statOf(process.pid)?.[ENV_START]);
  if (!(begin > 0)) throw new Error("/proc/self/stat does not say where the environment is");
  const memory = openSync("/proc/self/mem", "r+");
  try {
    for (const { start, length } of shownBytes(names))
      writeSync(memory, Buffer.alloc(length, "x"), 0, length, begin + start);
  } finally {
    closeSync(memory);
  }
}

export {
  isAlive,
  isGroupAlive,
  statOf,
  OUR_OWN,
  environment,
  withdraw,
  withVariable
};
