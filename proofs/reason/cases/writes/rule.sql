-- A rule writes each row a second time.
-- effect: 0.61
-- base
CREATE TABLE journal_copy (customer integer, body text, at timestamptz);
CREATE INDEX journal_copy_body ON journal_copy (body);
-- migration
CREATE RULE journal_also AS ON INSERT TO journal DO ALSO INSERT INTO journal_copy VALUES (NEW.customer, NEW.body, now()); -- planted
-- script
\set customer random(1, 1000000)
INSERT INTO journal (customer, body) VALUES (:customer, md5(:customer::text));
