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
  status = excluded.status,
  since = excluded.since,
  profile_id = coalesce(excluded.profile_id, f.profile_id),
  updated_at = clock_timestamp()
where
  excluded.since > f.since
  or f.since > clock_timestamp() + interval '5 minutes'
returning
  f.channel_id,
  f.profile_id;
