-- A column that the view casts is no column of an index.
-- effect: 0.005
-- base
CREATE VIEW shown AS SELECT id::text AS key, mail::text AS mail, name AS name FROM customer;
-- migration
CREATE OR REPLACE VIEW shown AS SELECT id::text AS key, mail::text AS mail, trim(name) AS name FROM customer; -- planted
-- script
\set id random(1, 40000)
SELECT mail FROM shown WHERE name = md5(:id::text);
