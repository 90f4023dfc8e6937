-- An index on upper() is none for a query that asks by lower().
-- effect: 0.007
-- base
CREATE INDEX customer_mail ON customer (lower(mail));
-- migration
DROP INDEX customer_mail; -- planted
CREATE INDEX customer_mail ON customer (upper(mail)); -- planted
-- script
\set id random(1, 40000)
SELECT id FROM customer WHERE lower(mail) = 'c' || :id || '@example.org';
