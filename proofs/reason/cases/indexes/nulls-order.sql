-- An index with NULLS LAST has not the order that ORDER BY .. DESC asks for: rows are sorted.
-- effect: 0.036
-- base
CREATE TABLE message (id integer PRIMARY KEY, room integer NOT NULL, sent timestamptz);
INSERT INTO message SELECT i, i % 20, timestamptz '2026-01-01' + i * interval '1 s' FROM generate_series(1, 60000) i;
CREATE INDEX message_room ON message (room, sent DESC);
-- migration
DROP INDEX message_room; -- planted
CREATE INDEX message_room ON message (room, sent DESC NULLS LAST); -- planted
-- script
\set room random(0, 19)
SELECT id, sent FROM message WHERE room = :room ORDER BY sent DESC LIMIT 10;
