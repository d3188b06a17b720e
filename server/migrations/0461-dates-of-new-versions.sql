-- A new version with the same trigger goes on where the one before was: an instant of its date that was not done yet is done by the new one.
create or replace function begin_to_follow() returns trigger
language plpgsql
as $$
begin
  new.looks_at := null;
  if new.status <> 'active' or old.status <> 'active' then
    new.follows_since := case when new.status = 'active' then clock_timestamp() end;
    new.dates_done_to := new.follows_since;
  elsif not exists (
    select from automation_version o join automation_version n on n.store_id = o.store_id and n.automation_id = o.automation_id
    where o.store_id = new.store_id and o.automation_id = new.id and o.version = old.version and n.version = new.version
      and o.definition -> 'trigger' = n.definition -> 'trigger')
  then
    new.dates_done_to := clock_timestamp();
  end if;
  if new.status = 'active' then
    insert into automation_engine (store_id) values (new.store_id) on conflict do nothing;
    insert into change_reader (store_id, reads_until) values (new.store_id, now() + interval '30 days') on conflict do nothing;
  end if;
  return new;
end $$;
