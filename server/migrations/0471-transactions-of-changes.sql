-- Moves into a segment that their own transaction takes back start no automation. Null in changes from before this column.
alter table change add column transaction_id xid8;
alter table change alter column transaction_id set default pg_current_xact_id();
