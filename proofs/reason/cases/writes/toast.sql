-- Values that were compressed within their rows go to the TOAST table: each takes an index scan of its own.
-- effect: 0.32
-- base
CREATE TABLE letter (id integer PRIMARY KEY, body bytea);
INSERT INTO letter SELECT i, convert_to(repeat(md5(i::text), 80), 'UTF8') FROM generate_series(1, 5000) i;
-- migration
ALTER TABLE letter ALTER body SET STORAGE EXTERNAL; -- planted
UPDATE letter SET body = body || ''; -- planted
-- script
\set id random(1, 4900)
SELECT max(get_byte(body, 9)) FROM letter WHERE id BETWEEN :id AND :id + 60;
