import { expect, it } from "vitest";
import { readManifests } from "../../../../src/pipeline/cluster/read-manifests.ts";

const SERVICE = "apiVersion: v1\nkind: Service\nmetadata: { name: a }\n";

it("reads documents, and the items of a List", () => {
  const list = JSON.stringify({
    apiVersion: "v1",
    kind: "List",
    items: [{ apiVersion: "v1", kind: "Secret", metadata: { name: "b" } }],
  });
  const found = readManifests(`---\n${SERVICE}---\n# nothing\n---\n${list}\n`, "f.yaml");
  expect(found.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(["Service a", "Secret b"]);
  expect(readManifests("", "f.yaml")).toEqual([]);
});

it.each([
  ["YAML", `${SERVICE}spec: [\n`, /^f\.yaml:\d+:\d+: /],
  ["an object", `${SERVICE}---\nsuite: oltp\n`, /^f\.yaml:5:1: no object of Kubernetes/],
  ["text that nests deeper", `a: ${"[".repeat(20_000)}`, /^f\.yaml: nested deeper than 100 levels/],
  [
    "text with fewer aliases",
    [
      "a0: &a0 x",
      ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`),
    ].join("\n"),
    /^f\.yaml: Excessive alias count/,
  ],
])("says where it is no %s", (_, text, says) => {
  expect(() => readManifests(text, "f.yaml")).toThrow(says);
});
