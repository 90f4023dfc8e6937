-- Two indexes of one column each replace one of both columns.
-- effect: 0.095
-- base
CREATE INDEX parcel_kind_weight ON parcel (kind, weight);
-- migration
DROP INDEX parcel_kind_weight; -- planted
CREATE INDEX parcel_kind ON parcel (kind); -- planted
CREATE INDEX parcel_weight ON parcel (weight); -- planted
-- script
\set kind random(0, 6)
\set weight random(0, 899)
SELECT count(*) FROM parcel WHERE kind = :kind AND weight = :weight;
