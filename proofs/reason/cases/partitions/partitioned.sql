-- A table becomes partitioned by time: a query without it looks into each partition.
-- effect: 0.27
-- migration
ALTER TABLE parcel RENAME TO parcel_old; -- planted
CREATE TABLE parcel (LIKE parcel_old) PARTITION BY RANGE (at); -- planted
DO $$ BEGIN FOR m IN 0..9 LOOP EXECUTE format('CREATE TABLE parcel_%s PARTITION OF parcel FOR VALUES FROM (%L) TO (%L)', m, timestamptz '2026-01-01' + m * interval '10 days', timestamptz '2026-01-01' + (m + 1) * interval '10 days'); END LOOP; END $$; -- planted
INSERT INTO parcel SELECT * FROM parcel_old; -- planted
CREATE INDEX parcel_customer_at ON parcel (customer, at DESC) INCLUDE (kind); -- planted
-- script
\set customer random(1, 40000)
SELECT count(*) FROM parcel WHERE customer = :customer;
