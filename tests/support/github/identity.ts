/** Identities that ask GitHub, by their tokens, and their rights: facts that its description of the API lacks. */

export type Permission = "pull-requests" | "checks" | "statuses" | "issues" | "contents" | "actions";

export type Identity = Readonly<{
  login: string;
  /** An installation is an app's token, GITHUB_TOKEN among them: it may not ask who it is by REST. */
  type: "installation" | "user";
  permissions: readonly Permission[];
  /** Scopes of a classic personal token, which GitHub names in every answer. */
  scopes?: string;
}>;

export const ACTIONS_BOT: Identity = {
  login: "github-actions[bot]",
  type: "installation",
  permissions: ["pull-requests", "checks", "statuses"],
};

/**
 * GitHub ignores the details_url of the app Actions, whose tokens workflows get: it answers the check's page in its place.
 * Sources: https://github.com/actions/github-script/issues/143, https://github.com/LouisBrunner/checks-action/issues/18 and
 * /issues/369, https://github.com/paraglider-project/paraglider/issues/427. Other apps keep theirs.
 */
export function detailsAllowed({ login }: Identity, page: unknown): object {
  return login === ACTIONS_BOT.login ? { details_url: page } : {};
}

/**
 * A classic personal token may write no check run, whatever its scopes.
 * Source: https://github.com/SvanBoxel/organization-workflows/issues/27
 */
export const ONLY_APPS = "You must authenticate via a GitHub App.";
export const WRITING_CHECKS = ["checks/create", "checks/update"];

export function isClassic({ type, scopes }: Identity): boolean {
  return type === "user" && scopes !== undefined;
}

/**
 * The form of an installation's tokens, GITHUB_TOKEN among them, since 2026: ghs_APPID_JWT, so with two dots.
 * Source: https://github.blog/changelog/2026-04-24-notice-about-upcoming-new-format-for-github-app-installation-tokens/
 */
export const INSTALLATION_TOKEN = `ghs_15368_${["eyJhbGciOiJFUzI1NiJ9", "eyJpc3MiOiJnaXRodWIifQ", "c2lnbmF0dXJl"].join(".")}`;

/**
 * Rights of a job that Dependabot's pull request started: nothing but read, unless `permissions:` raises it.
 * Source: https://docs.github.com/en/code-security/dependabot/working-with-dependabot/automating-dependabot-with-github-actions
 */
export function ofDependabot(declared: readonly Permission[] = []): Identity {
  return { ...ACTIONS_BOT, permissions: declared };
}
