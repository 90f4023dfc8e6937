-- A partial index whose predicate is turned round has none of the rows that the query asks for.
-- effect: 0.053
-- base
CREATE INDEX customer_active ON customer (depot) WHERE active;
-- migration
DROP INDEX customer_active; -- planted
CREATE INDEX customer_active ON customer (depot) WHERE NOT active; -- planted
-- script
\set depot random(0, 7)
SELECT id FROM customer WHERE depot = :depot * 50 AND active;
