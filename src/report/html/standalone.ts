/** The frame of a page that is one file and needs nothing else. */
import { createHash } from "node:crypto";
import { pageHead } from "./page-head.ts";
import { type Html, html, trusted } from "./template.ts";

/** No script runs in it, and its policy lets it load nothing. @param kind class of its body */
export function standalonePage({
  title,
  style,
  kind,
  body,
}: Readonly<{ title: string; style: string; kind: string; body: Html }>): string {
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
${pageHead({ title, policy })}
<style>${trusted(style)}</style>
</head>
<body class="${kind}">
${body}
</body>
</html>
`;
  return page.html;
}
