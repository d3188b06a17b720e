-- Broadcasts by LINE's own call for everyone: it excludes nobody, and LINE alone knows whom it reached.
alter table broadcast
  -- Friends that LINE counted at the end of a day (UTC+9), before what is reserved on top.
  add column line_friends int,
  add column line_counted_on date,
  -- Known friends who had withdrawn, as its author and its approver confirmed.
  add column confirmed_withdrawn int,
  -- Day of the call (UTC+9), messages that LINE charged for all such calls of that day, and when LINE is asked for them; null: no more.
  add column called_on date,
  add column charged int,
  add column charge_due_at timestamptz;
create index broadcast_charge on broadcast (store_id, channel_id) where charge_due_at is not null;

-- step: a call for everyone is a chunk without recipients
alter table broadcast_chunk add column everyone boolean not null default false;

-- step: channels whose charge is due, too
create or replace function auth.channels_with_broadcasts() returns table (store_id int, channel_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct b.store_id, b.channel_id from (
    select d.store_id, d.channel_id from broadcast d
    where d.status = 'pending' and d.channel_id is not null and d.due_at <= clock_timestamp()
      and (d.wait_until is null or d.wait_until <= clock_timestamp())
      and (d.sub_status in ('scheduled', 'queued', 'sending') or d.sub_status = 'paused' and d.reason in ('quiet_hours', 'rate'))
    union all
    select c.store_id, c.channel_id from broadcast c where c.charge_due_at <= clock_timestamp()
  ) b join store s on s.store_id = b.store_id and s.deleted_at is null
$$;
