-- A part of a compressed value takes all before it to be unpacked.
-- effect: 0.25
-- base
CREATE TABLE blob (id integer PRIMARY KEY, body bytea);
ALTER TABLE blob ALTER body SET STORAGE EXTERNAL;
INSERT INTO blob SELECT i, convert_to(repeat(md5(i::text), 30000), 'UTF8') FROM generate_series(1, 20) i;
-- migration
ALTER TABLE blob ALTER body SET STORAGE EXTENDED; -- planted
UPDATE blob SET body = body || ''; -- planted
-- script
\set id random(1, 20)
SELECT substr(body, 900000, 20) FROM blob WHERE id = :id;
