-- Statistics of columns that go together are dropped: the planner expects too many groups to hash them.
-- effect: 0.27
-- base
CREATE TABLE plot (id integer, town text, zip text, county text);
INSERT INTO plot SELECT i, 'the town of ' || i % 40, 'the zip code ' || i % 40, 'the county of ' || i % 40 FROM generate_series(1, 40000) i;
CREATE STATISTICS plot_place (ndistinct) ON town, zip, county FROM plot;
ANALYZE plot;
-- migration
DROP STATISTICS plot_place; -- planted
-- script
SELECT sum(cardinality(ids)) FROM (SELECT array_agg(id) AS ids FROM plot GROUP BY town, zip, county) places;
