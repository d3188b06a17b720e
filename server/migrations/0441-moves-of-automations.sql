-- A start may move the customers on their way to its version. Its worker does so before they take another step.
alter table automation add column moves boolean not null default false;

-- No lease ends later than it is long: a clock that was set back leaves none behind.
create or replace function auth.automations_to_work() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select e.store_id from automation_engine e
    join store s on s.store_id = e.store_id and s.deleted_at is null
    left join change_reader r on r.store_id = e.store_id
  where (e.until is null or e.until not between clock_timestamp() and clock_timestamp() + interval '10 seconds')
    and exists (select from automation a where a.store_id = e.store_id and a.status = 'active')
    and (e.looks_at <= now() or r.store_id is null or r.epoch is distinct from e.epoch or r.position > e.position or r.reads_until < now() + interval '29 days'
      or exists (select from change c where c.store_id = e.store_id and c.position is null)
      or exists (select from automation a where a.store_id = e.store_id and a.status = 'active'
        and (a.looks_at is null or a.looks_at <= now()))
      or exists (select from automation_run d where d.store_id = e.store_id and d.ended_at is null
        and (d.waits_for is null or d.waits_for in ('quiet_hours', 'quota')) and d.due_at <= now()))
  order by 1
$$;
