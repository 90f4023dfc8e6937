-- ycsb_e on RisingWave
-- prepare
CREATE TABLE usertable (YCSB_KEY VARCHAR, FIELD0 VARCHAR, FIELD1 VARCHAR, PRIMARY KEY (YCSB_KEY));
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1) VALUES ('user6284781860667377211', 'yA69aebreJvnnnJ4iZgz-joTY5tLv80AzagSiUqRKW6ynjqaJO5-srJAxKgqF4g0F87B-1tQDereWhigzsx5IwZukWdWN4C3R7Ue', '2lOYWqYbJseJDf9qfG+8w7U2TEJiX3TbblSj4G9Xu4U2IiqPPlNCs4lISDofVZ-D9UFniaLgk9YI5Hs2dqa3Lbqs00G+RWPuRgxy'), ('user8517097267634966620', 'Z8dntX7LczcAKuOWAXuEY5aVUUKamJNVTg2hFYXzkbc2ZQG+p60DxDS7+cXrEiDYHzTfcc8OS4PWS5L4LgKoMz9EgwaemnxTbKfU', 'ddwj1XA+GpVx9rcswt6mkmrb6wVuO9TtywLJQqxJCv8lAz69dS+jqW1Uwb3DctK5HblxlUGvNw0sLPKknt5ZAUsXR10J5I3zvEVZ');
FLUSH;
-- run
-- Not stationary: each insert makes a new record, and another run would make it again: `prepare` with --recreate makes the tables anew.
-- ycsb_insert: 1 in one event of its kind; $1 varchar, $2 varchar, $3 varchar
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1) VALUES ($1, $2, $3);
-- ycsb_scan_text: 1 in one event of its kind; $1 varchar, $2 int4; sent as text
SELECT * FROM usertable WHERE YCSB_KEY >= $1 ORDER BY YCSB_KEY LIMIT $2;
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
--   --pipeline=false --dialect=risingwave --compat=none --integer-type=int4 --retry=""
--   --db-ps-mode=auto --db-driver=pgsql --load-method=insert --skip-ddl=false --recreate=false
--   --record-count=1000 --insert-start=0 --insert-order=hashed --zero-padding=1 --field-count=2
--   --field-length=100 --field-length-distribution=constant --read-proportion=0
--   --update-proportion=0 --insert-proportion=0.05 --scan-proportion=0.95
--   --readmodifywrite-proportion=0 --request-distribution=zipfian --zipfian-theta=0.99
--   --hotspot-data-fraction=0.2 --hotspot-opn-fraction=0.8 --exponential-percentile=95
--   --exponential-frac=0.8571428571 --write-all-fields=false --min-scan-length=1
--   --max-scan-length=100 --scan-length-distribution=uniform --rmw-transaction=false
--   --range-key-partitioning=false --rand-type=uniform --rand-seed=0 --rand-spec-iter=12
--   --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2 --rand-zipfian-exp=0.8
