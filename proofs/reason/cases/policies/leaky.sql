-- Under a policy an operator that may leak is asked last: the index on it is of no use.
-- effect: 0.020
-- base
CREATE INDEX customer_tags ON customer USING gin (tags);
CREATE POLICY everybody ON customer USING (active IS NOT NULL);
-- migration
ALTER TABLE customer ENABLE ROW LEVEL SECURITY; -- planted
-- script
SET ROLE pg_read_all_data;
SELECT count(*) FROM customer WHERE tags ? 't42';
RESET ROLE;
