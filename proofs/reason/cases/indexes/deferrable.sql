-- A deferrable constraint proves no uniqueness to the planner: the join that it left out is run.
-- effect: 0.16
-- base
CREATE TABLE address (customer integer NOT NULL CONSTRAINT address_customer UNIQUE, street text);
INSERT INTO address SELECT i, 'street ' || i FROM generate_series(1, 40000) i;
CREATE VIEW addressed AS SELECT c.id, c.name, c.depot, a.street FROM customer c LEFT JOIN address a ON a.customer = c.id;
-- migration
ALTER TABLE address DROP CONSTRAINT address_customer; -- planted
ALTER TABLE address ADD CONSTRAINT address_customer UNIQUE (customer) DEFERRABLE; -- planted
-- script
\set id random(1, 38000)
SELECT count(name) FROM addressed WHERE id BETWEEN :id AND :id + 1000;
