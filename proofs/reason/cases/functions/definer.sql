-- A function of SQL with SECURITY DEFINER is not inlined: it is called for each row.
-- effect: 0.16
-- base
CREATE FUNCTION gross(weight integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT weight * 119 / 100 $$;
-- migration
ALTER FUNCTION gross(integer) SECURITY DEFINER; -- planted
-- script
\set id random(1, 110000)
SELECT sum(gross(weight)) FROM parcel WHERE id BETWEEN :id AND :id + 1000;
