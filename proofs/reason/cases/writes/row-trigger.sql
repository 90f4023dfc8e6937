-- A trigger runs for each row, and no longer once for each statement.
-- effect: 0.47
-- base
CREATE TABLE watched (id integer, v integer);
CREATE TABLE seen (n bigint);
CREATE FUNCTION saw() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO seen VALUES (1); RETURN NULL; END $$;
CREATE TRIGGER watched_seen AFTER INSERT ON watched FOR EACH STATEMENT EXECUTE FUNCTION saw();
-- migration
DROP TRIGGER watched_seen ON watched; -- planted
CREATE TRIGGER watched_seen AFTER INSERT ON watched FOR EACH ROW EXECUTE FUNCTION saw(); -- planted
-- script
INSERT INTO watched SELECT i, i FROM generate_series(1, 20) i;
