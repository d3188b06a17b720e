-- Analyzes the tables that an import or a frozen audience fills, if one has grown by a fifth, or if the planner expects less than a tenth of
-- the store's rows. Until autovacuum comes, a plan takes a new store for empty and reads all stores. pg_stats hides
-- tables with row security from their owner too, so the planner is asked by EXPLAIN. Below 30,000 rows a store is not
-- surely in a sample, and harmless. Only the owner may do this; takes and returns nothing.
create or replace function auth.refresh_loaded() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  target regclass;
  grown boolean;
  rows_known real;
  plan json;
  many bigint;
  found bigint;
begin
  for target, grown, rows_known in
    select oid, pg_relation_size(oid) > 1.2 * 8192 * relpages, reltuples from pg_class
    where oid in ('profile'::regclass, 'profile_key'::regclass, 'profile_label'::regclass, 'activity'::regclass,
      'broadcast_recipient'::regclass) order by relname
  loop
    if not grown then
      execute format('explain (format json) select from %s where store_id = %s', target, current_store()) into plan;
      many := greatest(5000, rows_known / 3000);
      if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric * 10 < many then
        execute format('select count(*) from (select from %s where store_id = $1 limit $2) there', target)
          into found using current_store(), many;
        grown := found = many;
      end if;
    end if;
    if grown then
      execute format('analyze %s', target);
    end if;
  end loop;
end $$;
