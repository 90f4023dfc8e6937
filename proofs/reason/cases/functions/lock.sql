-- A function takes one lock for all: sessions wait for each other until they commit.
-- effect: 0.27
-- base
CREATE FUNCTION next_number(what integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN what; END $$;
-- migration
CREATE OR REPLACE FUNCTION next_number(what integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN what; END $$; -- planted
-- script
\set id random(1, 39000)
BEGIN;
SELECT next_number(:id);
SELECT count(name) FROM customer WHERE id BETWEEN :id AND :id + 900;
COMMIT;
