-- A key that is cast in the query is no column of its index.
-- effect: 0.010
-- script of base
\set id random(1, 40000)
SELECT name FROM customer WHERE id = :id;
-- script
\set id random(1, 40000)
SELECT name FROM customer WHERE id::text = ':id'; -- planted
