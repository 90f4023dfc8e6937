-- Text that is compared by ICU's rules takes longer to sort than by its bytes.
-- effect: 0.71
-- migration
ALTER TABLE customer ALTER mail TYPE text COLLATE "und-x-icu"; -- planted
-- script
\set id random(1, 36000)
SELECT count(*) FROM (SELECT mail FROM customer WHERE id BETWEEN :id AND :id + 3000 ORDER BY mail OFFSET 0) sorted;
