import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  CAPACITY_HEADS,
  EVIDENCE_OF_PARTS,
  FOUND_FROM,
  MESSAGE_MOST,
  STRETCH_HEADS,
  TIMELINE_HEADS,
  acceptCommand,
  acceptanceOf,
  acceptingConfig,
  addressOf,
  baselineText,
  capacityRows,
  causeSentences,
  cellsOf,
  cellsText,
  commitText,
  conditionLines,
  dayOf,
  differenceLines,
  doubtText,
  effectAxis,
  errorCounts,
  formatChange,
  formatCount,
  formatLimit,
  formatMetrics,
  formatTime,
  headline,
  historyRemedy,
  hostTable,
  measuredText,
  migrationCauses,
  migrationCells,
  migrationLine,
  migrationName,
  migrationRemedies,
  minuteOf,
  movedStatements,
  movedTogether,
  optionsOf,
  otherCauses,
  partRows,
  plural,
  relevantOf,
  remedyOf,
  reproduceCommands,
  rowsOf,
  sessionEffects,
  shortHistory,
  sqlstateText,
  stretchRows,
  timelineFailures,
  timelineRows,
  timelineTerms,
  togetherText,
  tradeText,
  visibleText
} from "./chunk-6XYYR62P.js";
import {
  padRight,
  plainColumns,
  plainLine,
  shortSha,
  webAddress,
  widest
} from "./chunk-CSBNKS2U.js";
import {
  ALL_WORKLOADS,
  PlumblineError,
  external_exports,
  hasFaults,
  metricInfo
} from "./chunk-2MUZJRPZ.js";

// src/git/worktree.ts
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp as mkdtemp2, rm as rm2 } from "node:fs/promises";
import { tmpdir as tmpdir2 } from "node:os";
import path2 from "node:path";

// src/host/processes.ts
import { readdirSync, readFileSync } from "node:fs";
function isAlive(pid) {
  return isKnown(pid) && !hasEnded(statOf(pid));
}
function isGroupAlive(group) {
  if (!isKnown(-group)) return false;
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
function isKnown(pidOrGroup) {
  try {
    process.kill(pidOrGroup, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
function hasEnded(stat) {
  return stat !== null && /^[ZXx]$/.test(stat[0]);
}
function belongsTo(group, stat) {
  return stat !== null && stat[2] === String(group) && !hasEnded(stat);
}
function allPids() {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.length === 0 ? null : pids.map(Number);
  } catch {
    return null;
  }
}

// src/git/git.ts
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
var SETTINGS = [
  // A container's checkout often belongs to another user; this folder was named by the user, and its commands are run anyway.
  ["safe.directory", "*"],
  // A worktree of ours must not trigger the hooks of the user's repository.
  ["core.hooksPath", "/dev/null"]
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
var DEFAULT_LIMIT_MS = 6e4;
async function git(folder, args, {
  limitMs = DEFAULT_LIMIT_MS,
  more = {}
} = {}) {
  const env = { ...environment(), ...more };
  const answer = await run(folder, args, limitMs, env);
  if (answer.ok || !/dubious ownership|unsafe repository/.test(answer.reason)) return answer;
  return await withTrustingHome((home) => run(folder, args, limitMs, { ...env, HOME: home }));
}
async function withTrustingHome(work) {
  const home = await mkdtemp(path.join(tmpdir(), "plumbline-git-home-"));
  try {
    const own = path.join(homedir(), ".gitconfig");
    const settings = `[include]
	path = ${JSON.stringify(own)}
[safe]
	directory = *
`;
    await writeFile(path.join(home, ".gitconfig"), settings);
    return await work(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
function run(folder, args, limitMs, env) {
  const options = { cwd: folder, env, timeout: limitMs, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile("git", [...SETTINGS, ...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve({ ok: true, text: stdout.trim() });
      const reason = error.killed ? `git ${args[0]} took longer than ${limitMs / 1e3} s` : cause(stderr) || error.message;
      resolve({ ok: false, reason, text: stdout.trim(), missing: error.code === "ENOENT" });
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
  const folder = await mkdtemp2(path2.join(tmpdir2(), `${PREFIX}${process.pid}-`));
  const tree = path2.join(folder, path2.basename(repository));
  const onExit = () => {
    rmSync(folder, { recursive: true, force: true });
    spawnSync("git", ["-C", repository, "worktree", "prune"], { stdio: "ignore" });
  };
  process.on("exit", onExit);
  const removeNow = async () => {
    await git(repository, ["worktree", "remove", "--force", "--force", tree]);
    await rm2(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
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
      remedy: `make room in ${tmpdir2()} (or let TMPDIR name another folder), and look at \`git worktree list\``
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
    const folder = path2.dirname(tree);
    const maker = new RegExp(`^${PREFIX}(\\d+)-`).exec(path2.basename(folder));
    if (maker === null || isAlive(Number(maker[1]))) continue;
    await git(repository, ["worktree", "remove", "--force", "--force", tree]);
    await rm2(folder, { recursive: true, force: true });
  }
  await git(repository, ["worktree", "prune"]);
}

// src/target/place/work-folder.ts
import { existsSync, readFileSync as readFileSync4, rmSync as rmSync2 } from "node:fs";
import { mkdtemp as mkdtemp3, readdir, readFile, rm as rm3, writeFile as writeFile2 } from "node:fs/promises";
import { tmpdir as tmpdir3 } from "node:os";
import path3 from "node:path";

// src/host/process-identity.ts
import { readlinkSync } from "node:fs";
var ProcessIdentity = external_exports.object({ pid: external_exports.int().positive(), namespace: external_exports.string().nullable(), startedAt: external_exports.string().nullable() }).readonly();
function identify(pid) {
  return { pid, namespace: attempt(() => readlinkSync("/proc/self/ns/pid")), startedAt: startOf(pid) };
}
function stateOf(told) {
  const { data: identity } = ProcessIdentity.safeParse(told);
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
function startOf(pid) {
  return statOf(pid)?.[19] ?? null;
}

// src/target/postgres/server-owner.ts
import { readFileSync as readFileSync2 } from "node:fs";
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
  return readFileSync2("/etc/passwd", "utf8");
}
function asOwner(owner) {
  return owner === null ? {} : { uid: owner.uid, gid: owner.gid };
}
async function giveTo(owner, file) {
  if (owner !== null) await chown(file, owner.uid, owner.gid);
}

// src/target/place/strays.ts
import { readdirSync as readdirSync2, readFileSync as readFileSync3 } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
var DATA_VARIABLE = "PLUMBLINE_DATA";
var POLL_MS = 50;
var ENDING_MS = 5e3;
function straysOf(folder, group) {
  const pids = (attempt(() => readdirSync2("/proc")) ?? []).filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => pid !== process.pid && wasGiven(pid, folder) && isOutside(pid, group));
}
function wasGiven(pid, folder) {
  const environment2 = attempt(() => readFileSync3(`/proc/${pid}/environ`, "utf8")) ?? "";
  return environment2.split("\0").some((entry) => `${entry}/`.startsWith(`${DATA_VARIABLE}=${folder}/`) && isAlive(pid));
}
function isOutside(pid, group) {
  return group === void 0 || statOf(pid)?.[2] !== String(group);
}
function signalStrays(folder, name, group) {
  for (const pid of straysOf(folder, group)) attempt(() => process.kill(pid, name));
}
async function endStrays(folder) {
  signalStrays(folder, "SIGTERM");
  for (const deadline = Date.now() + ENDING_MS; Date.now() < deadline; await sleep(POLL_MS))
    if (straysOf(folder).length === 0) return;
  signalStrays(folder, "SIGKILL");
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
      const folder = await mkdtemp3(path3.join(tmpdir3(), PREFIX2));
      await writeFile2(path3.join(folder, MAKER_FILE), JSON.stringify(identify(process.pid)));
      await giveTo(owner, folder);
      return new _WorkFolder(folder);
    } catch (cause2) {
      throw new PlumblineError("target", `cannot make a folder in ${tmpdir3()}: ${cause2.message}`, {
        remedy: "let TMPDIR name a folder that can be written and has room for the data",
        cause: cause2
      });
    }
  }
  file(...parts) {
    return path3.join(this.path, ...parts);
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
async function sweep() {
  const names2 = await readdir(tmpdir3()).catch(() => []);
  for (const name of names2.filter((candidate) => candidate.startsWith(PREFIX2))) {
    const folder = path3.join(tmpdir3(), name);
    const maker = await readMaker(folder);
    if (maker === null || stateOf(maker) !== "ended") continue;
    await killServers(folder);
    await endStrays(folder);
    await rm3(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => void 0);
  }
}
async function readMaker(folder) {
  try {
    return JSON.parse(await readFile(path3.join(folder, MAKER_FILE), "utf8"));
  } catch {
    return null;
  }
}
var KILL_LIMIT_MS = 5e3;
async function killServers(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const data = path3.join(folder, entry.name);
    const text = attempt(() => readFileSync4(path3.join(data, "postmaster.pid"), "utf8"));
    const pid = Number(text?.split("\n")[0]);
    if (text === null || !Number.isInteger(pid) || pid <= 1 || !isServerOf(pid, data)) continue;
    attempt(() => process.kill(pid, "SIGQUIT"));
    for (let waited = 0; waited < KILL_LIMIT_MS && isServerOf(pid, data); waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
function isServerOf(pid, data) {
  if (!existsSync("/proc/self/cmdline")) return isAlive(pid);
  return attempt(() => readFileSync4(`/proc/${pid}/cmdline`, "utf8"))?.split("\0").includes(data) ?? false;
}

// src/render/markdown/cap.ts
function block(text) {
  return { open: "", pieces: text === "" ? [] : [text], close: "\n", noun: "sections" };
}
var NOTICE_BYTES = 200;
function assemble(sections, limit, elsewhere) {
  let text = "";
  let left3 = limit;
  for (const section of sections) {
    if (section.pieces.length === 0) continue;
    const shown = fitting(section, left3, elsewhere);
    text += shown;
    left3 -= bytes(shown);
  }
  return text;
}
function fitting(section, limit, elsewhere) {
  const fixed = bytes(section.open) + bytes(section.close) + NOTICE_BYTES;
  let room = limit - fixed;
  let count = 0;
  for (const piece of section.pieces.slice(0, section.most ?? section.pieces.length)) {
    room -= bytes(piece);
    if (room < 0) break;
    count += 1;
  }
  const missing = section.pieces.length - count;
  const notice = missing === 0 ? "" : `
*${formatCount(missing)} more ${section.noun}: see ${elsewhere}.*
`;
  if (count === 0) return bytes(notice) <= limit ? notice : "";
  return section.open + section.pieces.slice(0, count).join("") + notice + section.close;
}
function bytes(text) {
  return Buffer.byteLength(text, "utf8");
}

// src/render/markdown/markdown.ts
var BREAK = "&#8203;";
function markdownText(text, limit) {
  return plainLine(text, limit).replace(
    /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\S)|[!"#$&*<>@[\\\]^`{|}~]/g,
    (c) => `&#${c.charCodeAt(0)};`
  ).replace(/&#(?:64|35|58);/g, (reference) => reference + BREAK).replace(/\bgh-(?=\d)|\bwww\./gi, (prefix) => prefix + BREAK);
}
function tableHead(columns) {
  const rule = columns.map((column) => column.align === "left" ? ":--" : "--:");
  return `${tableRow(columns.map((column) => column.title))}
${tableRow(rule)}
`;
}
function tableRow(cells) {
  return `| ${cells.join(" | ")} |`;
}
function codeBlock(lines, language = "") {
  const safe = lines.map(
    (line) => line.replace(/`{3,}|<!--|[@#](?=\w)/g, (found) => `${found[0]}​${found.slice(1)}`)
  );
  return `\`\`\`${language}
${safe.join("\n")}
\`\`\``;
}
function link(label, address) {
  return `[${label}](${address})`;
}
function commentMarker(suite, job = null) {
  return `<!-- plumbline:${[suite, ...job === null ? [] : [job]].map(encode).join(":")} -->`;
}
function encode(name) {
  return encodeURIComponent(name.replace(new RegExp("\\p{Surrogate}", "gu"), "�")).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).replace(/-(?=-|$)/g, "%2D");
}

// src/render/markdown/accepting.ts
function acceptedBy({ acceptances = [] }) {
  return {
    open: "",
    pieces: acceptances.map((acceptance) => `${acceptanceText(acceptance)}
`),
    close: "\n",
    noun: "acceptances",
    most: 5
  };
}
function acceptanceText({ workload, metric, via, by, reason, at, commit }) {
  const scope = [
    ...workload === null ? [] : [markdownText(workload)],
    ...metric === null ? [] : [markdownText(metricInfo(metric).label)]
  ];
  const how = via === "label" ? "by the label" : `at ${markdownText(shortSha(commit))}:`;
  const what = scope.length === 0 ? "accepted" : `${scope.join(" ")}: accepted`;
  return `- ${what} by **${markdownText(by)}** on ${dayOf(at)} ${how} ${markdownText(reason, 300)}`;
}
function accept(report, rows, acceptLabel) {
  if (rows.regressed.length === 0) return block("");
  const after = report.mode === "side-by-side" ? "Once merged, it is part of the base that later pull requests are compared with, so the limit can go back." : "Later runs of the branch become the baseline, so the limit can go back.";
  const config = codeBlock(acceptingConfig(rows.regressed), "yaml");
  const listens = acceptLabel !== null && report.origin.pullRequest !== null;
  const first = listens ? `${byComment(rows.regressed, acceptLabel)}
` : "";
  const worth = listens ? "Without that workflow, let this pull request" : "If the change is worth its price, let this pull request";
  return block(
    `**How to accept**

${first}${worth} raise the limit in plumbline.yml, where reviewers see it. ${after}

${config}
`
  );
}
function byComment(regressed, label) {
  const [only] = regressed.length === 1 ? regressed : [];
  const command = codeBlock([acceptCommand(only ?? null)], "text");
  return [
    "If the change is worth its price, somebody with write access comments, with the reason,",
    "",
    command,
    "",
    `or adds the label **${markdownText(label)}**. The command accepts what was measured at this commit, the label whatever this pull request does. \`/plumbline revoke\`, or taking the label away, takes it back. (The workflow accept.yml of Plumbline's examples listens to both; it needs a store that it and this workflow reach.)`,
    ""
  ].join("\n");
}

// src/render/markdown/capacity.ts
var [CAPACITY, INTERVAL, SESSIONS, LIMIT] = CAPACITY_HEADS;
var COLUMNS = [
  { title: "workload", align: "left" },
  { title: "arm", align: "left" },
  { title: CAPACITY, align: "right" },
  { title: INTERVAL, align: "right" },
  { title: SESSIONS, align: "right" },
  { title: LIMIT, align: "left" }
];
function capacities({ capacities: all = [] }) {
  if (all.length === 0) return block("");
  const rows = all.flatMap(capacityRows).map(({ workload, arm, capacity, interval, sessions, limit }) => {
    const cells = [markdownText(workload), arm, markdownText(capacity), interval, sessions];
    return `${tableRow([...cells, markdownText(limit, 200)])}
`;
  });
  const open = `**Capacity**: the largest load that keeps its limits

${tableHead(COLUMNS)}`;
  return { open, pieces: rows, close: "\n", noun: "rows of capacities" };
}

// src/render/markdown/migration.ts
var left = (title) => ({ title, align: "left" });
var right = (title) => ({ title, align: "right" });
function migration({ migration: migration2 }) {
  if (migration2 === void 0) return block("");
  return hasFaults(migration2) ? faulty(migration2) : passed(migration2);
}
function titleOf(migration2) {
  const sessions = migration2.workloads[0]?.sessions ?? 0;
  return `**Migration under load**: ${markdownText(migrationName(migration2), 300)}, on base's schema, ${plural(sessions, "session")} for each workload`;
}
function passed(migration2) {
  const lines = migration2.workloads.map(
    (workload) => `- ${markdownText(migrationLine(workload, migration2), 300)}
`
  );
  return {
    open: `${titleOf(migration2)}

`,
    pieces: lines,
    close: "\n",
    noun: "workloads of the migration"
  };
}
function faulty(migration2) {
  const { rules, limitNs, workloads } = migration2;
  const columns = [
    left("under"),
    right("took"),
    right("longest wait"),
    right("limit"),
    right("before"),
    right(`p99 over ${formatLimit(limitNs)} for`),
    right("failed")
  ];
  const rows = workloads.map((workload) => {
    const cells = migrationCells(workload);
    const isLong = workload.faults.includes("stall");
    const worst = workload.sessions > 1 ? `<br>worst ${formatTime(workload.worstStallNs)}` : "";
    const stall = `${isLong ? `**${cells.stall}**` : cells.stall}${worst}`;
    const failed = workload.faults.includes("failed") ? `**${cells.failed}**` : cells.failed;
    const numbers = [cells.took, stall, formatLimit(rules.stallNs), cells.before, cells.slow, failed];
    return `${tableRow([markdownText(cells.workload), ...numbers])}
`;
  });
  const reasons = workloads.flatMap((workload) => {
    if (workload.faults.length === 0) return [];
    const causes2 = migrationCauses(workload).map((cause2) => `- ${markdownText(cause2, 900)}
`);
    const remedies = migrationRemedies(workload).map(
      (remedy) => `- *Remedy:* ${markdownText(remedy, 400)}
`
    );
    return [...causes2, ...remedies];
  });
  const table = `${tableHead(columns)}${rows.join("")}`;
  return {
    open: `${titleOf(migration2)}

${table}
`,
    pieces: [...new Set(reasons)],
    close: "\n",
    noun: "causes of the migration's faults"
  };
}

// src/render/markdown/reason.ts
var TEXT_MOST = 600;
function causes({ reason }) {
  if (reason === void 0) return block("");
  return {
    open: "",
    pieces: causeSentences(reason).map((sentence) => `> ${sentenceText(sentence)}

`),
    close: "",
    noun: "reasons",
    most: 5
  };
}
function whatDiffers({ reason }) {
  if (reason === void 0) return block("");
  const lines = differenceLines(reason).map((line) => `- ${markdownText(line, TEXT_MOST)}
`);
  const rest = otherCauses(reason);
  const more = rest.map((sentence) => `- ${sentenceText(sentence)}
`);
  const title = "**What differs between base and head** (settings, schema, sizes, plans)\n\n";
  return {
    open: title,
    pieces: lines.length === 0 ? ["Nothing of it.\n"] : [...more, ...lines],
    close: "\n",
    noun: "differences",
    most: 60
  };
}
function sentenceText({ code, text }) {
  const said = markdownText(text, TEXT_MOST);
  return code === null ? said : `<code>${markdownText(code, TEXT_MOST)}</code> ${said}`;
}

// src/render/words/dot-plot.ts
var SESSION = "○";
var ESTIMATE = "●";
var WITHIN_LIMIT = "░";
var ZERO = "│";
var LABEL_MOST = 28;
var COLUMNS_LEAST = 24;
function dotPlot(report, changes, width) {
  const drawn = changes.filter((change) => change.effect !== null && change.interval !== null);
  if (drawn.length === 0) return [];
  const labels = drawn.map(({ workload, metric }) => {
    const label = metricInfo(metric).label;
    const name = workload === ALL_WORKLOADS ? "all together" : workload;
    return `${plainColumns(name, LABEL_MOST - label.length - 1)} ${label}`;
  });
  const labelWidth = widest(labels);
  const columns = width - labelWidth - 2;
  if (columns < COLUMNS_LEAST) return [];
  const dots = drawn.map((change) => dotsOf(report, change));
  const axis = axisFor(drawn, dots, columns);
  const rows = drawn.map(
    (change, index) => `${padRight(labels[index], labelWidth)}  ${row(change, dots[index], axis)}`
  );
  const blank = " ".repeat(labelWidth + 2);
  return [`${blank}${tickLine(axis)}`, ...rows, "", ...legend(report, width)].map((line) => line.trimEnd());
}
var DOTS = {
  paired: [`${SESSION} a session's head/base`],
  unpaired: [],
  prediction: [`${SESSION} an earlier run`]
};
function legend({ rule }, width) {
  const parts = [
    ...DOTS[rule.form],
    `├─${ESTIMATE}─┤ change with its interval`,
    `${WITHIN_LIMIT} within the limit`
  ];
  const line = parts.join("   ");
  return line.length <= width ? [line] : parts;
}
function dotsOf(report, change) {
  if (report.rule.form !== "prediction") return sessionEffects(report, change);
  const typical = change.base.estimate ?? Number.NaN;
  return change.base.values.map((value) => value / typical - 1).filter(Number.isFinite);
}
function axisFor(changes, dots, columns) {
  const ends = changes.flatMap((change) => [
    change.interval.low,
    change.interval.high,
    relevantOf(change),
    -relevantOf(change)
  ]);
  return { ...effectAxis([...ends, ...dots.flat()]), columns };
}
function columnOf(value, { columns, share }) {
  return Math.round(share(value) * (columns - 1));
}
function row(change, dots, axis) {
  const cells = new Array(axis.columns).fill(" ");
  const fill = (from, to, letter) => {
    for (let column = columnOf(from, axis); column <= columnOf(to, axis); column += 1) cells[column] = letter;
  };
  const put = (value, letter) => {
    cells[columnOf(value, axis)] = letter;
  };
  fill(-relevantOf(change), relevantOf(change), WITHIN_LIMIT);
  fill(change.interval.low, change.interval.high, "─");
  put(0, ZERO);
  for (const dot of dots) put(dot, SESSION);
  put(change.interval.low, "├");
  put(change.interval.high, "┤");
  put(change.effect, ESTIMATE);
  if (change.interval.low < axis.low) put(axis.low, "◄");
  if (change.interval.high > axis.high) put(axis.high, "►");
  return cells.join("");
}
function tickLine(axis) {
  let line = "";
  for (const { at, label } of axis.ticks(Math.max(2, Math.floor(axis.columns / 12)))) {
    const start = Math.max(0, columnOf(at, axis) - Math.floor(label.length / 2));
    if (line !== "" && start < line.length + 2) continue;
    line = line.padEnd(start) + label;
  }
  return line;
}

// src/render/words/new-workloads.ts
var SHOWN = ["qps", "p99"];
var WHY_MOST = 300;
function newWorkloads({ workloads }) {
  return workloads.flatMap(
    (workload) => workload.newBecause === void 0 ? [] : [
      {
        name: plainLine(workload.name),
        figures: figuresOf(workload),
        why: plainLine(workload.newBecause, WHY_MOST)
      }
    ]
  );
}
function figuresOf({ changes }) {
  return SHOWN.flatMap((metric) => {
    const value = changes.find((change) => change.metric === metric)?.head.estimate ?? null;
    return value === null ? [] : [`${metricInfo(metric).label} ${formatMetrics(metric, [value])[0]}`];
  }).join(", ");
}

// src/render/markdown/trend.ts
var BARS = "▁▂▃▄▅▆▇█";
var LABEL_MOST2 = 28;
var COMMITS_LEAST = 3;
function sparkline(values, scale = values) {
  const low = Math.min(...scale);
  const reach = Math.max(...scale) - low;
  const step = (value) => reach > 0 ? Math.round((value - low) / reach * (BARS.length - 1)) : 0;
  return values.map((value) => BARS[step(value)] ?? "?").join("");
}
function trendLines(report, changes) {
  const drawn = changes.flatMap((change) => {
    const trend = trendOf(report, change);
    return trend === void 0 || change.head.estimate === null ? [] : [rowOf(change, trend, change.head.estimate)];
  });
  const [first] = drawn;
  if (first === void 0) return [];
  const most = Math.max(...drawn.map(({ commits }) => commits));
  const widths = {
    label: widest(drawn.map(({ label }) => label)),
    bars: widest(drawn.map(({ bars }) => bars))
  };
  return [
    `the last ${plural(most, "commit")} of ${plainLine(first.branch, 40)} → head`,
    ...drawn.map(
      ({ label, bars, last, head }) => `${padRight(label, widths.label)}  ${bars.padStart(widths.bars)}  ${last} → ${head}`.trimEnd()
    )
  ];
}
function trendOf({ history = [] }, { workload, metric }) {
  return history.find(
    (trend) => trend.workload === workload && trend.metric === metric && trend.points.length >= COMMITS_LEAST
  );
}
function rowOf({ workload, metric }, { branch, points }, head) {
  const values = points.map(({ value }) => value);
  const scale = [...values, head];
  const { label } = metricInfo(metric);
  const [last = "", now = ""] = formatMetrics(metric, [values.at(-1), head]);
  return {
    branch,
    commits: points.length,
    label: `${plainColumns(workload, LABEL_MOST2 - label.length - 1)} ${label}`,
    bars: `${sparkline(values, scale)} → ${sparkline([head], scale)}`,
    last,
    head: now
  };
}

// src/render/markdown/sections.ts
var PICTURE_ROWS_MOST = 8;
var PICTURE_WIDTH = 96;
var TRENDS_MOST = 5;
var left2 = (title) => ({ title, align: "left" });
var right2 = (title) => ({ title, align: "right" });
function introduction(report) {
  const suite = `suite ${markdownText(report.suite)}`;
  const compared = `Head ${markdownText(commitText(report.head), 160)} against ${markdownText(baselineText(report), 160)}`;
  return block(`${compared}; ${suite}, ${measuredText(report)}.
`);
}
function newcomers(report) {
  const all = newWorkloads(report);
  const reasons = new Set(all.map(({ why }) => why));
  const line = ({ name, figures, why }) => `- **${markdownText(name)}** is new: ${markdownText(reasons.size === 1 ? figures : `${figures}; ${why}`, 400)}
`;
  const close = reasons.size === 1 ? `
${markdownText([...reasons][0], 400)}

` : "\n";
  return {
    open: "",
    pieces: all.map(line),
    close: all.length === 0 ? "" : close,
    noun: "new workloads",
    most: 10
  };
}
function calm(report, rows) {
  const { head, baseline, suite, warnings } = report;
  const other = againstText(baseline);
  const compared = `${shortSha(head.commit.sha)} against ${other}, suite ${plainLine(suite)}`;
  const [within, notWorse] = [rows.unchanged.length, rows.notWorse.length];
  const answers = [
    ...within > 0 ? [withinText(within)] : [],
    ...notWorse > 0 ? [`${within > 0 ? formatCount(notWorse) : plural(notWorse, "metric")} not worse`] : []
  ];
  const doubts2 = warnings.length === 0 ? "" : `, ${plural(warnings.length, "doubt")} below`;
  return block(`${markdownText(`${compared}: ${answers.join(", ")}${doubts2}`, 400)}.
`);
}
function withinText(count) {
  return `${plural(count, "metric")} within ${count === 1 ? "its limit" : "their limits"}`;
}
function againstText(baseline) {
  switch (baseline.kind) {
    case "arm":
      return shortSha(baseline.run.commit.sha);
    case "history":
      return `${plural(baseline.runs.length, "run")} of ${plainLine(baseline.branch, 40)}`;
    case "none":
      return "nothing";
  }
}
var CHANGED = [left2("what"), right2("change"), right2("base → head")];
function changedTable(report, rows, most) {
  const pieces = changedRows(rows).map((change) => {
    const cells = cellsOf(change);
    const moved = `**${cells.change}**${aside(report, change)}${cells.interval === "" ? "" : `<br>${cells.interval}`}`;
    const what = names(report, change).join("<br>");
    const from = `${cells.base} →<br>${cells.head}`;
    return `${tableRow([what, `${moved}<br>${small(`limit ${cells.limit}`)}`, from])}
`;
  });
  return {
    open: tableHead(CHANGED),
    pieces,
    close: `
${legend2(report)}`,
    noun: "changes",
    ...most === void 0 ? {} : { most }
  };
}
function changedRows({ regressed, accepted, traded, improved }) {
  return [...regressed, ...accepted, ...traded, ...improved];
}
function legend2(report) {
  const text = markdownEvidence(cellsText(report));
  return text === "" ? "" : `${text}

`;
}
function markdownEvidence(text) {
  return text.replace("~", "`~`");
}
function small(text) {
  return `<sub>${text}</sub>`;
}
function aside(report, change) {
  if (change.verdict.kind === "trade") return ", trade";
  return acceptanceOf(report, change) === null ? "" : ", accepted";
}
function trades({ traded }) {
  return {
    open: "",
    pieces: traded.map((change) => `${markdownText(tradeText(change), MESSAGE_MOST)}
`),
    close: "\n",
    noun: "trades",
    most: 5
  };
}
function undecidedCount({ undecided: undecided2 }) {
  if (undecided2.length === 0) return block("");
  const have = undecided2.length === 1 ? "1 other metric has" : `${formatCount(undecided2.length)} other metrics have`;
  return block(`${have} no answer yet: see below.
`);
}
var UNDECIDED = [left2("what"), right2("change"), left2("what would decide")];
function undecided(report, rows, most) {
  const history = shortHistory(report);
  return history === null ? undecidedTable(report, rows, most) : block(`${markdownText(historyRemedy(history), 300)}
`);
}
function undecidedTable(report, rows, most) {
  const pieces = rows.undecided.map((change) => {
    const cells = cellsOf(change);
    const decide = markdownText(remedyOf(change, report), 160);
    const facts = [
      cells.change,
      ...cells.interval === "" ? [] : [cells.interval],
      small(`limit ${cells.limit}`),
      ...change.smallestVisible === null ? [] : [small(`found from ${cells.smallestVisible}`)]
    ];
    return `${tableRow([names(report, change).join("<br>"), facts.join("<br>"), decide])}
`;
  });
  return {
    open: `No answer yet:

${tableHead(UNDECIDED)}`,
    pieces,
    close: changedRows(rows).length === 0 ? `
${legend2(report)}` : "\n",
    noun: "metrics without an answer",
    ...most === void 0 ? {} : { most }
  };
}
function names(report, change) {
  const marks = notes(
    report,
    ({ workload = change.workload, metric = change.metric }) => workload === change.workload && metric === change.metric
  );
  return [markdownText(change.workload), markdownText(metricInfo(change.metric).label) + marks];
}
function notes({ warnings }, concerns) {
  const marks = warnings.flatMap((warning, index) => {
    const named = warning.workload !== void 0 || warning.metric !== void 0;
    return named && concerns(warning) ? [index + 1] : [];
  });
  return marks.length === 0 ? "" : ` <sup>${marks.join(", ")}</sup>`;
}
function changeText(change) {
  const cells = cellsOf(change);
  return cells.interval === "" ? cells.change : `${cells.change} ${cells.interval}`;
}
function movedAlong(rows) {
  const changed = [...rows.regressed, ...rows.traded, ...rows.improved];
  const concerned = new Set(changed.map((change) => change.workload));
  const moved = rows.moved.filter((change) => concerned.has(change.workload) && change.effect !== null).slice(0, 8);
  if (moved.length === 0) return block("");
  const parts = moved.map(
    ({ workload, metric, effect }) => `${markdownText(`${workload} ${metricInfo(metric).label}`)} ${formatChange(effect ?? 0)}`
  );
  return block(`Also changed (no gate): ${parts.join(", ")}.
`);
}
function statementsMovedAlong({ workloads }, rows) {
  const concerned = new Set([...rows.regressed, ...rows.accepted].map((change) => change.workload));
  const parts = workloads.filter(({ name }) => concerned.has(name)).map((workload) => [workload.name, movedStatements(workload)]).filter(([, statements]) => statements.length > 0).slice(0, 3).map(([name, statements]) => {
    const texts = statements.map(({ name: name2, means }) => `${markdownText(name2)} ${means}`);
    return `Statements of ${markdownText(name)} that moved most, by their mean: ${texts.join(", ")}.`;
  });
  return block(parts.length === 0 ? "" : `${parts.join("\n")}
`);
}
function picture(report, rows) {
  const changed = changedRows(rows);
  const shown = (needsEyes(rows) ? changed : [...changed, ...rows.undecided]).slice(0, PICTURE_ROWS_MOST);
  const dots = dotPlot(report, shown, PICTURE_WIDTH);
  const trends = trendLines(report, changed.slice(0, TRENDS_MOST));
  const lines = dots.length > 0 && trends.length > 0 ? [...dots, "", ...trends] : [...dots, ...trends];
  return lines.length === 0 ? block("") : block(`${codeBlock(lines, "text")}
`);
}
function needsEyes({ regressed, accepted }) {
  return regressed.length + accepted.length > 0;
}
function together(report) {
  return block(movedTogether(report) ? `${togetherText(report)}
` : "");
}
function visibility(report) {
  const texts = [movedTogether(report) ? "" : togetherText(report), visibleText(report)];
  return block(
    texts.filter((text) => text !== "").map((text) => `${text}
`).join("\n")
  );
}
function doubts({ warnings }, most) {
  const pieces = warnings.map((warning, index) => {
    const remedy = markdownText(warning.remedy, MESSAGE_MOST);
    return `${index + 1}. ${markdownText(doubtText(warning), MESSAGE_MOST + 200)}. *Remedy:* ${remedy}
`;
  });
  return {
    open: "**Doubts**\n\n",
    pieces,
    close: "\n",
    noun: "doubts",
    ...most === void 0 ? {} : { most }
  };
}
var METRICS = [
  left2("metric"),
  right2("base"),
  right2("head"),
  right2("change"),
  right2("found from"),
  right2("limit"),
  left2("verdict")
];
function allMetrics(report, rows) {
  const isSaid = changedRows(rows).length > 0 || rows.undecided.length > 0 && shortHistory(report) === null;
  const hasFound = report.workloads.some(
    ({ changes }) => changes.some((each) => each.smallestVisible !== null)
  );
  return {
    open: `**All metrics**

${isSaid ? "" : legend2(report)}${hasFound ? `${FOUND_FROM}

` : ""}`,
    pieces: report.workloads.map((workload) => workloadTable(report, workload)),
    close: "",
    noun: "workloads with all their metrics"
  };
}
function workloadTable(report, { name, workload, changes }) {
  const kind = name === workload ? "" : ` (${markdownText(workload)})`;
  const marks = notes(report, (warning) => warning.workload === name && warning.metric === void 0);
  const rows = changes.map((change) => {
    const cells = cellsOf(change);
    const marks2 = notes(report, ({ workload: at = name, metric: metric2 }) => at === name && metric2 === change.metric);
    const metric = markdownText(metricInfo(change.metric).label) + marks2;
    const middle = [cells.base, cells.head, changeText(change), cells.smallestVisible, cells.limit];
    return tableRow([metric, ...middle, markdownText(cells.verdict, 120)]);
  });
  return `**${markdownText(name)}**${kind}${marks}

${tableHead(METRICS)}${rows.join("\n")}

`;
}
var PART_COLUMNS = [
  right2("calls, head"),
  right2("mean, base"),
  right2("head"),
  right2("change"),
  right2("p99, base"),
  right2("head")
];
var STATEMENTS_MOST = 12;
var PART_EVIDENCE = markdownEvidence(EVIDENCE_OF_PARTS);
function statementLatencies({ workloads }) {
  return {
    open: `**Latency by statement** (no gates; ${PART_EVIDENCE})

`,
    pieces: workloads.flatMap(({ name, statements }) => partTable(name, "statement", statements)),
    close: "",
    noun: "workloads with their statements"
  };
}
function kindLatencies({ workloads }) {
  return {
    open: `**Latency by kind of event** (${PART_EVIDENCE})

`,
    pieces: workloads.flatMap(({ name, kinds }) => partTable(name, "event", kinds)),
    close: "",
    noun: "workloads with their kinds of events"
  };
}
function loadByHost({ workloads }) {
  return {
    open: "**Load by host**\n\n",
    pieces: workloads.flatMap(({ name, hosts }) => {
      const table = hostTable(hosts);
      if (table === null) return [];
      const rows = table.rows.map(({ host, cells }) => `${tableRow([markdownText(host, 120), ...cells])}
`);
      const head = tableHead([left2("host"), ...table.columns.map(right2)]);
      return [`${markdownText(name)}

${head}${rows.join("")}
`];
    }),
    close: "",
    noun: "workloads with their hosts"
  };
}
function partTable(workload, noun, parts = []) {
  if (parts.length === 0) return [];
  const rows = partRows(parts);
  const shown = rows.slice(0, STATEMENTS_MOST).map(({ name, calls, mean, p99 }) => `${tableRow([markdownText(name), calls, ...mean, ...p99])}
`);
  const more = rows.length - shown.length;
  const rest = more > 0 ? `
*${formatCount(more)} that changed less: see report.json.*
` : "";
  return [
    `${markdownText(workload)}

${tableHead([left2(noun), ...PART_COLUMNS])}${shown.join("")}${rest}
`
  ];
}
function risenErrors({ workloads }, rows) {
  const risen = new Set(
    rows.regressed.filter(({ metric }) => metric === "failed-share").map(({ workload }) => workload)
  );
  return errorsSection(
    "Errors, by SQLSTATE:\n\n",
    workloads.filter(({ name }) => risen.has(name))
  );
}
function allErrors({ workloads }) {
  return errorsSection("**Errors**\n\n", workloads);
}
function errorsSection(title, workloads) {
  const pieces = workloads.flatMap(
    ({ name, errors }) => errorCounts(errors).map(
      ([state, ...counts]) => `${tableRow([markdownText(name), markdownText(sqlstateText(state), 40), ...counts.map(formatCount)])}
`
    )
  );
  const columns = [left2("workload"), left2("SQLSTATE"), right2("base"), right2("head")];
  return { open: title + tableHead(columns), pieces, close: "\n", noun: "kinds of errors" };
}
function conditions(report) {
  const facts = conditionLines(report).map(([label, value]) => `- ${label}: ${markdownText(value, 1e3)}
`);
  const { shared, own } = optionsOf(report);
  const common = shared.length === 0 ? [] : [`- options of all workloads: ${markdownText(shared.join(" "), 1500)}
`];
  const each = own.map(
    ([name, options]) => `- options of ${markdownText(name)}: ${markdownText(options.join(" "), 1500)}
`
  );
  return {
    open: "**Conditions**\n\n",
    pieces: [...facts, ...common, ...each],
    close: "\n",
    noun: "conditions"
  };
}
function reproduce(report, configPath) {
  return block(`**How to reproduce**

${codeBlock(reproduceCommands(report, configPath), "sh")}
`);
}
function footer(report, { dashboardUrl, siteUrl = null }) {
  const run2 = webAddress(report.origin.runUrl);
  const dashboard = webAddress(dashboardUrl ?? siteUrl);
  const page = addressOf(siteUrl, { page: "commit", sha: report.head.commit.sha });
  const parts = [
    ...run2 === null ? [] : [link("workflow run", run2)],
    ...page === null ? [] : [link("this commit", page)],
    ...dashboard === null ? [] : [link("history", dashboard)],
    ...report.origin.job === void 0 ? [] : [`job ${markdownText(report.origin.job)}`],
    `Plumbline ${markdownText(report.version)}`,
    `report ${report.id}`,
    `${minuteOf(report.createdAt)} UTC`
  ];
  return block(`<sub>${parts.join(" · ")}</sub>
`);
}

// src/render/markdown/timeline.ts
var COLUMNS2 = [
  { title: "event", align: "left" },
  { title: "arm", align: "left" },
  ...TIMELINE_HEADS.map((title) => ({ title, align: "right" }))
];
var STRETCHES = [
  { title: "load", align: "left" },
  { title: "arm", align: "left" },
  ...STRETCH_HEADS.map((title) => ({ title, align: "right" }))
];
function timelines({ timelines: all = [] }) {
  if (all.length === 0) return block("");
  const tables = all.map((timeline) => {
    const rows = timelineRows(timeline).map(
      ({ event, arm, took, recovery, depth, length, failed }) => tableRow([markdownText(event), arm, took, recovery, depth, length, failed])
    );
    const stretches = stretchRows(timeline).map(
      ({ stretch, arm, rate, wait }) => tableRow([markdownText(stretch), arm, rate, wait])
    );
    const course = stretches.length === 0 ? "" : `
${tableHead(STRETCHES)}${stretches.join("\n")}
`;
    const title = `**Events under ${markdownText(timeline.workload)}**: ${timelineTerms(timeline)}`;
    const failures = timelineFailures(timeline);
    const below = failures === "" ? "" : `
${markdownText(failures, 900)}
`;
    return `${title}

${tableHead(COLUMNS2)}${rows.join("\n")}
${course}${below}
`;
  });
  return { open: "", pieces: tables, close: "", noun: "workloads with events" };
}

// src/render/markdown/comment.ts
var COMMENT_BYTES_MOST = 6e4;
var ELSEWHERE = "the job summary";
var NO_GUIDANCE = { configPath: null, dashboardUrl: null, acceptLabel: null };
function guidanceOf({ guidance }, options) {
  return { ...NO_GUIDANCE, ...guidance, ...options };
}
function renderComment(report, options = {}) {
  const rows = rowsOf(report);
  const top = `${commentMarker(report.suite, report.origin.job ?? null)}
### Plumbline: ${headline(report)}

`;
  const guidance = guidanceOf(report, options);
  const bottom = assemble([footer(report, guidance)], 8e3, ELSEWHERE);
  const visible = assemble(
    visibleSections(report, rows, { changes: 20, undecided: 10, doubts: 8 }),
    3e4,
    ELSEWHERE
  );
  const open = `<details><summary>${foldedTitle(report, rows)}</summary>

`;
  const close = "</details>\n\n";
  const room = COMMENT_BYTES_MOST - bytes(top + visible + open + close + bottom);
  return top + visible + open + foldedText(report, rows, guidance, room, ELSEWHERE) + close + bottom;
}
function visibleSections(report, rows, most = {}) {
  if (isCalm(report))
    return [
      calm(report, rows),
      together(report),
      migration(report),
      capacities(report),
      timelines(report),
      newcomers(report)
    ];
  const isFaulty = hasFaults(report.migration);
  return [
    introduction(report),
    isFaulty ? migration(report) : NOTHING,
    changedTable(report, rows, most.changes),
    together(report),
    causes(report),
    newcomers(report),
    acceptedBy(report),
    trades(rows),
    risenErrors(report, rows),
    movedAlong(rows),
    statementsMovedAlong(report, rows),
    needsEyes(rows) ? undecidedCount(rows) : undecided(report, rows, most.undecided),
    picture(report, rows),
    isFaulty ? NOTHING : migration(report),
    capacities(report),
    timelines(report),
    needsEyes(rows) ? NOTHING : visibility(report),
    doubts(report, most.doubts)
  ];
}
var NOTHING = block("");
function isCalm({ verdict, counts: { unchanged, notWorse = 0 } }) {
  return verdict === "unchanged" && unchanged + notWorse > 0;
}
function foldedText(report, rows, guidance, limit, elsewhere) {
  const needed = [
    allErrors(report),
    whatDiffers(report),
    conditions(report),
    reproduce(report, guidance.configPath),
    accept(report, rows, guidance.acceptLabel)
  ];
  const tail = assemble(needed.toReversed(), limit / 2, elsewhere);
  const lead = assemble(foldedSections(report, rows), limit / 4, elsewhere);
  const room = limit - bytes(tail) - bytes(lead);
  return lead + assemble(
    [allMetrics(report, rows), kindLatencies(report), statementLatencies(report), loadByHost(report)],
    room,
    elsewhere
  ) + tail;
}
function foldedSections(report, rows) {
  if (isCalm(report)) return [introduction(report), visibility(report), doubts(report)];
  return needsEyes(rows) ? [undecided(report, rows), visibility(report)] : [];
}
function isCompared(report) {
  return report.baseline.kind !== "none" && shortHistory(report) === null;
}
function foldedTitle(report, rows) {
  const { counts, warnings } = report;
  const calm2 = isCalm(report);
  const { notWorse = 0 } = counts;
  const answers = [
    ...counts.unchanged > 0 && !calm2 ? [withinText(counts.unchanged)] : [],
    ...notWorse > 0 && !calm2 ? [`${formatCount(notWorse)} not worse`] : [],
    ...counts.inconclusive > notWorse && isCompared(report) ? [`${formatCount(counts.inconclusive - notWorse)} without an answer`] : [],
    ...calm2 && warnings.length > 0 ? [plural(warnings.length, "doubt")] : []
  ];
  const parts = report.workloads.some(({ statements = [] }) => statements.length > 0) ? "latency by statement, " : "";
  const accepting = rows.regressed.length > 0 ? ", how to accept" : "";
  return `${answers.join(", ")}${answers.length > 0 ? "; " : ""}${calm2 ? "what this run could see, " : ""}all metrics, ${parts}conditions, how to reproduce${accepting}`;
}

export {
  assemble,
  bytes,
  markdownText,
  tableHead,
  tableRow,
  codeBlock,
  link,
  commentMarker,
  dotPlot,
  newWorkloads,
  footer,
  COMMENT_BYTES_MOST,
  guidanceOf,
  renderComment,
  visibleSections,
  foldedText,
  git,
  ask,
  isAlive,
  isGroupAlive,
  openWorktree,
  sweepWorktrees,
  identify,
  stateOf,
  attempt,
  straysOf,
  signalStrays,
  serverOwner,
  asOwner,
  giveTo,
  WorkFolder,
  sweep
};
