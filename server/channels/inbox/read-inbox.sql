-- readInbox
select
  i.log_id,
  i.held,
  i.stops,
  i.event,
  c.id as channel_id,
  c.type,
  case
    when c.type = 'facebook' then 'page ' || c.external_id
    else coalesce(
      'provider ' || c.provider,
      'channel ' || c.external_id
    )
  end as scope,
  c.basic_id
from
  (
    select
      *
    from
      inbox
    where
      store_id = $1
      and (
        $2
        or not held
      )
      and (tries > 0) = $3
      and (
        retry_at is null
        or retry_at <= clock_timestamp()
      )
    order by
      log_id
    limit
      $4
  ) i
  cross join lateral (
    select
      channel_id
    from
      online_log
    where
      store_id = $5
      and id = i.log_id
    offset
      0
  ) l
  join channel c on c.store_id = $6
  and c.id = l.channel_id
order by
  i.log_id;
