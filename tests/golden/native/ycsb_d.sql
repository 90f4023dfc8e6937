-- ycsb_d on PostgreSQL
-- prepare
CREATE TABLE usertable (YCSB_KEY VARCHAR(255), FIELD0 TEXT, FIELD1 TEXT, FIELD2 TEXT, FIELD3 TEXT, FIELD4 TEXT, FIELD5 TEXT, FIELD6 TEXT, FIELD7 TEXT, FIELD8 TEXT, FIELD9 TEXT, PRIMARY KEY (YCSB_KEY));
SET synchronous_commit = off;
COPY usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2, FIELD3, FIELD4, FIELD5, FIELD6, FIELD7, FIELD8, FIELD9) FROM STDIN (FORMAT binary);
SET synchronous_commit = local;
VACUUM ANALYZE usertable;
CHECKPOINT;
-- run
-- Not stationary: each insert makes a new record, and another run would make it again: `prepare` with --recreate makes the tables anew.
-- ycsb_read: 1 in one event of its kind; $1 varchar
SELECT * FROM usertable WHERE YCSB_KEY = $1;
-- ycsb_insert: 1 in one event of its kind; $1 varchar, $2 varchar, $3 varchar, $4 varchar, $5 varchar, $6 varchar, $7 varchar, $8 varchar, $9 varchar, $10 varchar, $11 varchar
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2, FIELD3, FIELD4, FIELD5, FIELD6, FIELD7, FIELD8, FIELD9) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
-- cleanup
DROP TABLE IF EXISTS usertable;
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
--   --record-count=1000 --insert-start=0 --insert-order=hashed --zero-padding=1 --field-count=10
--   --field-length=100 --field-length-distribution=constant --read-proportion=0.95
--   --update-proportion=0 --insert-proportion=0.05 --scan-proportion=0
--   --readmodifywrite-proportion=0 --request-distribution=latest --zipfian-theta=0.99
--   --hotspot-data-fraction=0.2 --hotspot-opn-fraction=0.8 --exponential-percentile=95
--   --exponential-frac=0.8571428571 --write-all-fields=false --min-scan-length=1
--   --max-scan-length=1000 --scan-length-distribution=uniform --rmw-transaction=false
--   --range-key-partitioning=false --rand-type=uniform --rand-seed=0 --rand-spec-iter=12
--   --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2 --rand-zipfian-exp=0.8
