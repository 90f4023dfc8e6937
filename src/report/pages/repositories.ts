/** The first page of a store that several repositories share: which ones, and what is open in each. */

import { plainLine } from "../../text/outside.ts";
import { html } from "../html/template.ts";
import { repositoryPathOf } from "./links.ts";
import { age, type Page, type Site } from "./shell.ts";

export type RepositoryRow = Readonly<{
  /** "owner/name". */
  repository: string;
  open: number;
  workloads: number;
  /** ISO 8601: when its newest run was measured. */
  newest: string;
}>;

/** @param rows what needs eyes first */
export function repositoriesPage(site: Site, rows: readonly RepositoryRow[]): Page {
  const lines = rows.map(
    ({ repository, open, workloads, newest }) =>
      html`<tr data-words="${plainLine(repository.toLowerCase(), 200)}"${open > 0 ? html` class="open"` : html``}><th scope="row"><a href="${repositoryPathOf(repository)}">${plainLine(repository)}</a></th><td class="number">${open === 0 ? html`<span class="muted">nothing</span>` : html`<span class="side worse">${open} open</span>`}</td><td class="number">${workloads}</td><td class="number">${age(newest, site.now)}</td></tr>
`,
  );
  const main = html`<div class="title"><h1>Repositories</h1><label class="search">Find <input type="search" id="search" autocomplete="off" placeholder="owner or name" hidden></label></div>
<div class="scroll" tabindex="0" role="region" aria-label="Repositories"><table class="workloads"><thead><tr><th scope="col">repository</th><th scope="col" class="number">open</th><th scope="col" class="number">workloads</th><th scope="col" class="number">newest run</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  return { place: { page: "overview" }, title: "Repositories", data: null, main };
}
