-- Each insert of a profile asked for its store and for its maker, which cost an import a third of its time. Both are settled
-- before: the wall lets in no store but the current one, which a membership names, and neither stores nor people are ever deleted.
alter table profile drop constraint profile_store_id_fkey, drop constraint profile_created_by_fkey;

-- Ascending: new profiles have the latest times, and only at its right end does an index fill its pages. Read backwards for the newest.
drop index profile_updated, profile_created;
create index profile_updated on profile (store_id, updated_at, id) where deleted_at is null and merged_into is null;
create index profile_created on profile (store_id, created_at, id) where deleted_at is null and merged_into is null;
