-- A unique constraint on a long text checks each row, also for ON CONFLICT.
-- effect: 0.29
-- base
CREATE TABLE visit (page text, reader integer);
-- migration
ALTER TABLE visit ADD CONSTRAINT visit_once UNIQUE (page, reader); -- planted
-- script
\set reader random(1, 100000000)
INSERT INTO visit SELECT repeat(md5(i::text), 6), :reader FROM generate_series(1, 20) i ON CONFLICT DO NOTHING;
