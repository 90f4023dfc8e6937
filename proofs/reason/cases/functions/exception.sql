-- A block with EXCEPTION begins and ends a subtransaction in each call.
-- effect: 0.53
-- base
CREATE FUNCTION noted(n integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN n + 1; END $$;
-- migration
CREATE OR REPLACE FUNCTION noted(n integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN n + 1; EXCEPTION WHEN numeric_value_out_of_range THEN RETURN n; END $$; -- planted
-- script
SELECT sum(noted(i)) FROM generate_series(1, 200) i;
