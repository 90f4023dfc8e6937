-- A materialized view becomes a view: what was kept is computed each time.
-- effect: 0.28
-- base
CREATE MATERIALIZED VIEW totals AS SELECT customer, count(*) AS n FROM parcel GROUP BY customer;
CREATE UNIQUE INDEX totals_customer ON totals (customer);
-- migration
DROP MATERIALIZED VIEW totals; -- planted
CREATE VIEW totals AS SELECT customer, count(weight) AS n FROM parcel GROUP BY customer; -- planted
-- script
\set n random(10, 20)
SELECT count(*) FROM totals WHERE customer < :n * 50;
