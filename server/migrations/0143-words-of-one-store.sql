-- A word is looked for among a store's own people: with the store in the trigram index, what other stores' people are called is not read,
-- and a shop of a few hundred beside large ones searches as if it were alone. btree_gin makes a number an entry of such an index; it
-- comes with PostgreSQL as pg_trgm does.
create extension if not exists btree_gin;

drop index profile_search;
create index profile_search on profile using gin (store_id, search_key gin_trgm_ops) where deleted_at is null and merged_into is null;

drop index profile_custom_search;
create index profile_custom_search on profile using gin (store_id, custom_search gin_trgm_ops)
  where custom_search is not null and deleted_at is null and merged_into is null;
