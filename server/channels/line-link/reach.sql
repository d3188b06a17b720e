-- lineReach
with
  met as materialized (
    select
      profile_id as id,
      bool_or(status = 'friend') as friend
    from
      channel_friend
    where
      store_id = $1
      and channel_type in ('lineOA', 'lineModule')
      and profile_id is not null
    group by
      1
  ),
  came as materialized (
    select distinct
      a.profile_id as id
    from
      activity a
      join activity_type t on t.store_id = $2
      and t.id = a.type_id
      and coalesce(t.purpose, '') in ('', 'visit')
    where
      a.store_id = $3
      and a.activity_at > now() - make_interval(days => $4)
  ),
  unasked as materialized (
    select distinct
      profile_id as id
    from
      identity
    where
      store_id = $5
      and kind = 'line'
      and asked_at is null
  )
select
  count(*)::int as total,
  (
    count(*) filter (
      where
        met.friend
    )
  )::int as friends,
  (
    count(*) filter (
      where
        not met.friend
    )
  )::int as blocked,
  (
    count(*) filter (
      where
        met.id is null
        and came.id is not null
    )
  )::int as counter,
  (
    count(*) filter (
      where
        met.id is null
        and (
          p.phone is not null
          or p.email is not null
        )
    )
  )::int as personal_link,
  (
    count(*) filter (
      where
        met.id is null
        and unasked.id is not null
    )
  )::int as imported_ids,
  (
    select
      count(*)
    from
      profile_duplicate d
    where
      d.store_id = $6
      and d.status = 'open'
      and d.reasons && array['proved_by_line', 'typed_in_chat']
  )::int as pairs,
  (
    select
      count(distinct external_id)
    from
      channel_friend
    where
      store_id = $7
      and channel_type in ('lineOA', 'lineModule')
      and profile_id is null
      and status = 'friend'
  )::int as other_friends,
  (
    select
      coalesce(
        sum(
          greatest(
            c.friends_at_line - (
              select
                count(*)
              from
                channel_friend f
              where
                f.store_id = $8
                and f.channel_id = c.id
                and f.status = 'friend'
            ),
            0
          )
        ),
        0
      )
    from
      channel c
    where
      c.store_id = $9
      and c.type in ('lineOA', 'lineModule')
  )::int as unseen
from
  profile p
  left join met on met.id = p.id
  left join came on came.id = p.id
  left join unasked on unasked.id = p.id
where
  p.store_id = $10
  and p.deleted_at is null
  and p.merged_into is null;
