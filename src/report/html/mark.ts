/** The mark of the pages and of the HTML report: a plumb line, as in the name. */
import { type Html, html } from "./template.ts";

/** @param height in pixels, of which its width is a third */
export function plumbMark(height: number): Html {
  return html`<svg class="mark" viewBox="0 0 24 72" width="${height / 3}" height="${height}" aria-hidden="true"><path d="M4 2H20M12 2V46"/><path class="bob" d="M7 46H17L15.5 56L12 68L8.5 56Z"/></svg>`;
}
