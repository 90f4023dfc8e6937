-- Rows are updated often: leave room for the new version on the same page.
ALTER TABLE sbtest1 SET (fillfactor = 90);
ALTER TABLE sbtest2 SET (fillfactor = 90);
