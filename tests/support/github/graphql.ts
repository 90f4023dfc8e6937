/** GitHub's published GraphQL schema (github-subset.graphql) as a judge of queries and answers. */
import { readFileSync } from "node:fs";
import { buildSchema, graphql } from "graphql";

const SCHEMA = buildSchema(readFileSync(new URL("github-subset.graphql", import.meta.url), "utf8"));

/** Fields that the schema has, as values or as functions of their arguments. */
type Root = Readonly<Record<string, unknown>>;

/**
 * Answers a query as GitHub does: wrong ones, and values that are not what the schema promises, are errors in the answer.
 * @param text the request's body
 * @param violations gets what was asked or answered wrongly
 */
export async function answerGraphql(text: string, root: Root, violations: string[]): Promise<object> {
  const { query: source, variables: variableValues } = JSON.parse(text);
  const answer = await graphql({ schema: SCHEMA, source, rootValue: root, variableValues });
  for (const { message } of answer.errors ?? []) violations.push(`graphql: ${message}`);
  return answer;
}
