-- requestNames
with
  met as materialized (
    select
      channel_id,
      external_id,
      bool_or(follows) as follows
    from
      jsonb_to_recordset($1::jsonb) as m (channel_id int, external_id text, follows boolean)
    group by
      1,
      2
  ),
  nameless as materialized (
    select
      f.channel_type,
      f.channel_id,
      f.external_id
    from
      met
      cross join lateral (
        select
          *
        from
          channel_friend
        where
          store_id = $2
          and external_id = met.external_id
        offset
          0
      ) f
      cross join lateral (
        select
          first_name,
          last_name,
          line_display_name
        from
          profile
        where
          store_id = $3
          and id = f.profile_id
        offset
          0
      ) p
    where
      f.channel_id = met.channel_id
      and f.status = 'friend'
      and f.name_at is null
      and (
        f.name_tries = 0
        or met.follows
      )
      and case
        when f.channel_type = 'facebook' then p.first_name is null
        and p.last_name is null
        else p.line_display_name is null
      end
  )
update channel_friend f
set
  name_at = clock_timestamp(),
  name_tries = 0
from
  nameless n
where
  f.store_id = $4
  and f.channel_type = n.channel_type
  and f.channel_id = n.channel_id
  and f.external_id = n.external_id
returning
  1;

-- claimNameless
with
  due as materialized (
    select
      f.ctid as place
    from
      channel_friend f
    where
      f.store_id = $1
      and f.name_at <= clock_timestamp()
      and f.profile_id is not null
      and exists (
        select
        from
          channel c
        where
          c.store_id = $2
          and c.id = f.channel_id
          and c.status = 'active'
      )
    order by
      f.name_at,
      f.external_id
    limit
      $3::int
    for update
      skip locked
  )
update channel_friend f
set
  name_tries = f.name_tries + 1,
  name_at = case
    when f.name_tries < $4
    and f.status = 'friend' then clock_timestamp() + coalesce(
      ($5::text[]) [f.name_tries + 1]::interval,
      interval '1 day'
    )
  end
where
  f.store_id = $6
  and f.ctid = any (
    array(
      select
        place
      from
        due
    )
  )
returning
  f.channel_id,
  f.external_id,
  f.display_name;
