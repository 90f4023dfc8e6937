-- Full pages have no room for a new version of a row: it goes to another page, and into every index.
-- effect: 0.36
-- base
CREATE TABLE stock (id integer PRIMARY KEY, item integer, place integer, amount integer NOT NULL) WITH (fillfactor = 40);
INSERT INTO stock SELECT i, i, i % 100, 0 FROM generate_series(1, 200000) i;
CREATE INDEX stock_item ON stock (item);
CREATE INDEX stock_place ON stock (place);
-- migration
ALTER TABLE stock SET (fillfactor = 100); -- planted
CLUSTER stock USING stock_pkey; -- planted
-- script
\set id random(1, 199950)
UPDATE stock SET amount = amount + 1 WHERE id BETWEEN :id AND :id + 20;
