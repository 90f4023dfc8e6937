-- A CHECK calls a slow function for each row that is written.
-- effect: 0.10
-- migration
CREATE FUNCTION is_mail(t text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN FOR i IN 1..400 LOOP PERFORM i; END LOOP; RETURN true; END $$;
ALTER TABLE customer ADD CONSTRAINT customer_mail_ok CHECK (is_mail(mail)) NOT VALID; -- planted
-- script
\set id random(1, 40000)
UPDATE customer SET mail = mail WHERE id = :id;
