-- Sorts that fitted into memory go to files.
-- effect: 0.75
-- base
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''64MB''', current_database()); END $$;
-- migration
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''64kB''', current_database()); END $$; -- planted
-- script
SELECT count(*) FROM (SELECT repeat(name, 10) AS long FROM customer WHERE depot < 200 ORDER BY long OFFSET 0) sorted;
