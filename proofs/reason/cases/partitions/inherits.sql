-- A child that inherits is read with its parent, and has no index.
-- effect: 0.023
-- migration
CREATE TABLE parcel_more () INHERITS (parcel); -- planted
INSERT INTO parcel_more SELECT i + 1000000, i % 40000, now(), 1, 1 FROM generate_series(1, 60000) i; -- planted
-- script
\set customer random(1, 40000)
SELECT count(*) FROM parcel WHERE customer = :customer;
