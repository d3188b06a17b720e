-- Samples of a large table name every store that was there. One that came later seems to have a single row until the table has grown by a
-- tenth, which takes months where many stores share it; plans for its searches then go through all its people. New samples also when the
-- store of the import has many rows and is not among those that the last samples name.
create or replace function door.refresh_loaded() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  target regclass;
  grown boolean;
  rows_known real;
  stores text[];
  stores_seen real;
  many bigint;
  found bigint;
begin
  for target, grown, rows_known in
    select oid, pg_relation_size(oid) > 1.2 * 8192 * relpages, reltuples from pg_class
    where oid in ('profile'::regclass, 'profile_key'::regclass, 'profile_label'::regclass, 'activity'::regclass) order by relname
  loop
    if not grown then
      select most_common_vals::text::text[], n_distinct into stores, stores_seen from pg_stats
      where schemaname = 'public' and tablename = target::text and attname = 'store_id';
      -- Where more stores were seen than are named, one that is not named has its part of the rest.
      if stores_seen between 0 and cardinality(stores) and not current_store()::text = any(stores) then
        -- Fewer are not surely among the 30,000 rows of a sample, and do no harm.
        many := greatest(5000, rows_known / 3000);
        execute format('select count(*) from (select from %s where store_id = $1 limit $2) some', target)
          into found using current_store(), many;
        grown := found = many;
      end if;
    end if;
    if grown then
      execute format('analyze %s', target);
    end if;
  end loop;
end $$;
