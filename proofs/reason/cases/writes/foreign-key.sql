-- A foreign key has no index on its column: each DELETE of a parent scans the children.
-- effect: 0.049
-- base
CREATE TABLE album (id integer PRIMARY KEY, title text);
INSERT INTO album SELECT i, 'album ' || i FROM generate_series(1, 20000) i;
CREATE TABLE track (id integer PRIMARY KEY, album integer);
INSERT INTO track SELECT i, 20000 + i FROM generate_series(1, 30000) i;
-- migration
ALTER TABLE track ADD CONSTRAINT track_album_fkey FOREIGN KEY (album) REFERENCES album NOT VALID; -- planted
-- script
\set id random(1, 20000)
DELETE FROM album WHERE id = :id;
INSERT INTO album VALUES (:id, 'again') ON CONFLICT DO NOTHING;
