import { expect, it } from "vitest";
import { html, trusted, verbatim } from "../../../../src/report/html/template.ts";

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

it("ties a number to its unit in words, and leaves what is copied or compared as it is", () => {
  expect(html`<p>${"10 GiB"}</p>`.html).toBe("<p>10\u00a0GiB</p>");
  expect(html`<code>${verbatim('"10 GiB" <b>')}</code>`.html).toBe(
    "<code>&quot;10 GiB&quot; &lt;b&gt;</code>",
  );
});
