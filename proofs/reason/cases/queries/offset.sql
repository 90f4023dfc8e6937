-- A page that is found by OFFSET takes all rows before it to be read.
-- effect: 0.065
-- script of base
\set page random(1, 3000)
SELECT id, weight FROM parcel WHERE id > :page * 10 ORDER BY id LIMIT 10;
-- script
\set page random(1, 3000)
SELECT id, weight FROM parcel ORDER BY id OFFSET :page * 10 LIMIT 10; -- planted
