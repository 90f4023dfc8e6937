// One target of scripts/fuzz.ts: BUNDLE NAME SEED UNTIL FILE FINDINGS [KEPT]. FILE holds the text that is being read, in case this process
// dies; KEPT is the folder of texts that reached something new.
import { createHash } from "node:crypto";
import {
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import inspector from "node:inspector";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";

/** Progress of a target. */
export type Told = Readonly<{ inputs: number; corpus: number; findings: number; cpuSeconds: number }>;

const [bundle = "", name = "", seedText, until, currentFile = "", findingsFolder = "", keptFolder] =
  process.argv.slice(2);
const readers: typeof import("../../tests/property/support/readers.ts") = await import(
  pathToFileURL(bundle).href
);
const { READERS, faultOf, keptFor, mutation } = readers;
const reader = READERS.get(name)!;
const current = openSync(currentFile, "w");
const BATCH = 100;
/** A text is kept where it reaches something new; many reach the same in another order. */
const CORPUS_MOST = 3_000;
/** CPU milliseconds per KB, of at least 4 KB, above which a text is slow: the median of three, whatever else the machine does. */
const SLOW_MS_PER_KB = 50;

const coverage = coverageOf();
const corpus = [...new Set([...reader.seeds(), ...keptFor(name), ...keptBefore(), ""])];
const findings = new Map<string, string>();
let inputs = 0;
let reportedAt = 0;
// Who started it is gone, and what is found would be lost.
const left = () => !process.connected || Date.now() >= Number(until);
tell();
for (const text of corpus) await take(text);
coverage.news();
for (let seed = Number(seedText); !left(); seed++) {
  const changed = fc
    .sample(fc.tuple(mutation, fc.nat(), fc.nat()), { seed, numRuns: BATCH })
    .map(([change, one, other]) => change(corpus[one % corpus.length]!, corpus[other % corpus.length]!));
  for (const text of changed) if (!left()) await take(text);
  if (!coverage.news() || corpus.length >= CORPUS_MOST) continue;
  // One of them it was: which one tells what it reaches alone.
  coverage.forget();
  for (const text of changed) {
    if (left()) break;
    await take(text);
    if (coverage.news()) keep(text);
  }
}
tell();
process.exit(0);

function keptBefore(): readonly string[] {
  if (keptFolder === undefined) return [];
  mkdirSync(keptFolder, { recursive: true });
  return readdirSync(keptFolder).map((file) => readFileSync(path.join(keptFolder, file), "utf8"));
}

function keep(text: string) {
  corpus.push(text);
  if (keptFolder !== undefined) writeFileSync(path.join(keptFolder, nameOf(text)), text);
}

function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}

async function take(text: string) {
  ftruncateSync(current, 0);
  writeSync(current, text, 0);
  inputs++;
  const startedAt = performance.now();
  const fault = await faultOf(reader, text);
  const took = performance.now() - startedAt;
  if (fault !== null) await found(fault, text);
  else if (took > SLOW_MS_PER_KB * Math.max(4, text.length / 1024)) await slow(text);
  if (Date.now() - reportedAt > 1_000) {
    tell();
    // So that it hears of its parent's end.
    await new Promise(setImmediate);
  }
}

function tell() {
  reportedAt = Date.now();
  const told: Told = {
    inputs,
    corpus: corpus.length,
    findings: findings.size,
    cpuSeconds: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  };
  process.send?.(told);
}

/** Faults of one place are one finding; the shortest text that shows it is its file. */
async function found(fault: Error, text: string) {
  const key = keyOf(fault);
  if (findings.has(key) || findings.size >= 50) return;
  findings.set(key, text);
  const small = await smallest(text, async (each) => {
    const other = await faultOf(reader, each);
    return other !== null && keyOf(other) === key;
  });
  save(key, small, fault.stack ?? fault.message);
}

function keyOf({ name: kind, message, stack }: Error): string {
  const at = /\n\s+at (\S+)/.exec(stack ?? "")?.[1] ?? "";
  return `${kind} ${at} ${message.slice(0, 40).replace(/\d+/g, "N")}`;
}

async function slow(text: string) {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage();
    await faultOf(reader, text);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const median = times.sort((a, b) => a - b)[1]!;
  const key = `slow ${Math.round(Math.log2(text.length + 1))}`;
  if (median <= SLOW_MS_PER_KB * Math.max(4, text.length / 1024) || findings.has(key)) return;
  findings.set(key, text);
  save(key, text, `${median.toFixed(0)} ms of CPU for ${text.length} characters`);
}

function save(key: string, text: string, words: string) {
  const file = path.join(findingsFolder, nameOf(key));
  mkdirSync(findingsFolder, { recursive: true });
  writeFileSync(file, text);
  writeFileSync(`${file}.why`, `${key}\n${words}\n`);
  console.log(`${name}: ${key} (${text.length} characters): ${file}`);
}

/** Takes parts away, large ones first, as long as the fault stays. */
async function smallest(text: string, isStill: (text: string) => Promise<boolean>): Promise<string> {
  let left = text;
  for (
    let size = Math.ceil(left.length / 2), tries = 0;
    size >= 1 && tries < 2_000;
    size = Math.floor(size / 2)
  )
    for (let at = 0; at < left.length && tries < 2_000; tries++) {
      const less = left.slice(0, at) + left.slice(at + size);
      if (await isStill(less)) left = less;
      else at += size;
    }
  return left;
}

type Range = readonly [from: number, to: number];

/**
 * V8 itself counts which blocks of the sources ran: no native add-on and no instrumented copy is needed. What never ran in a function is
 * told as ranges, so a range that is no longer among them is news.
 */
function coverageOf() {
  const session = new inspector.Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  /** Ranges of each function that never ran. */
  const missing = new Map<string, Map<string, Range>>();
  const reached = new Set<string>();
  let latest: string[] = [];
  const look = () => {
    let seen: readonly inspector.Profiler.ScriptCoverage[] = [];
    session.post("Profiler.takePreciseCoverage", (_error, { result }) => {
      seen = result;
    });
    return seen
      .filter(({ url }) => url.includes("/.cache/plumbline/"))
      .flatMap(({ functions }) => functions)
      .filter(({ ranges }) => ranges[0]!.count > 0);
  };
  const newsOf = ({ ranges }: inspector.Profiler.FunctionCoverage) => {
    const { startOffset, endOffset } = ranges[0]!;
    const key = `${startOffset}-${endOffset}`;
    const not = ranges
      .filter(({ count }) => count === 0)
      .map(({ startOffset: from, endOffset: to }): Range => [from, to]);
    const known = missing.get(key) ?? new Map<string, Range>();
    const news = missing.has(key) ? [] : [key];
    for (const [range, [from, to]] of known)
      if (!not.some(([a, b]) => a <= from && to <= b)) news.push(`${key}:${range}`);
    for (const each of not) known.set(each.join("-"), each);
    missing.set(key, known);
    return news;
  };
  return {
    /** True if anything ran since the last call that never ran before. */
    news() {
      latest = look()
        .flatMap(newsOf)
        .filter((each) => !reached.has(each));
      for (const each of latest) reached.add(each);
      return latest.length > 0;
    },
    /** Forgets the last news, which may then be news again. */
    forget() {
      for (const each of latest) reached.delete(each);
      for (const each of latest) if (!each.includes(":")) missing.delete(each);
    },
  };
}
