-- A view with DISTINCT sorts what the index had in order.
-- effect: 0.68
-- migration
CREATE OR REPLACE VIEW latest AS SELECT DISTINCT customer, at, kind FROM parcel; -- planted
-- script
\set customer random(1, 40000)
SELECT at, kind FROM latest WHERE customer = :customer ORDER BY at DESC LIMIT 1;
