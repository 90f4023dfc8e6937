-- ycsb_e on CockroachDB
-- prepare
CREATE TABLE usertable (YCSB_KEY VARCHAR(255), FIELD0 TEXT, FIELD1 TEXT, FIELD2 TEXT, FIELD3 TEXT, FIELD4 TEXT, FIELD5 TEXT, FIELD6 TEXT, FIELD7 TEXT, FIELD8 TEXT, FIELD9 TEXT, PRIMARY KEY (YCSB_KEY));
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2, FIELD3, FIELD4, FIELD5, FIELD6, FIELD7, FIELD8, FIELD9) VALUES ('user6284781860667377211', 'yA69aebreJvnnnJ4iZgz-joTY5tLv80AzagSiUqRKW6ynjqaJO5-srJAxKgqF4g0F87B-1tQDereWhigzsx5IwZukWdWN4C3R7Ue', '2lOYWqYbJseJDf9qfG+8w7U2TEJiX3TbblSj4G9Xu4U2IiqPPlNCs4lISDofVZ-D9UFniaLgk9YI5Hs2dqa3Lbqs00G+RWPuRgxy', 'Z8dntX7LczcAKuOWAXuEY5aVUUKamJNVTg2hFYXzkbc2ZQG+p60DxDS7+cXrEiDYHzTfcc8OS4PWS5L4LgKoMz9EgwaemnxTbKfU', 'ddwj1XA+GpVx9rcswt6mkmrb6wVuO9TtywLJQqxJCv8lAz69dS+jqW1Uwb3DctK5HblxlUGvNw0sLPKknt5ZAUsXR10J5I3zvEVZ', 'lDhijWW0v8ZYiE2Wi2FvmQ8yhhKXAecj2PR+7xffVy9mFeQg4HqTAkPnmR4v75b7gN5TDy8MxrX6XRdsKqZeM5IdCWOyuxwffO5g', 'M-bLYdXRwch8Swn-3MBaZnglAv14dKoK2-9OqOgplcXmz6-A7MGRSVl4EOtFxf6FJYuk7rRKf1ihBBtP5v9DSpGQqBv8GfwFKa89', 'pdkAYS6xVosdL2g57eqCYvd--+X6L96J4jhug2vSQNk4OyZsfV47t3he8BpupWA2NgYAzvyzvlu1ywG3+SC0bEY6gYZOhU5opZrF', '2UlNJ1tmOzn3iOm5dzWrMsSR3WP7bBRZwxLs6i0ZrUDeAJRFfr5umajAEs4thnlzDoG4MwIFunIw3DiCjZZ1Bim6uJziXtaMM3uC', 'GgTyGrtn6CWnSukJJFcvXBhHeKmgSjJrQG8Bw53Qac2BuyBSmBRsIaBuk13T0rk6aJTNuRSTqCzKPSlSGWbFSOaCMpz8N1jWK5ix', '+uf4zRjISk6qcDXee2t2KE-jrz+JU+9PZuo1mYBX+DYh0JGQJfkn1M84aixbUBpdoUa3qfJZEOMlo1rgLK0NuNaUKSVJtt23sVNb'), ('user8517097267634966620', 'I-lYcNVhD3xHht7cAUcO3c6XvOmkMcYpCh6s3ttbD--+cTvXd4ByOPn0tLS3-z3Ziz2gAQtIMgOeL8tRCePGGz2oUpYgMZvI5Hfg', 'ivkl-RKnb03H5iTBIty1agAbpbmwAQGAJKPoBWHjETsK3mg-jFBJ5StoIkUefPSBfyrX9VjNDW9Yo1dK+grh4tJlkJlfGT23O3W1', 'GhjgJ6wDc5iwsnoP3l2-gFiPx+jgdActcBsFeCe0GjVp47Fh5vtPm8TaRMCNA0Ysq-ocm+fPC7Dz0Jr+hvVxSiQbqagjGurzizTN', 'GZzBZ0s3dkmVWgMn1FYc5JOKV9akO4prXp9o7NTcaiQZv8lTounV1DGx1eTy5Zl1N7XL-3B20-D-4eLvc1jFuuBHA4JTDDdJ1u33', '6tdbANgYOCiYM5crxiw-eni594spddNf3s24ixFKBlUfvw8wK3uHwx5KtezDXHZ3lJQueI6K0ODiZhmt5nm1vYRMD76qylAOkWHu', '8t9vd+lEqkyZXm4CpIvlCAiX9J5vewdRIEISr9BoOGXd1PsXs2eEsNOP9O83UZ37eNPhCmI0LhSVIaIIXMu3C7X7NCoaBvqDnuzT', '6K0ODiZhmt5nm1vYRMD76qylAOkWHuP7yr11QNircXhETXc5N74d73xl1KJapKypFZH6Vt-beFI49u46v66Ioxb7UxIsJ+VcBXph', 'EFgOR1geLIENOlYkWlnoP15tdOn7cOE3bNgYnkVofeOMHywNU-utEkbZ2nXxw9A8NFbJrzSge4W1FhfTDuErbvjqoxOSj0wlhwDH', 'SPvZ47Igm6o2DAj2SiE+eP4ajTGXfFjEbqgQeAIV1U-DFUxmdn0gV6bIFavBnfih6Y2qHKO9jGhnUtNt59pwo0aHuCbfOki1e3uy', '7Hr7rufFAODn+zrZRU0dMydFojtJeifXkzfoi-U1sP5O9x-gnCNc1pRpaoctY+1BozrSv9lsFkkD7LpuvQNQehI6hqHDb8CtnNNX');
ANALYZE usertable;
-- run
-- Not stationary: each insert makes a new record, and another run would make it again: `prepare` with --recreate makes the tables anew.
-- ycsb_insert: 1 in one event of its kind; $1 varchar, $2 varchar, $3 varchar, $4 varchar, $5 varchar, $6 varchar, $7 varchar, $8 varchar, $9 varchar, $10 varchar, $11 varchar
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1, FIELD2, FIELD3, FIELD4, FIELD5, FIELD6, FIELD7, FIELD8, FIELD9) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
-- ycsb_scan: 1 in one event of its kind; $1 varchar, $2 int8
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
--   --pipeline=false --dialect=cockroachdb --compat=none --integer-type=int8 --retry=40001
--   --db-ps-mode=auto --db-driver=pgsql --load-method=insert --skip-ddl=false --recreate=false
--   --record-count=1000 --insert-start=0 --insert-order=hashed --zero-padding=1 --field-count=10
--   --field-length=100 --field-length-distribution=constant --read-proportion=0
--   --update-proportion=0 --insert-proportion=0.05 --scan-proportion=0.95
--   --readmodifywrite-proportion=0 --request-distribution=zipfian --zipfian-theta=0.99
--   --hotspot-data-fraction=0.2 --hotspot-opn-fraction=0.8 --exponential-percentile=95
--   --exponential-frac=0.8571428571 --write-all-fields=false --min-scan-length=1
--   --max-scan-length=100 --scan-length-distribution=uniform --rmw-transaction=false
--   --range-key-partitioning=false --rand-type=uniform --rand-seed=0 --rand-spec-iter=12
--   --rand-spec-pct=1 --rand-spec-res=75 --rand-pareto-h=0.2 --rand-zipfian-exp=0.8
