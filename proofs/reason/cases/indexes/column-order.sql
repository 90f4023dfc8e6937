-- An index that begins with the time does not lead to one customer's parcels.
-- effect: 0.009
-- migration
DROP INDEX parcel_customer; -- planted
CREATE INDEX parcel_customer ON parcel (at DESC, customer) INCLUDE (kind); -- planted
-- script
\set customer random(1, 40000)
SELECT at, kind FROM parcel WHERE customer = :customer ORDER BY at DESC LIMIT 3;
