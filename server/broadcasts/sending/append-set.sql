-- openBroadcast
with
  newest as materialized (
    select
      id
    from
      broadcast b
    where
      store_id = $1
      and automation_id = $2
      and automation_step = $3
      and automation_version = $4
      and channel_id = $5
      and per_person = $6
      and quota_month = $7::date
      and frozen_at > clock_timestamp() - interval '1 hour'
      and sub_status is distinct from 'canceled'
      and (
        sub_status is distinct from 'paused'
        or reason in ('quiet_hours', 'rate')
      )
    order by
      id desc
    limit
      1
    for update
  )
select
  n.id,
  coalesce(
    (
      select
        max(position)
      from
        broadcast_recipient
      where
        store_id = $8
        and broadcast_id = n.id
    ),
    0
  ) as last
from
  newest n
where
  not exists (
    select
    from
      broadcast_recipient r
    where
      r.store_id = $9
      and r.broadcast_id = n.id
      and (
        r.profile_id = any ($10::bigint[])
        or r.external_id = any ($11::text[])
      )
  );
