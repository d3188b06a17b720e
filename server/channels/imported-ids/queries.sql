-- unaskedIds
with
  ids as materialized (
    select
      i.value,
      array_agg(i.scope) as scopes
    from
      identity i
      cross join lateral (
        select
          deleted_at,
          merged_into
        from
          profile
        where
          store_id = $1
          and id = i.profile_id
        offset
          0
      ) p
    where
      i.store_id = $2
      and i.kind = 'line'
      and i.asked_at is null
      and i.value > $3
      and p.deleted_at is null
      and p.merged_into is null
    group by
      i.value
    order by
      i.value
    limit
      $4
  )
select
  ids.value,
  array(
    select
      c.id
    from
      channel c
    where
      c.store_id = $5
      and c.type in ('lineOA', 'lineModule')
      and c.status = 'active'
      and (
        '' = any (ids.scopes)
        or case
          when c.type = 'facebook' then 'page ' || c.external_id
          else coalesce(
            'provider ' || c.provider,
            'channel ' || c.external_id
          )
        end = any (ids.scopes)
      )
      and not exists (
        select
        from
          channel_friend f
        where
          f.store_id = $6
          and f.channel_type = c.type
          and f.channel_id = c.id
          and f.external_id = ids.value
      )
    order by
      c.id
  ) as channel_ids
from
  ids
order by
  ids.value;
