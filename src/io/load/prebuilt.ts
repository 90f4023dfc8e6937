/**
 * plumbline-load as a release has it: one static program for each CPU of Linux, for machines that need no compiler. Its hash is part
 * of this package, so what comes over the network or lies in a cache is the program that the release built, or it is not used.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import RECORD from "../../../runner-native/prebuilt.json" with { type: "json" };
import { sha256 } from "../host/files.ts";

/** A release's record of its programs (scripts/release.ts); nulls and no hashes before the first one. */
export const PrebuiltRecord = z.strictObject({
  version: z.string().nullable(),
  /** Hash of the sources that they were built from (build.ts): a program of other sources is another program. */
  sources: z.string().nullable(),
  /** Hash of the program by platform, as Node.js names it: linux-x64, linux-arm64. */
  sha256: z.record(z.string(), z.string()),
});
export type PrebuiltRecord = z.infer<typeof PrebuiltRecord>;

export const RELEASED: PrebuiltRecord = PrebuiltRecord.parse(RECORD);

/** Overridden by $PLUMBLINE_RELEASES where GitHub cannot be reached: a mirror with the same paths. */
const RELEASES = "https://github.com/plumbline/plumbline/releases/download";

const FETCH_LIMIT_MS = 120_000;

export type WantedBuild = Readonly<{
  record: PrebuiltRecord;
  /** Platform, for example linux-x64. */
  platform: string;
  /** Hash of the sources of this package. */
  sources: string;
  /** Folder for programs. */
  cache: string;
  env: NodeJS.ProcessEnv;
}>;

/** The release's program from the cache; null where it is not there, or there is none for this machine and these sources. */
export function cachedProgram(wanted: WantedBuild): string | null {
  const release = releaseOf(wanted);
  return release !== null && hashOrNull(release.program) === release.sha256 ? release.program : null;
}

/** The release's program for this machine and these sources, and where it is kept; null if there is none. */
function releaseOf({ record, platform, sources, cache }: WantedBuild) {
  const sha256 = record.sha256[platform];
  if (record.version === null || sha256 === undefined || record.sources !== sources) return null;
  const home = path.join(cache, `plumbline-load-${record.version}-${platform}-${sha256.slice(0, 12)}`);
  return { version: record.version, sha256, program: path.join(home, "plumbline-load") };
}

/**
 * The release's program, from the cache or fetched into it.
 * @param say hears of a fetch, and why one came to nothing
 * @returns its path; null where there is none for this machine and these sources, or it cannot be had
 */
export async function prebuiltProgram(
  wanted: WantedBuild,
  say: (text: string) => void,
): Promise<string | null> {
  const cached = cachedProgram(wanted);
  const release = releaseOf(wanted);
  if (cached !== null || release === null) return cached;
  const { version, sha256: expected, program } = release;
  const { platform, env } = wanted;
  const url = `${env["PLUMBLINE_RELEASES"] || RELEASES}/v${version}/plumbline-load-${platform}`;
  say(`fetching plumbline-load ${version} for ${platform}`);
  try {
    const bytes = await fetchBytes(url);
    const found = sha256(bytes);
    if (found !== expected)
      throw new Error(`its SHA-256 is ${found}, and this package knows it as ${expected}; it is not used`);
    keep(bytes, program);
    return program;
  } catch (error) {
    say(`cannot have ${url}: ${downloadFailure(error)}`);
    return null;
  }
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Whole or not at all: another job may do the same now. */
function keep(bytes: Uint8Array, program: string): void {
  const home = path.dirname(program);
  mkdirSync(home, { recursive: true });
  const workshop = mkdtempSync(`${home}.`);
  try {
    const aside = path.join(workshop, "plumbline-load");
    writeFileSync(aside, bytes);
    chmodSync(aside, 0o755);
    renameSync(aside, program);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** Null where there is no such file. */
function hashOrNull(file: string): string | null {
  try {
    return sha256(readFileSync(file));
  } catch {
    return null;
  }
}

/** fetch() hides what went wrong in its cause. */
function downloadFailure(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** Parameters of libpq that the static program cannot follow: it has neither GSSAPI nor LDAP. */
const SYSTEM_PARAMETER =
  /\b(?:gssencmode=(?!disable)|krbsrvname=|gsslib=|gssdelegation=|require_auth=[^&\s]*(?:gss|sspi)|service=|ldap:\/\/)/i;
const SYSTEM_VARIABLES = ["PGGSSENCMODE", "PGKRBSRVNAME", "PGGSSDELEGATION", "PGSERVICE"] as const;

/**
 * True if connections need what only the system's libpq may have: GSSAPI, or LDAP behind a service name.
 * @param urls connection URLs as the config file has them
 */
export function wantsSystemLibpq(urls: readonly string[], env: NodeJS.ProcessEnv = process.env): boolean {
  const said = SYSTEM_VARIABLES.some((name) => (env[name] || "disable") !== "disable");
  return said || urls.some((url) => SYSTEM_PARAMETER.test(url));
}
