/** The place of the store, as the command line, the environment or a config file says: words that are read once. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config/parse.ts";
import { PlumblineError } from "../../model/errors.ts";
import { DEFAULT_CONFIG, loadConfig } from "./config-file.ts";
import type { Invocation } from "./invocation.ts";

/** `words` name it to people, and may have a password: errors hide it. */
export type StoreLocation = Readonly<{ words: string }> &
  Readonly<
    | { kind: "postgres"; url: string }
    /** `folder`: absolute. */
    | { kind: "folder"; folder: string }
    /** `repository`: a folder of the one whose remotes and credentials are used. `remote`: a name or a URL, as git takes them. */
    | { kind: "git"; repository: string; remote: string; branch: string }
  >;

const DEFAULT_STORE = "file:.plumbline";

/** The place where the runs of an invocation are kept. @throws PlumblineError of kind "usage" as storeAt */
export function storeOf(
  { store, cwd }: Pick<Invocation, "store" | "cwd">,
  config: Pick<Config, "store">,
): StoreLocation {
  return storeAt(store ?? config.store ?? DEFAULT_STORE, cwd);
}

export type StoreWords = Readonly<{ store?: string; config: string }>;

/**
 * The store of a history: a config file that was not named may be missing, for a store is there without any suite.
 * @throws PlumblineError of kind "usage" as storeAt, and as loadConfig
 */
export async function historyLocation(
  { store, config }: StoreWords,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<StoreLocation> {
  const said = store || env["PLUMBLINE_STORE"];
  const hasConfig = config !== DEFAULT_CONFIG || existsSync(path.resolve(cwd, config));
  if (said || !hasConfig) return storeAt(said || DEFAULT_STORE, cwd);
  return storeOf({ store: null, cwd }, await loadConfig({ cwd, config }));
}

/**
 * @param words `postgres://...`, `postgresql://...`, `file:DIR`, `git:BRANCH` or `git:URL#BRANCH`
 * @param cwd folder that a relative DIR starts from, and whose repository has the remote of BRANCH
 * @throws PlumblineError of kind "usage" for other words
 */
export function storeAt(words: string, cwd: string): StoreLocation {
  if (/^postgres(ql)?:\/\//.test(words)) return { words, kind: "postgres", url: words };
  if (words.startsWith("file:///")) return { words, kind: "folder", folder: fileURLToPath(words) };
  const git = /^git:(?:(?<remote>[^#]+)#)?(?<branch>[^#]+)$/s.exec(words)?.groups;
  if (git !== undefined) return branchAt(git, words, cwd);
  const folder = /^file:(?!\/\/)(.+)$/s.exec(words)?.[1];
  if (folder !== undefined) return { words, kind: "folder", folder: path.resolve(cwd, folder) };
  throw new PlumblineError("usage", `not a store: ${words || "(nothing)"}`, {
    remedy:
      "write postgres://USER@HOST/DATABASE (a password goes behind USER and a colon), file:DIR for a folder of JSON files, or git:BRANCH for a branch of the repository",
  });
}

/** Names that git takes for a branch, without its rarer liberties (git-check-ref-format). */
const BRANCH = /^(?![-./])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock$|[./]$))[^\s~^:?*[\\\p{Cc}]+$/u;

function branchAt(
  { remote = "origin", branch = "" }: Readonly<Record<string, string | undefined>>,
  words: string,
  repository: string,
): StoreLocation {
  if (BRANCH.test(branch)) return { words, kind: "git", repository, remote, branch };
  throw new PlumblineError("usage", `not the name of a branch: ${branch} (in ${words})`, {
    remedy: "write git:BRANCH, or git:URL#BRANCH for a branch of another repository",
  });
}

/** True for a folder that is not there: opening it would make it, which reading must not. */
export function isNowhere(location: StoreLocation): boolean {
  return location.kind === "folder" && !existsSync(location.folder);
}
