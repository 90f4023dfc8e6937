-- A hash index answers no range.
-- effect: 0.003
-- base
CREATE INDEX parcel_at ON parcel (at);
-- migration
DROP INDEX parcel_at; -- planted
CREATE INDEX parcel_at ON parcel USING hash (at); -- planted
-- script
\set day random(1, 80)
SELECT count(*) FROM parcel WHERE at BETWEEN timestamptz '2026-01-01' + :day * interval '1 day' AND timestamptz '2026-01-01' + :day * interval '1 day' + interval '1 hour';
