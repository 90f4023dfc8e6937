/**
 * Cuts the fields that Plumbline asks for out of GitHub's published GraphQL schema, with their arguments, as extract-subset.mjs does for
 * REST. To renew it:
 *
 *   npm pack @octokit/graphql-schema@15.26.1 && tar xzf octokit-graphql-schema-*.tgz package/schema.graphql
 *   node tests/support/github/extract-graphql.mjs package/schema.graphql
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Kind, parse, print, visit } from "graphql";

const FIELDS = {
  Query: ["repository", "viewer"],
  User: ["login"],
  Repository: ["mergeQueue"],
  MergeQueue: ["entries"],
  MergeQueueEntryConnection: ["nodes"],
  MergeQueueEntry: ["baseCommit", "headCommit", "pullRequest"],
  Commit: ["oid"],
  PullRequest: ["number"],
};
const SCALARS = ["GitObjectID"];

const [input] = process.argv.slice(2);
if (input === undefined) {
  console.error("usage: node extract-graphql.mjs schema.graphql");
  process.exit(2);
}
const definitions = parse(readFileSync(input, "utf8"), { noLocation: true }).definitions.flatMap((type) => {
  if (type.kind === Kind.SCALAR_TYPE_DEFINITION && SCALARS.includes(type.name.value))
    return [{ ...type, directives: [] }];
  const wanted = type.kind === Kind.OBJECT_TYPE_DEFINITION ? FIELDS[type.name.value] : undefined;
  if (wanted === undefined) return [];
  const fields = type.fields.filter(({ name }) => wanted.includes(name.value));
  if (fields.length < wanted.length) throw new Error(`${type.name.value} lacks one of ${wanted.join(", ")}`);
  return [{ ...type, interfaces: [], directives: [], fields }];
});
const terse = visit(
  { kind: Kind.DOCUMENT, definitions },
  { enter: (node) => ({ ...node, description: undefined, ...(node.directives ? { directives: [] } : {}) }) },
);
writeFileSync(new URL("github-subset.graphql", import.meta.url), `${print(terse)}\n`);
