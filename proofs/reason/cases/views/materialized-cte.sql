-- A WITH that is MATERIALIZED is a fence: the view is run without the filter of the query.
-- effect: 0.002
-- base
CREATE VIEW recent AS WITH p AS (SELECT customer, at, kind FROM parcel) SELECT * FROM p;
-- migration
CREATE OR REPLACE VIEW recent AS WITH p AS MATERIALIZED (SELECT customer, at, kind FROM parcel) SELECT * FROM p; -- planted
-- script
\set customer random(1, 40000)
SELECT at, kind FROM recent WHERE customer = :customer;
