-- oltp_read_write on YugabyteDB
-- prepare
CREATE TABLE sbtest1 (id SERIAL, k INTEGER DEFAULT '0' NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, PRIMARY KEY (id ASC)) SPLIT AT VALUES ((4166),(8333),(12500),(16666),(20833),(25000),(29166),(33333),(37500),(41666),(45833),(50000),(54166),(58333),(62500),(66666),(70833),(75000),(79166),(83333),(87500),(91666),(95833));
ALTER SEQUENCE sbtest1_id_seq CACHE 1000;
CREATE INDEX k_1 ON sbtest1 (k);
COPY sbtest1 (id, k, c, pad) FROM STDIN;
SELECT setval('sbtest1_id_seq', 100000);
ANALYZE sbtest1;
-- run
-- begin: 1 in one event
BEGIN;
-- point_select: 10 in one event; $1 int4
SELECT c FROM sbtest1 WHERE id=$1;
-- simple_range: 1 in one event; $1 int4, $2 int4
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2;
-- sum_range: 1 in one event; $1 int4, $2 int4
SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN $1 AND $2;
-- order_range: 1 in one event; $1 int4, $2 int4
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- distinct_range: 1 in one event; $1 int4, $2 int4
SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN $1 AND $2 ORDER BY c;
-- index_update: 1 in one event; $1 int4
UPDATE sbtest1 SET k=k+1 WHERE id=$1;
-- non_index_update: 1 in one event; $1 varchar, $2 int4
UPDATE sbtest1 SET c=$1 WHERE id=$2;
-- delete: 1 in one event; $1 int4
DELETE FROM sbtest1 WHERE id=$1;
-- insert: 1 in one event; $1 int4, $2 int4, $3 varchar, $4 varchar
INSERT INTO sbtest1 (id, k, c, pad) VALUES ($1, $2, $3, $4);
-- commit: 1 in one event
COMMIT;
-- cleanup
DROP TABLE IF EXISTS sbtest1;
-- Effective options:
--   --threads=1 --time=10 --events=0 --warmup-time=0 --forced-shutdown=off --stall-timeout=300
--   --report-interval=0 --percentile=95 --percentiles=50,75,90,95,99,99.9 --histogram=false
--   --output=sysbench --workers=0 --placement=auto --max-tries=1000000 --on-error=stop
--   --thread-init-timeout=30 --verbosity=3 --rate=0 --queue-limit=0 --arrivals=poisson --slice=50
--   --slice-lines=auto --server-pid=0 --against-server-pid=0 --shard=1/1 --start-at=0
--   --pgsql-host=localhost --pgsql-port=5432 --pgsql-user=sbtest --pgsql-db=sbtest
--   --balance=round-robin --connect-rate=0 --reconnect=0 --reconnect-on-loss=false --prepare=eager
--   --pipeline=false --dialect=yugabytedb --compat=yugabyte --integer-type=int4
--   --retry=40001,40P01,23505 --db-ps-mode=auto --db-driver=pgsql --tables=1 --table-size=100000
--   --auto-inc=true --secondary=false --create-secondary=true --create-covered-secondary=false
--   --create-table-options="" --if-not-exists=false --range-key-partitioning=true
--   --manual-range-splitting=true --num-table-splits=24 --serial-cache-size=1000
--   --index-timing=first --load-method=copy-text --skip-ddl=false --recreate=false
--   --point-selects=10 --range-selects=true --range-size=100 --simple-ranges=1 --sum-ranges=1
--   --order-ranges=1 --distinct-ranges=1 --index-updates=1 --non-index-updates=1 --delete-inserts=1
--   --skip-trx=false --random-points=10 --number-of-ranges=10 --delta=5 --stationary=false
--   --num-rows-in-insert=10 --batch-insert-count=4000 --batch-insert-bytes=0
--   --smaller-row-sizes=false --count-alls=1 --read-percent=0 --write-percent=0 --rand-type=uniform
--   --rand-seed=0 --rand-spec-iter=12 --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2
--   --rand-zipfian-exp=0.8
