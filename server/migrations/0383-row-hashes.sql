-- The row of a file that added a profile is remembered on it: an entry of imported_row and of its two indexes takes 160 bytes. That table
-- keeps the rows that were taken for people who were there. Half of its hash: 64 bits. No value can be recovered.
alter table profile add column row_hash bigint;

-- step: the index, empty so far
create index profile_row_hash on profile (store_id, row_hash) where row_hash is not null;
