-- kv on PostgreSQL
-- prepare
CREATE TABLE kv (k BIGINT NOT NULL, v BYTEA NOT NULL, PRIMARY KEY (k));
SET synchronous_commit = off;
COPY kv (k, v) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
VACUUM ANALYZE kv;
CHECKPOINT;
-- run
-- Not stationary: deleted keys are only now and then written again.
-- kv_read: 1 in one event of its kind; $1 int8, $2 int8
SELECT k, v FROM kv WHERE k IN ($1, $2);
-- kv_write: 1 in one event of its kind; $1 int8, $2 bytea, $3 int8, $4 bytea
INSERT INTO kv (k, v) VALUES ($1, $2), ($3, $4) ON CONFLICT (k) DO UPDATE SET v = excluded.v;
-- kv_delete: 1 in one event of its kind; $1 int8, $2 int8
DELETE FROM kv WHERE k IN ($1, $2);
-- kv_span: 1 in one event of its kind; $1 int8
SELECT count(v) FROM (SELECT v FROM kv WHERE k >= $1 ORDER BY k LIMIT 100) AS span;
-- cleanup
DROP TABLE IF EXISTS kv;
