-- Type json is text: each access reads all of it.
-- effect: 0.12
-- base
CREATE TABLE profile (id integer PRIMARY KEY, data jsonb);
INSERT INTO profile SELECT i, (SELECT jsonb_object_agg('k' || j, md5(j::text)) FROM generate_series(1, 30) j) FROM generate_series(1, 5000) i;
-- migration
ALTER TABLE profile ALTER data TYPE json; -- planted
-- script
\set id random(1, 4800)
SELECT count(data ->> 'k7') FROM profile WHERE id BETWEEN :id AND :id + 100;
