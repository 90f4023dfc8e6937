-- UNION replaces UNION ALL: rows that cannot be equal are compared.
-- effect: 0.51
-- base
CREATE VIEW everything AS SELECT id, 'c' AS what, depot AS n FROM customer UNION ALL SELECT id, 'p', weight FROM parcel;
-- migration
CREATE OR REPLACE VIEW everything AS SELECT id, 'c' AS what, depot AS n FROM customer UNION SELECT id, 'p', weight FROM parcel; -- planted
-- script
\set id random(1, 39000)
SELECT sum(n) FROM everything WHERE id BETWEEN :id AND :id + 500;
