-- A view with security_barrier asks its own filter first, and the query's function of each row that is left.
-- effect: 0.007
-- base
CREATE FUNCTION has_mail(t text, wanted text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT lower(t) = wanted $$;
CREATE INDEX customer_mail ON customer (lower(mail));
CREATE VIEW public_customer AS SELECT id, name, mail, depot FROM customer WHERE tags IS NOT NULL;
-- migration
ALTER VIEW public_customer SET (security_barrier = true); -- planted
-- script
\set id random(1, 40000)
SELECT name FROM public_customer WHERE lower(mail) = 'c' || :id || '@example.org';
