-- Serializable transactions keep account of all that they read.
-- effect: 0.77
-- migration
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database()); END $$; -- planted
-- script
\set id random(1, 39000)
SELECT count(name) FROM customer WHERE id BETWEEN :id AND :id + 300;
