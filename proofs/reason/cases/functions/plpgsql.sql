-- The same function in PL/pgSQL is not inlined.
-- effect: 0.38
-- base
CREATE FUNCTION gross(weight integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT weight * 119 / 100 $$;
-- migration
CREATE OR REPLACE FUNCTION gross(weight integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN weight * 119 / 100; END $$; -- planted
-- script
\set id random(1, 110000)
SELECT sum(gross(weight)) FROM parcel WHERE id BETWEEN :id AND :id + 1000;
