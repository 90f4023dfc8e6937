-- A deferred trigger updates one row, which all sessions meet in.
-- effect: 0.63
-- base
CREATE TABLE tally (id integer PRIMARY KEY, n integer NOT NULL);
INSERT INTO tally VALUES (1, 0);
-- migration
CREATE FUNCTION count_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE tally SET n = n + 1 WHERE id = 1; RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER journal_count AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_up(); -- planted
-- script
INSERT INTO journal (customer, body) VALUES (1, 'x');
