-- A char(200) is stored and compared with its blanks.
-- effect: 0.44
-- base
CREATE TABLE tagged (id integer PRIMARY KEY, tag varchar(200) NOT NULL);
INSERT INTO tagged SELECT i, md5((i % 3000)::text) FROM generate_series(1, 40000) i;
-- migration
ALTER TABLE tagged ALTER tag TYPE char(200); -- planted
-- script
SELECT count(*) FROM tagged WHERE tag = 'none';
