-- saveFriends
with
  newest as (
    select distinct
      on (channel_type, channel_id, external_id) *
    from
      jsonb_to_recordset($1::jsonb) as e (
        channel_type text,
        channel_id int,
        external_id text,
        profile_id bigint,
        status text,
        at bigint
      )
    order by
      channel_type,
      channel_id,
      external_id,
      at desc
  ),
  -- An account that is being disconnected takes its friends along: none are added behind it.
  connected as materialized (
    select
      id
    from
      channel
    where
      store_id = $2
      and id = any ($3::int[])
    order by
      id
    for key share
  )
insert into
  channel_friend as f (
    store_id,
    channel_type,
    channel_id,
    external_id,
    profile_id,
    status,
    since
  )
select
  $4,
  channel_type,
  channel_id,
  external_id,
  profile_id,
  status,
  to_timestamp(at / 1000.0)
from
  newest
where
  channel_id = any (
    array(
      select
        id
      from
        connected
    )
  )
order by
  channel_type,
  channel_id,
  external_id
on conflict (store_id, channel_type, channel_id, external_id) do update
set
  status = case
    when (
      excluded.since > coalesce(f.heard_at, f.since)
      or coalesce(f.heard_at, f.since) > clock_timestamp() + interval '5 minutes'
    ) then excluded.status
    else f.status
  end,
  since = case
    when (
      excluded.since > coalesce(f.heard_at, f.since)
      or coalesce(f.heard_at, f.since) > clock_timestamp() + interval '5 minutes'
    )
    and (
      excluded.status <> f.status
      or f.since > clock_timestamp() + interval '5 minutes'
    ) then excluded.since
    else f.since
  end,
  heard_at = case
    when (
      excluded.since > coalesce(f.heard_at, f.since)
      or coalesce(f.heard_at, f.since) > clock_timestamp() + interval '5 minutes'
    ) then excluded.since
    else f.heard_at
  end,
  profile_id = coalesce(excluded.profile_id, f.profile_id),
  updated_at = clock_timestamp(),
  name_at = case
    when f.profile_id is null
    and f.display_name is not null
    and excluded.profile_id is not null then clock_timestamp()
    else f.name_at
  end
where
  (
    excluded.since > coalesce(f.heard_at, f.since)
    or coalesce(f.heard_at, f.since) > clock_timestamp() + interval '5 minutes'
  )
  or f.profile_id is null
  and excluded.profile_id is not null
returning
  f.channel_id,
  f.profile_id;
