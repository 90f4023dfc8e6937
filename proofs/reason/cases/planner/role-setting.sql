-- A setting of the role forbids the plan.
-- effect: 0.36
-- migration
ALTER ROLE CURRENT_USER SET enable_hashjoin = off; -- planted
-- script
SELECT count(*) FROM customer c JOIN parcel p ON p.customer = c.id WHERE p.note = 'none' AND c.depot < 200;
