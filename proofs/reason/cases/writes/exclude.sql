-- An exclusion constraint brings a GiST index that each insert searches and writes.
-- effect: 0.041
-- base
CREATE TABLE booking (room integer, during int4range);
-- migration
ALTER TABLE booking ADD CONSTRAINT booking_free EXCLUDE USING gist (during WITH &&); -- planted
-- script
\set start random(1, 100000000)
INSERT INTO booking SELECT 1, int4range(:start + i, :start + i + 1) FROM generate_series(1, 20) i ON CONFLICT DO NOTHING;
