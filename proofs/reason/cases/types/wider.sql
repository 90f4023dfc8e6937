-- A column is filled for all rows: each of them is several times as wide, and a scan reads as many more blocks.
-- effect: 0.41
-- base
CREATE TABLE slim (id integer, v integer);
INSERT INTO slim SELECT i, i % 100 FROM generate_series(1, 20000) i;
-- migration
ALTER TABLE slim ADD COLUMN detail text NOT NULL DEFAULT 'none';
UPDATE slim SET detail = repeat(md5(id::text), 40); -- planted
-- script
SELECT count(*) FROM slim WHERE v = 7;
