-- A setting of the database forbids the plan.
-- effect: 0.016
-- migration
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_indexscan = off', current_database()); EXECUTE format('ALTER DATABASE %I SET enable_bitmapscan = off', current_database()); END $$; -- planted
-- script
\set id random(1, 40000)
SELECT name FROM customer WHERE id = :id;
