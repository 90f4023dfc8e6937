-- A column has no statistics any more: half of the rows are expected where there are twenty.
-- effect: 0.46
-- base
ALTER TABLE customer ADD COLUMN vip boolean NOT NULL DEFAULT false;
UPDATE customer SET vip = true WHERE id <= 20;
CREATE INDEX customer_depot ON customer (depot);
-- migration
ALTER TABLE customer ALTER vip SET STATISTICS 0; -- planted
DELETE FROM pg_statistic WHERE starelid = 'customer'::regclass; -- planted
ANALYZE customer; -- planted
-- script
SELECT count(*) FROM customer a JOIN parcel p ON p.customer = a.id WHERE a.vip;
