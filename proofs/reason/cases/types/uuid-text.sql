-- A uuid that is kept as text takes a cast of each row where it meets one that is not.
-- effect: 0.008
-- base
CREATE TABLE device (id uuid PRIMARY KEY, label text);
INSERT INTO device SELECT md5(i::text)::uuid, 'device ' || i FROM generate_series(1, 20000) i;
CREATE TABLE signal (id integer PRIMARY KEY, device uuid NOT NULL);
INSERT INTO signal SELECT i, md5((1 + i % 20000)::text)::uuid FROM generate_series(1, 20000) i;
CREATE VIEW signals AS SELECT s.id, d.label FROM signal s JOIN device d ON d.id = s.device;
-- migration
DROP VIEW signals; -- planted
ALTER TABLE device ALTER id TYPE text; -- planted
CREATE VIEW signals AS SELECT s.id, d.label FROM signal s JOIN device d ON d.id::uuid = s.device; -- planted
-- script
\set id random(1, 20000)
SELECT label FROM signals WHERE id = :id;
