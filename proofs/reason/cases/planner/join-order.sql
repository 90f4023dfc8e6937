-- Joins are run in the order in which they are written.
-- effect: 0.087
-- migration
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET join_collapse_limit = 1', current_database()); END $$; -- planted
-- script
\set id random(1, 40000)
SELECT count(*) FROM customer c CROSS JOIN (VALUES (1), (2)) v (n) JOIN parcel p ON p.customer = c.id JOIN customer d ON d.id = p.kind + 1 WHERE d.id = v.n AND p.id = :id;
