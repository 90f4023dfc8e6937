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
-- Effective options:
--   --threads=1 --time=10 --events=0 --warmup-time=0 --forced-shutdown=off --stall-timeout=300
--   --report-interval=0 --percentile=95 --percentiles=50,75,90,95,99,99.9 --histogram=false
--   --output=sysbench --workers=0 --placement=auto --max-tries=10 --on-error=stop
--   --thread-init-timeout=30 --verbosity=3 --rate=0 --queue-limit=0 --arrivals=poisson --slice=50
--   --slice-lines=auto --server-pid=0 --against-server-pid=0 --shard=1/1 --start-at=0
--   --pgsql-host=localhost --pgsql-port=5432 --pgsql-user=sbtest --pgsql-db=sbtest
--   --balance=round-robin --connect-rate=0 --reconnect=0 --reconnect-on-loss=false --prepare=eager
--   --pipeline=false --dialect=postgres --compat=none --integer-type=int4 --retry=40001,40P01
--   --db-ps-mode=auto --db-driver=pgsql --load-method=copy-binary --skip-ddl=false --recreate=false
--   --stationary=false --read-percent=70 --batch=2 --min-block-bytes=1 --max-block-bytes=1
--   --target-compression-ratio=1 --sfu-writes=false --insert-count=1000 --insert-evenly=false
--   --write-seq="" --cycle-length=9000000000000000 --sequential=false --zipfian=false
--   --zipfian-s=1.1 --zipfian-v=1 --zipfian-scatter=false --del-percent=5 --span-percent=5
--   --span-limit=100 --follower-read-percent=0 --timeout=0 --splits=0
--   --range-key-partitioning=false --scatter=false --secondary-index=false --rand-type=uniform
--   --rand-seed=0 --rand-spec-iter=12 --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2
--   --rand-zipfian-exp=0.8
