-- BRIN leads to ranges of blocks: for rows that lie anywhere, to all of them.
-- effect: 0.007
-- base
CREATE INDEX parcel_weight ON parcel (weight);
-- migration
DROP INDEX parcel_weight; -- planted
CREATE INDEX parcel_weight ON parcel USING brin (weight); -- planted
-- script
\set weight random(0, 899)
SELECT count(*) FROM parcel WHERE weight = :weight;
