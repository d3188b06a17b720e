-- What 0081 asked of pg_stats was never answered: the view hides tables with row security from everybody for whom it is on, their owner
-- too. The planner itself is asked now how many rows it expects of the store of the import. New samples where it expects less than a tenth
-- of those that are there; fewer than these are not surely among the 30,000 rows of a sample, and do no harm.
create or replace function door.refresh_loaded() returns void
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
    where oid in ('profile'::regclass, 'profile_key'::regclass, 'profile_label'::regclass, 'activity'::regclass) order by relname
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
