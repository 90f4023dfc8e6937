-- Every call of a function plans its query again.
-- effect: 0.12
-- base
CREATE FUNCTION overview(which integer) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count(*) FROM customer c JOIN parcel p ON p.customer = c.id JOIN customer d ON d.id = c.depot JOIN parcel q ON q.id = p.kind JOIN customer e ON e.id = q.customer WHERE c.id = which);
END $$;
-- migration
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET plan_cache_mode = force_custom_plan', current_database()); END $$; -- planted
-- script
\set id random(1, 40000)
SELECT overview(:id);
