-- claim
insert into
  channel_friend (
    store_id,
    channel_type,
    channel_id,
    external_id,
    profile_id,
    status,
    since
  )
select
  store_id,
  channel_type,
  channel_id,
  external_id,
  (
    select
      min(profile_id)
    from
      (
        select
          profile_id
        from
          identity
        where
          store_id = $1
          and kind = 'line'
          and value = v.value
        offset
          0
      ) holders
  ),
  status,
  since
from
  unnest($2::text[]) v (value)
  cross join lateral (
    select
      *
    from
      channel_friend
    where
      store_id = $3
      and external_id = v.value
    offset
      0
  ) own
where
  channel_type <> 'facebook'
  and profile_id is distinct from (
    select
      min(profile_id)
    from
      (
        select
          profile_id
        from
          identity
        where
          store_id = $4
          and kind = 'line'
          and value = v.value
        offset
          0
      ) holders
  )
on conflict (store_id, channel_type, channel_id, external_id) do update
set
  profile_id = excluded.profile_id,
  updated_at = clock_timestamp(),
  -- The customer gets the friend's name. A friend whom no customer holds any more gets one of its own.
  name_at = case
    when (excluded.profile_id is null) <> (channel_friend.display_name is not null) then clock_timestamp()
    else channel_friend.name_at
  end;
