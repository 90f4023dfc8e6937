-- A number of distinct values is set that is not true: half of the rows are expected of each.
-- effect: 0.020
-- migration
ALTER TABLE parcel ALTER customer SET (n_distinct = 2); -- planted
ANALYZE parcel; -- planted
-- script
\set customer random(1, 40000)
SELECT max(weight) FROM parcel WHERE customer = :customer;
