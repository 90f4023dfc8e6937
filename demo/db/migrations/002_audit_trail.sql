-- Keep what a row was before each update. Looks harmless, and makes every update pay for a second write.
CREATE TABLE audit_trail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_name text NOT NULL,
  row_id integer NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  before jsonb NOT NULL
);

CREATE FUNCTION keep_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_trail (table_name, row_id, before) VALUES (TG_TABLE_NAME, OLD.id, to_jsonb(OLD));
  RETURN NEW;
END
$$;

CREATE TRIGGER sbtest1_trail AFTER UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION keep_trail();
CREATE TRIGGER sbtest2_trail AFTER UPDATE ON sbtest2 FOR EACH ROW EXECUTE FUNCTION keep_trail();
