/** Head of every page: what it may load, how it is laid out, and that its links send no referrer. */
import { type Html, html } from "./template.ts";

export function pageHead({ title, policy }: Readonly<{ title: string; policy: string }>): Html {
  return html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>`;
}
