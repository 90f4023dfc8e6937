/**
 * Cuts the operations that Plumbline uses out of GitHub's published OpenAPI description, with everything they refer to and
 * without prose, so that the tests need 100 kB instead of a package of 440 MB. To renew it:
 *
 *   npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-*.tgz package/generated/api.github.com.json
 *   node tests/support/github/extract-subset.mjs package/generated/api.github.com.json
 */
import { readFileSync, writeFileSync } from "node:fs";

const OPERATIONS = [
  "actions/download-artifact",
  "actions/get-artifact",
  "actions/get-workflow-run",
  "actions/list-artifacts-for-repo",
  "actions/list-workflow-run-artifacts",
  "actions/list-workflow-runs",
  "actions/re-run-workflow",
  "checks/create",
  "checks/list-for-ref",
  "checks/list-suites-for-ref",
  "checks/update",
  "git/create-blob",
  "git/create-commit",
  "git/create-ref",
  "git/create-tree",
  "git/get-blob",
  "git/get-commit",
  "git/get-ref",
  "git/get-tree",
  "git/update-ref",
  "issues/create",
  "issues/create-comment",
  "issues/delete-comment",
  "issues/get-comment",
  "issues/list-comments",
  "issues/list-for-repo",
  "issues/update",
  "issues/update-comment",
  "pulls/get",
  "pulls/list",
  "pulls/list-files",
  "rate-limit/get",
  "reactions/create-for-issue-comment",
  "repos/compare-commits-with-basehead",
  "repos/create-commit-comment",
  "repos/create-commit-status",
  "repos/get",
  "repos/get-collaborator-permission-level",
  "repos/get-combined-status-for-ref",
  "repos/list-comments-for-commit",
  "repos/get-commit",
  "repos/get-content",
  "repos/list-pull-requests-associated-with-commit",
  "users/get-authenticated",
];

/** Keys that hold prose or samples. A property that happens to have such a name holds an object, not a string. */
const isProse = (key, value) =>
  (key === "description" && typeof value === "string") ||
  key === "example" ||
  key === "externalDocs" ||
  key === "x-github" ||
  key === "x-github-breaking-changes" ||
  (key === "examples" && !Array.isArray(value));

function withoutProse(node) {
  if (Array.isArray(node)) return node.map(withoutProse);
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(([key, value]) => !isProse(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutProse(value)]));
}

/** Copies into `target` every component that `node` refers to, directly or through other components. */
function copyReferences(node, source, target) {
  if (node === null || typeof node !== "object") return;
  if (typeof node.$ref === "string") {
    const [, , kind, name] = node.$ref.split("/");
    target[kind] ??= {};
    if (target[kind][name] === undefined) {
      target[kind][name] = withoutProse(source[kind][name]);
      copyReferences(target[kind][name], source, target);
    }
  }
  for (const child of Object.values(node)) copyReferences(child, source, target);
}

const [input] = process.argv.slice(2);
if (input === undefined) {
  console.error("usage: node extract-subset.mjs api.github.com.json");
  process.exit(2);
}
const source = JSON.parse(readFileSync(input, "utf8"));
const subset = { openapi: source.openapi, info: withoutProse(source.info), paths: {}, components: {} };
const missing = new Set(OPERATIONS);
for (const [path, methods] of Object.entries(source.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    if (!missing.delete(operation.operationId)) continue;
    subset.paths[path] ??= {};
    subset.paths[path][method] = withoutProse(operation);
    copyReferences(subset.paths[path][method], source.components, subset.components);
  }
}
if (missing.size > 0) {
  console.error(`not in ${input}: ${[...missing].join(", ")}`);
  process.exit(1);
}
writeFileSync(new URL("github-subset.json", import.meta.url), `${JSON.stringify(subset)}\n`);
