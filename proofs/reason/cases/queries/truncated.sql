-- A function of a column is asked for, where a range of the column was.
-- effect: 0.009
-- base
CREATE INDEX parcel_at ON parcel (at);
-- script of base
\set day random(1, 80)
SELECT count(*) FROM parcel WHERE at >= timestamptz '2026-01-01' + :day * interval '1 day' AND at < timestamptz '2026-01-02' + :day * interval '1 day';
-- script
\set day random(1, 80)
SELECT count(*) FROM parcel WHERE date_trunc('day', at) = timestamptz '2026-01-01' + :day * interval '1 day'; -- planted
