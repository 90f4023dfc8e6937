-- A table that was not logged is written to the WAL.
-- effect: 0.80
-- base
CREATE UNLOGGED TABLE cache (id integer, body text);
-- migration
ALTER TABLE cache SET LOGGED; -- planted
-- script
\set id random(1, 1000000)
INSERT INTO cache SELECT :id + i, repeat('x', 1500) FROM generate_series(1, 100) i;
