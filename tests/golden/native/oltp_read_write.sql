-- oltp_read_write on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
CREATE TABLE sbtest2 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL);
SET synchronous_commit = off;
COPY sbtest1 (id, k, c, pad) FROM STDIN (FORMAT binary);
COPY sbtest2 (id, k, c, pad) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
ALTER TABLE sbtest1 ADD PRIMARY KEY (id);
CREATE INDEX k_1 ON sbtest1 (k);
SELECT setval('sbtest1_id_seq', 10000);
ALTER TABLE sbtest2 ADD PRIMARY KEY (id);
CREATE INDEX k_2 ON sbtest2 (k);
SELECT setval('sbtest2_id_seq', 10000);
VACUUM ANALYZE sbtest1;
VACUUM ANALYZE sbtest2;
CHECKPOINT;
-- run
-- begin: 1 in one event
BEGIN;
-- point_select: 10 in one event; $1 int4
SELECT c FROM sbtest1 WHERE id=$1;
SELECT c FROM sbtest2 WHERE id=$1;
-- simple_range: 1 in one event; $1 int4, $2 int4
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2;
SELECT c FROM sbtest2 WHERE id BETWEEN $1 AND $2;
-- sum_range: 1 in one event; $1 int4, $2 int4
SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN $1 AND $2;
SELECT SUM(k) FROM sbtest2 WHERE id BETWEEN $1 AND $2;
-- order_range: 1 in one event; $1 int4, $2 int4
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
SELECT c FROM sbtest2 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- distinct_range: 1 in one event; $1 int4, $2 int4
SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
SELECT DISTINCT c FROM sbtest2 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- index_update: 1 in one event; $1 int4
UPDATE sbtest1 SET k=k+1 WHERE id=$1;
UPDATE sbtest2 SET k=k+1 WHERE id=$1;
-- non_index_update: 1 in one event; $1 varchar, $2 int4
UPDATE sbtest1 SET c=$1 WHERE id=$2;
UPDATE sbtest2 SET c=$1 WHERE id=$2;
-- delete: 1 in one event; $1 int4
DELETE FROM sbtest1 WHERE id=$1;
DELETE FROM sbtest2 WHERE id=$1;
-- insert: 1 in one event; $1 int4, $2 int4, $3 varchar, $4 varchar
INSERT INTO sbtest1 (id, k, c, pad) VALUES ($1, $2, $3, $4);
INSERT INTO sbtest2 (id, k, c, pad) VALUES ($1, $2, $3, $4);
-- commit: 1 in one event
COMMIT;
-- cleanup
DROP TABLE IF EXISTS sbtest1;
DROP TABLE IF EXISTS sbtest2;
-- Effective options:
--   --threads=1 --time=10 --events=0 --warmup-time=0 --forced-shutdown=off --stall-timeout=300
--   --report-interval=0 --percentile=95 --percentiles=50,75,90,95,99,99.9 --histogram=false
--   --output=sysbench --workers=0 --placement=auto --max-tries=10 --on-error=stop
--   --thread-init-timeout=30 --verbosity=3 --rate=0 --queue-limit=0 --arrivals=poisson
--   --latency-limit=0 --log=false --log-prefix=pgbench_log --aggregate-interval=0 --sampling-rate=1
--   --failures-detailed=false --slice=50 --slice-lines=auto --server-pid=0 --against-server-pid=0
--   --shard=1/1 --start-at=0 --pgsql-host=localhost --pgsql-port=5432 --pgsql-user=sbtest
--   --pgsql-db=sbtest --balance=round-robin --connect-rate=0 --reconnect=0
--   --reconnect-on-loss=false --prepare=eager --pipeline=false --dialect=postgres --compat=none
--   --integer-type=int4 --retry=40001,40P01 --db-ps-mode=auto --db-driver=pgsql --tables=2
--   --table-size=10000 --auto-inc=true --secondary=false --create-secondary=true
--   --create-covered-secondary=false --create-table-options="" --if-not-exists=false
--   --range-key-partitioning=false --manual-range-splitting=true --num-table-splits=24
--   --serial-cache-size=0 --index-timing=after --load-method=copy-binary --skip-ddl=false
--   --recreate=false --point-selects=10 --range-selects=true --range-size=100 --simple-ranges=1
--   --sum-ranges=1 --order-ranges=1 --distinct-ranges=1 --index-updates=1 --non-index-updates=1
--   --delete-inserts=1 --skip-trx=false --random-points=10 --number-of-ranges=10 --delta=5
--   --stationary=false --num-rows-in-insert=10 --batch-insert-count=4000 --batch-insert-bytes=0
--   --smaller-row-sizes=false --count-alls=1 --read-percent=0 --write-percent=0 --rand-type=uniform
--   --rand-seed=0 --rand-spec-iter=12 --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2
--   --rand-zipfian-exp=0.8
