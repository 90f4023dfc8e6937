import { expect, it } from "vitest";
import { columnsIn } from "../../../src/samples/condition.ts";

it.each([
  ["(kind = $1)", ["kind"]],
  ["((w_id = 7) AND (d_id >= 3) AND (w_id < 9))", ["d_id", "w_id"]],
  ["(k = ANY ('{1,2,it''s}'::integer[]))", ["k"]],
  ["((name)::text = 'kind = 3'::character varying)", ["name"]],
  ["(lower(name) = 'x'::text)", ["name"]],
  ["((data ->> 'a'::text) = 'b'::text)", ["data"]],
  ["(ROW(a, b) > ROW(1, 2))", ["a", "b"]],
  ["((at >= '2026-01-01 00:00:00'::timestamp without time zone) AND (at IS NOT NULL))", ["at"]],
  ["(price > 1.5e3::numeric(10,2))", ["price"]],
  // Of the other side of a join, of another query and of a setting nothing is said.
  ["(id = a.kind)", ["id"]],
  ['((id = (InitPlan 1).col1) AND ("Kind" = $0))', ['"Kind"', "id"]],
  ["((c COLLATE \"C\") = 'x'::bpchar)", ["c"]],
  ["(is_hot = true)", ["is_hot"]],
  ["(at < (CURRENT_DATE - '1 day'::interval))", ["at"]],
])("%s is by %j", (condition, columns) => {
  expect(columnsIn(condition)).toEqual(columns);
});
