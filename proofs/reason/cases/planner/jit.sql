-- Queries are compiled that take less time than their compilation.
-- effect: 0.33
-- migration
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit_above_cost = 0', current_database()); END $$; -- planted
-- script
\set depot random(0, 399)
SELECT count(*), sum(points), max(name) FROM customer WHERE depot = :depot;
