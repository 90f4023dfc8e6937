-- ycsb_e on RisingWave
-- prepare
CREATE TABLE usertable (YCSB_KEY VARCHAR, FIELD0 VARCHAR, FIELD1 VARCHAR, PRIMARY KEY (YCSB_KEY));
-- The first rows; one INSERT has about 256 KiB.
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1) VALUES ('user6284781860667377211', 'yA69aebreJvnnnJ4iZgz-joTY5tLv80AzagSiUqRKW6ynjqaJO5-srJAxKgqF4g0F87B-1tQDereWhigzsx5IwZukWdWN4C3R7Ue', '2lOYWqYbJseJDf9qfG+8w7U2TEJiX3TbblSj4G9Xu4U2IiqPPlNCs4lISDofVZ-D9UFniaLgk9YI5Hs2dqa3Lbqs00G+RWPuRgxy'), ('user8517097267634966620', 'Z8dntX7LczcAKuOWAXuEY5aVUUKamJNVTg2hFYXzkbc2ZQG+p60DxDS7+cXrEiDYHzTfcc8OS4PWS5L4LgKoMz9EgwaemnxTbKfU', 'ddwj1XA+GpVx9rcswt6mkmrb6wVuO9TtywLJQqxJCv8lAz69dS+jqW1Uwb3DctK5HblxlUGvNw0sLPKknt5ZAUsXR10J5I3zvEVZ');
FLUSH;
-- run
-- Not stationary: each insert makes a new record, and another run would make it again: `prepare` with --recreate makes the tables again.
-- ycsb_insert: 1 in one event of its kind; $1 varchar, $2 varchar, $3 varchar
INSERT INTO usertable (YCSB_KEY, FIELD0, FIELD1) VALUES ($1, $2, $3);
-- ycsb_scan_text: 1 in one event of its kind; $1 varchar, $2 int4; sent as text
SELECT * FROM usertable WHERE YCSB_KEY >= $1 ORDER BY YCSB_KEY LIMIT $2;
-- cleanup
DROP TABLE IF EXISTS usertable;
