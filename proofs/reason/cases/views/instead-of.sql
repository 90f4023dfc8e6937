-- A table goes behind a view whose INSERT is a trigger of PL/pgSQL.
-- effect: 0.54
-- migration
ALTER TABLE journal RENAME TO journal_rows; -- planted
CREATE VIEW journal AS SELECT customer, body FROM journal_rows; -- planted
CREATE FUNCTION journal_put() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO journal_rows (customer, body) VALUES (NEW.customer, NEW.body); RETURN NEW; END $$; -- planted
CREATE TRIGGER journal_insert INSTEAD OF INSERT ON journal FOR EACH ROW EXECUTE FUNCTION journal_put(); -- planted
-- script
INSERT INTO journal (customer, body) SELECT i, 'x' FROM generate_series(1, 20) i;
