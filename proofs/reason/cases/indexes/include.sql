-- An index-only scan becomes one that visits the table for each row, as the included column is left out.
-- effect: 0.14
-- base
CREATE TABLE reading (sensor integer, at integer, value integer, note text);
INSERT INTO reading SELECT i % 100, i, i % 1000, repeat('n', 150) FROM generate_series(1, 60000) i;
CREATE INDEX reading_sensor ON reading (sensor, at) INCLUDE (value);
-- migration
DROP INDEX reading_sensor; -- planted
CREATE INDEX reading_sensor ON reading (sensor, at); -- planted
-- script
\set sensor random(0, 99)
SELECT sum(value) FROM reading WHERE sensor = :sensor;
