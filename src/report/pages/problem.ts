/** The page in the place of an answer that failed: what happened, and the way to ask again. It needs nothing from the store. */
import { pageHead } from "../html/page-head.ts";
import { html } from "../html/template.ts";
import { POLICY } from "./shell.ts";

/**
 * @param style path of the site's style sheet, from the server's root
 * @param isPassing whether asking again may go well
 */
export function problemDocument(
  { status, title, detail }: Readonly<{ status: number; title: string; detail?: string | undefined }>,
  style: string,
  isPassing: boolean,
): string {
  const ways = [
    // An empty address is the one that was asked: what a client sent is not repeated.
    ...(isPassing ? [html`<a href="">Retry</a>`] : []),
    html`<a href="/">The overview</a>`,
  ];
  return html`<!doctype html>
<html lang="en">
<head>
${pageHead({ title, policy: POLICY })}
<link rel="stylesheet" href="/${style}">
</head>
<body class="site">
<main id="main">
<h1>${title}</h1>
<p class="lead">${detail ?? "The service could not answer."}</p>
<p class="ways">${ways.map((way) => html`${way} `)}</p>
<p class="muted">Status ${status}</p>
</main>
</body>
</html>
`.html;
}
