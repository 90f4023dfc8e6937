-- A function that the statement calls looks up in a table what it computed before.
-- effect: 0.006
-- migration
CREATE OR REPLACE FUNCTION fee(weight integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN weight * 3 + (SELECT count(*) FROM customer WHERE depot = weight); END $$; -- planted
-- script
\set weight random(0, 399)
SELECT fee(:weight);
