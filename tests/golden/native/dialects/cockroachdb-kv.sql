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
-- Effective options:
--   --threads=1 --time=10 --events=0 --warmup-time=0 --forced-shutdown=off --stall-timeout=300
--   --report-interval=0 --percentile=95 --percentiles=50,75,90,95,99,99.9 --histogram=false
--   --output=sysbench --workers=0 --placement=auto --max-tries=10 --on-error=stop
--   --thread-init-timeout=30 --verbosity=3 --rate=0 --queue-limit=0 --arrivals=poisson --slice=50
--   --slice-lines=auto --server-pid=0 --against-server-pid=0 --shard=1/1 --start-at=0
--   --pgsql-host=localhost --pgsql-port=5432 --pgsql-user=sbtest --pgsql-db=sbtest
--   --balance=round-robin --connect-rate=0 --reconnect=0 --reconnect-on-loss=false --prepare=eager
--   --pipeline=false --dialect=cockroachdb --compat=none --integer-type=int8 --retry=40001
--   --db-ps-mode=auto --db-driver=pgsql --load-method=insert --skip-ddl=false --recreate=false
--   --stationary=false --read-percent=80 --batch=1 --min-block-bytes=1 --max-block-bytes=1
--   --target-compression-ratio=1 --sfu-writes=false --insert-count=100 --insert-evenly=false
--   --write-seq="" --cycle-length=9000000000000000 --sequential=false --zipfian=false
--   --zipfian-s=1.1 --zipfian-v=1 --zipfian-scatter=false --del-percent=2 --span-percent=2
--   --span-limit=100 --follower-read-percent=10 --timeout=0 --splits=3
--   --range-key-partitioning=false --scatter=true --secondary-index=true --rand-type=uniform
--   --rand-seed=0 --rand-spec-iter=12 --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2
--   --rand-zipfian-exp=0.8
