-- An index on the updated column ends HOT updates: each update writes all indexes.
-- effect: 0.15
-- base
CREATE TABLE stock (id integer PRIMARY KEY, item integer, place integer, amount integer NOT NULL) WITH (fillfactor = 50);
INSERT INTO stock SELECT i, i, i % 100, 0 FROM generate_series(1, 20000) i;
CREATE INDEX stock_item ON stock (item);
CREATE INDEX stock_place ON stock (place);
-- migration
CREATE INDEX stock_amount ON stock (amount); -- planted
-- script
\set id random(1, 19950)
UPDATE stock SET amount = amount + 1 WHERE id BETWEEN :id AND :id + 50;
