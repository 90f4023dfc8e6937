/** Links from the pages to the code host: a commit, what lies between two, a pull request. Empty where there is no address. */
import { isSha } from "../../text/outside.ts";
import { type Html, html } from "../html/template.ts";

const HOST = "https://github.com";

/** "owner/name" as a part of an address; null for what is none. */
function repositoryPath(repository: string | null): string | null {
  return repository !== null && /^[\w.-]+\/[\w.-]+$/.test(repository) ? repository : null;
}

/** Link to a commit. The words say what is behind it. */
export function commitOnHost(repository: string | null, sha: string, words = "on GitHub"): Html {
  return linkTo(repository, isSha(sha) ? `commit/${sha}` : null, words);
}

/** Link to the commits after `base` up to `head`. */
export function rangeOnHost(
  repository: string | null,
  { base, head }: Readonly<{ base: string; head: string }>,
  words = "commits between",
): Html {
  return linkTo(repository, isSha(base) && isSha(head) ? `compare/${base}...${head}` : null, words);
}

/** "#812", as a link where there is an address. */
export function pullRequestOnHost(repository: string | null, number: number): Html {
  return repositoryPath(repository) === null
    ? html`#${number}`
    : linkTo(repository, `pull/${number}`, `#${number}`);
}

function linkTo(repository: string | null, what: string | null, words: string): Html {
  const path = repositoryPath(repository);
  if (path === null || what === null) return html``;
  return html`<a class="host" href="${HOST}/${path}/${what}" rel="noreferrer">${words}</a>`;
}
