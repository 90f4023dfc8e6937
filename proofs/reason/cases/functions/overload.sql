-- An overload that fits better takes over the calls of an existing function.
-- effect: 0.010
-- base
CREATE FUNCTION rate(n numeric) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$ SELECT n * 2 $$;
-- migration
CREATE FUNCTION rate(n integer) RETURNS numeric LANGUAGE plpgsql AS $$ BEGIN RETURN n * (SELECT 1 + count(*) FROM customer WHERE depot = n); END $$; -- planted
-- script
\set n random(0, 399)
SELECT rate(:n);
