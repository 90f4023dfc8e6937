-- All columns are read, also a long one that is kept apart from its row.
-- effect: 0.19
-- base
CREATE TABLE letter (id integer PRIMARY KEY, subject text, body text);
ALTER TABLE letter ALTER body SET STORAGE EXTERNAL;
INSERT INTO letter SELECT i, 'letter ' || i, repeat(md5(i::text), 400) FROM generate_series(1, 1000) i;
-- script of base
\set id random(1, 980)
SELECT id, subject FROM letter WHERE id BETWEEN :id AND :id + 10;
-- script
\set id random(1, 980)
SELECT * FROM letter WHERE id BETWEEN :id AND :id + 10; -- planted
