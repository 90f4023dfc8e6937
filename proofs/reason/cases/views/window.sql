-- A row number over all rows keeps the filter of the query above it.
-- effect: 0.009
-- base
CREATE VIEW ranked AS SELECT id, customer, row_number() OVER (PARTITION BY customer ORDER BY at) AS n FROM parcel;
-- migration
CREATE OR REPLACE VIEW ranked AS SELECT id, customer, row_number() OVER (ORDER BY customer, at) AS n FROM parcel; -- planted
-- script
\set customer random(1, 40000)
SELECT id FROM ranked WHERE customer = :customer;
