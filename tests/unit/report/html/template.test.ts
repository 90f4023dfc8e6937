import { expect, it } from "vitest";
import { html, trusted } from "../../../../src/report/html/template.ts";

it("escapes whatever is not HTML already", () => {
  const evil = `<script>"x" & 'y'</script>`;
  expect(html`<p title="${evil}">${evil}</p>`.html).toBe(
    '<p title="&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;">&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;</p>',
  );
});

it("takes numbers, HTML and lists of it as they are", () => {
  const items = ["a", "<b>"].map((text) => html`<li>${text}</li>`);
  expect(html`<ul data-count="${2}">${items}</ul>${trusted("&nbsp;")}${[]}`.html).toBe(
    '<ul data-count="2"><li>a</li><li>&lt;b&gt;</li></ul>&nbsp;',
  );
});
