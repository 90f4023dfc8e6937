-- A subquery is run for each row, where a join was.
-- effect: 0.073
-- script of base
\set id random(1, 39000)
SELECT max(n) FROM (SELECT c.id, count(*) AS n FROM customer c JOIN parcel p ON p.customer = c.id WHERE c.id BETWEEN :id AND :id + 100 GROUP BY c.id) each;
-- script
\set id random(1, 39000)
SELECT max(n) FROM (SELECT (SELECT count(*) FROM parcel p WHERE p.weight = c.depot AND p.customer < c.id) AS n FROM customer c WHERE c.id = :id) each; -- planted
