-- A volatile function may say something else for each row: no index is asked for its answer.
-- effect: 0.001
-- base
CREATE FUNCTION today() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN timestamptz '2026-02-01'; END $$;
CREATE INDEX parcel_at ON parcel (at);
-- migration
ALTER FUNCTION today() VOLATILE; -- planted
-- script
SELECT count(*) FROM parcel WHERE at BETWEEN today() AND today() + interval '1 hour';
