-- ROWS of a function decides how its rows are joined.
-- effect: 0.007
-- base
CREATE FUNCTION picked(first integer) RETURNS SETOF integer LANGUAGE plpgsql STABLE ROWS 5 AS $$ BEGIN RETURN QUERY SELECT generate_series(first, first + 4); END $$;
-- migration
ALTER FUNCTION picked(integer) ROWS 1000000; -- planted
-- script
\set id random(1, 39990)
SELECT count(c.name) FROM picked(:id) p (id) JOIN customer c ON c.id = p.id;
