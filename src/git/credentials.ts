/**
 * What git shows to hosts in our name. It is kept in memory and given to the one git process that asks the host: what is measured has
 * nothing of it in its environment, and finds nothing on the disk that was not there before.
 */
import { ask } from "./git.ts";

export type Setting = readonly [name: string, value: string];

/** By origin, such as https://github.com. */
const tokens = new Map<string, string>();

/** Shows the token to this host from now on, where the repository's own settings have nothing for it. */
export function keepToken(server: string, token: string): void {
  if (token !== "") tokens.set(new URL(server).origin, token);
}

/** Credentials and ways to hosts; nothing that says what a repository is or does. */
const OF_REMOTES = "^(http|credential|url|ssh|protocol)\\.|^core\\.(sshcommand|askpass|gitproxy)$";

/**
 * What a repository beside the user's needs to reach the URL: the settings of the user's alone (actions/checkout may leave a token there),
 * also those of files that are included for its folder only, and a token that was kept for the URL's host.
 */
export async function settingsFor(repository: string, url: string): Promise<readonly Setting[]> {
  const own = await settingsOf(repository);
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: "" };
  const token = tokens.get(origin);
  const name = `http.${origin}/.extraheader`;
  // Two of them would be two headers, which GitHub takes for a bad request.
  if (token === undefined || own.some(([each]) => each === name)) return own;
  const words = Buffer.from(`x-access-token:${token}`).toString("base64");
  return [...own, [name, `AUTHORIZATION: basic ${words}`]];
}

async function settingsOf(repository: string): Promise<readonly Setting[]> {
  const text = await ask(repository, "config", "--local", "--includes", "--null", "--get-regexp", OF_REMOTES);
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
