/**
 * Credentials that git shows to hosts in our name. They are kept in memory and given to the one git process that asks the host: what is
 * measured has none of them in its environment, and finds nothing on the disk that was not there before.
 */

import { percentDecoded } from "../../text/outside.ts";
import { askGit } from "./git.ts";

export type Setting = readonly [name: string, value: string];

/** "user:token" by origin, such as https://github.com. */
const tokens = new Map<string, string>();

/** Shows the token to this host from now on, where the repository's own settings have nothing for it. */
export function keepToken(server: string, token: string): void {
  if (token !== "") tokens.set(new URL(server).origin, `x-access-token:${token}`);
}

/** User, password and what is left of an http address that has both. */
const WITH_PASSWORD = /^(https?:\/\/)([^/:@]*):([^/]+)@(?=[^/@]*(?:\/|$))/i;

/** The address for git's command line, which every user of the machine can read (`ps`). */
export function withoutPassword(url: string): string {
  return url.replace(WITH_PASSWORD, "$1");
}

/** Credentials and ways to hosts; nothing that says what a repository is or does. */
const OF_REMOTES = "^(http|credential|url|ssh|protocol)\\.|^core\\.(sshcommand|askpass|gitproxy)$";

/**
 * Settings that a repository of ours needs to reach the URL: those of the user's alone (actions/checkout may leave a token there), also
 * those of files that are included for its folder only, and the URL's own password, or a token that was kept for its host.
 */
export async function settingsFor(repository: string, url: string): Promise<readonly Setting[]> {
  const own = await readSettings(repository);
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: "" };
  const words = passwordOfUrl(url) ?? tokens.get(origin);
  return words === undefined ? own : withHeader(own, origin, words);
}

/**
 * The same for whatever URL: of each kept token, which git shows to its host alone. Submodules by ssh are asked for by http there, as
 * actions/checkout does, where no key of the repository's own is for them.
 */
export async function settingsForAll(repository: string): Promise<readonly Setting[]> {
  const own = await readSettings(repository);
  const hasKey = own.some(([name]) => name === "core.sshcommand");
  let all = own;
  for (const [origin, words] of tokens) {
    all = withHeader(all, origin, words);
    if (!hasKey) all = [...all, [`url.${origin}/.insteadof`, `git@${new URL(origin).hostname}:`]];
  }
  return all;
}

/** Two of them would be two headers, which GitHub takes for a bad request. */
function withHeader(settings: readonly Setting[], origin: string, words: string): readonly Setting[] {
  const name = `http.${origin}/.extraheader`;
  if (settings.some(([each]) => each === name)) return settings;
  return [...settings, [name, `AUTHORIZATION: basic ${Buffer.from(words).toString("base64")}`]];
}

/** "user:password" as it is meant. */
function passwordOfUrl(url: string): string | undefined {
  const [, , user = "", password] = WITH_PASSWORD.exec(url) ?? [];
  return password === undefined ? undefined : `${percentDecoded(user)}:${percentDecoded(password)}`;
}

async function readSettings(repository: string): Promise<readonly Setting[]> {
  const text = await askGit(
    repository,
    "config",
    "--local",
    "--includes",
    "--null",
    "--get-regexp",
    OF_REMOTES,
  );
  return (text ?? "")
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const at = entry.indexOf("\n");
      return at < 0 ? [entry, "true"] : [entry.slice(0, at), entry.slice(at + 1)];
    });
}

/** Settings as git takes them from its environment (git-config, GIT_CONFIG_COUNT; since 2.31), after those that are there. */
export function asEnvironment(
  settings: readonly Setting[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const before = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  const pairs = settings.flatMap(([name, value], i) => [
    [`GIT_CONFIG_KEY_${before + i}`, name],
    [`GIT_CONFIG_VALUE_${before + i}`, value],
  ]);
  return Object.fromEntries([["GIT_CONFIG_COUNT", String(before + settings.length)], ...pairs]);
}
