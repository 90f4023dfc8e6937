-- A GIN index without its list of pending entries is written at each insert.
-- effect: 0.72
-- base
CREATE TABLE document (id integer, words text[]);
CREATE INDEX document_words ON document USING gin (words);
-- migration
ALTER INDEX document_words SET (fastupdate = off); -- planted
-- script
\set seed random(1, 1000000)
INSERT INTO document SELECT i, ARRAY(SELECT md5((:seed + j * 7919 % 5000)::text) FROM generate_series(i, i + 20) j) FROM generate_series(1, 5) i;
