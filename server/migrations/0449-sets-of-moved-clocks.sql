-- Messages of automations are due as they are queued. A set that was queued by a clock that ran ahead goes out at once after it is set back.
create or replace function auth.channels_with_broadcasts() returns table (store_id int, channel_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct b.store_id, b.channel_id from (
    select d.store_id, d.channel_id from broadcast d
    where d.status = 'pending' and d.channel_id is not null and (d.due_at <= clock_timestamp() or d.automation_id is not null)
      and (d.wait_until is null or d.wait_until <= clock_timestamp())
      and (d.sub_status in ('scheduled', 'queued', 'sending') or d.sub_status = 'paused' and d.reason in ('quiet_hours', 'rate'))
    union all
    select c.store_id, c.channel_id from broadcast c where c.charge_due_at <= clock_timestamp()
  ) b join store s on s.store_id = b.store_id and s.deleted_at is null
$$;
