-- OFFSET 0 is a fence: the view is run without the query's filter.
-- effect: 0.005
-- migration
CREATE OR REPLACE VIEW latest AS SELECT customer, at, kind FROM parcel OFFSET 0; -- planted
-- script
\set customer random(1, 40000)
SELECT at, kind FROM latest WHERE customer = :customer;
