import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);

// src/model/version.ts
var VERSION = "0.1.0";

// src/render/html/template.ts
function html(strings, ...values) {
  const parts = strings.map(
    (string, index) => string + (index < values.length ? spelled(values[index]) : "")
  );
  return { html: parts.join("") };
}
function trusted(text) {
  return { html: text };
}
function spelled(value) {
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number") return String(value);
  if ("html" in value) return value.html;
  return value.map((part) => part.html).join("");
}
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

export {
  html,
  trusted,
  VERSION
};
