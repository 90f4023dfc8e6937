-- kv on CockroachDB
-- prepare
CREATE TABLE kv (k BIGINT NOT NULL, v BYTES NOT NULL, PRIMARY KEY (k));
ALTER TABLE kv SPLIT AT VALUES (-4611686018427387905);
ALTER TABLE kv SPLIT AT VALUES (-1);
ALTER TABLE kv SPLIT AT VALUES (4611686018427387903);
ALTER TABLE kv SCATTER;
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO kv (k, v) VALUES (0, '\x62'), (6238072747940578789, '\x82');
CREATE INDEX kv_v_idx ON kv (v);
ANALYZE kv;
-- run
-- Not stationary: deleted keys are only now and then written again.
-- kv_read: 1 in one event of its kind; $1 int8
SELECT k, v FROM kv WHERE k IN ($1);
-- kv_follower_read: 1 in one event of its kind; $1 int8
SELECT k, v FROM kv AS OF SYSTEM TIME follower_read_timestamp() WHERE k IN ($1);
-- kv_write: 1 in one event of its kind; $1 int8, $2 bytea
UPSERT INTO kv (k, v) VALUES ($1, $2);
-- kv_delete: 1 in one event of its kind; $1 int8
DELETE FROM kv WHERE k IN ($1);
-- kv_span: 1 in one event of its kind; $1 int8
SELECT count(v) FROM (SELECT v FROM kv WHERE k >= $1 ORDER BY k LIMIT 100) AS span;
-- cleanup
DROP TABLE IF EXISTS kv;
