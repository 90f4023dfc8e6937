-- A function that is dropped with CASCADE takes the index on it along.
-- effect: 0.010
-- base
CREATE FUNCTION short(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN substr(t, 1, 8); END $$;
CREATE INDEX customer_short ON customer (short(name));
-- migration
DROP FUNCTION short(text) CASCADE; -- planted
CREATE FUNCTION short(t text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT left(t, 8) $$; -- planted
-- script
\set id random(1, 40000)
SELECT id FROM customer WHERE short(name) = left(md5(:id::text), 8);
