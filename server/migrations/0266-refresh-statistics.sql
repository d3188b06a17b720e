-- Analyzes the next table after one by name, if its statistics have become wrong, and returns its name; null if there is no
-- further one, or another process is at it. A table is due at most once a minute, whoever analyzed it:
--   * it has grown by a fifth, or a fifth of its rows have changed; or
--   * it holds a store of many rows that the planner takes for a small one. Autovacuum waits for a tenth of the whole table.
-- pg_stats hides tables with row security from their owner too, so the planner is asked by EXPLAIN. Fewer rows than a
-- 3000th are not surely in a sample. Only the owner may analyze. `skip_locked`: a vacuum at work analyzes at its end.
create function auth.refresh_statistics(after text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  target record;
  store int;
  plan json;
  expected numeric;
  many bigint;
  found bigint;
  due boolean;
begin
  if not pg_try_advisory_xact_lock(7282642) then return null; end if;
  for target in
    select c.oid, c.relname, greatest(c.reltuples, 0)::bigint as rows, pg_stat_get_mod_since_analyze(c.oid) as changed,
      pg_relation_size(c.oid) > 1.2 * 8192 * c.relpages + 262144 as grown
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
      and pg_has_role(current_user, c.relowner, 'usage') and c.relname > after
      and coalesce(greatest(pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid)), '-infinity')
        < clock_timestamp() - interval '1 minute'
    order by c.relname
  loop
    due := target.grown or target.changed > 500 + target.rows / 5;
    if not due and target.changed >= 5000 then
      -- So many at most that a look takes milliseconds. The next look draws others.
      for store in select s.store_id from store s order by random() limit 50 loop
        perform set_config('ruam.store_id', store::text, true);
        execute format('explain (format json) select from %I where store_id = %s', target.relname, store) into plan;
        expected := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric;
        many := greatest(5000, target.rows / 3000, 4 * expected);
        -- Too large to be planned like a small one, or written too little to have become so large.
        continue when many > 50000 or target.changed < many - expected;
        execute format('select count(*) from (select from %I where store_id = $1 limit $2) there', target.relname)
          into found using store, many;
        due := found = many;
        exit when due;
      end loop;
    end if;
    if due then
      execute format('analyze (skip_locked) %I', target.relname);
      return target.relname;
    end if;
  end loop;
  return null;
end $$;
revoke all on function auth.refresh_statistics from public;
grant execute on function auth.refresh_statistics to ruam_app;
-- `auth.refresh_loaded` is called by servers of the version before.
