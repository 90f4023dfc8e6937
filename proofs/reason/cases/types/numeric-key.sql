-- A key that became numeric: the other table's integer index is no way to it.
-- effect: 0.030
-- base
CREATE TABLE claim (id integer PRIMARY KEY, customer integer NOT NULL);
INSERT INTO claim SELECT i, i FROM generate_series(1, 40000) i;
-- migration
ALTER TABLE claim ALTER customer TYPE numeric; -- planted
-- script
\set id random(1, 40000)
SELECT c.name FROM claim JOIN customer c ON c.id = claim.customer WHERE claim.id = :id;
