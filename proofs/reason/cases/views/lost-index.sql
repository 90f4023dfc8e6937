-- A materialized view is made again, and the index on it is not.
-- effect: 0.018
-- base
CREATE MATERIALIZED VIEW totals AS SELECT customer, count(*) AS n FROM parcel GROUP BY customer;
CREATE UNIQUE INDEX totals_customer ON totals (customer);
-- migration
DROP MATERIALIZED VIEW totals; -- planted
CREATE MATERIALIZED VIEW totals AS SELECT customer, count(*) AS n, max(at) AS last FROM parcel GROUP BY customer; -- planted
-- script
\set customer random(1, 40000)
SELECT n FROM totals WHERE customer = :customer;
