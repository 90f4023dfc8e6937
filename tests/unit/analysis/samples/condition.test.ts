import { expect, it } from "vitest";
import { columnsIn } from "../../../../src/analysis/samples/condition.ts";

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
  ["((is_hot = true) AND (is_old = false))", ["is_hot", "is_old"]],
  ["(relkind = 'r'::\"char\")", ["relkind"]],
  ["(mood = 'sad'::public.\"Mood of day\")", ["mood"]],
  ["(at < '2026-01-01'::timestamp with time zone)", ["at"]],
  ["((name)::text = 'a'::text COLLATE \"de-x-icu\")", ["name"]],
  ["((name)::text = 'a'::text COLLATE pg_catalog.\"de-x-icu\")", ["name"]],
  ["(name = 'a'::text COLLATE ucs_basic)", ["name"]],
  ["((tags[1] = 'x'::text) AND (tags[i] <> 'y'::text))", ["i", "tags"]],
  ["(start = stop::timestamp(3) without time zone)", ["start", "stop"]],
  ["(deleted_at IS NULL)", ["deleted_at"]],
  ["(NOT (ANY (id = (hashed SubPlan 1).col1)))", ["id"]],
  ["((NOT (hashed SubPlan 12)) AND (alternatives: SubPlan 1 or hashed SubPlan 2) AND (k = 1))", ["k"]],
  ["((name)::character varying(10)[] = price::numeric(10,2))", ["name", "price"]],
  ["(deleted_at IS DISTINCT FROM NULL::timestamp without time zone)", ["deleted_at"]],
  ["(at < (CURRENT_DATE - '1 day'::interval))", ["at"]],
])("%s is by %j", (condition, columns) => {
  expect(columnsIn(condition)).toEqual(columns);
});
