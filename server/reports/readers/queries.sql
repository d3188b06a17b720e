-- readingsOf
with
  recent as (
    select
      date_trunc('hour', r.at, 'UTC') as hour,
      r.viewer,
      max(r.role) as role,
      r.way,
      coalesce(
        array_agg(
          distinct f.id
          order by
            f.id
        ) filter (
          where
            f.id is not null
        ),
        '{}'
      ) as field_ids,
      count(distinct r.id)::int as reads
    from
      sensitive_read r
      left join lateral unnest(r.field_ids) f (id) on true
    where
      r.store_id = $1
      and r.profile_ids @> array[$2::bigint]
    group by
      1,
      r.viewer,
      r.way
  ),
  every as (
    select
      *
    from
      recent
    union all
    select
      hour,
      viewer,
      role,
      way,
      field_ids,
      reads
    from
      sensitive_read_hour
    where
      store_id = $3
      and profile_id = $4
  )
select
  every.*,
  count(*) over ()::int as total
from
  every
order by
  hour desc,
  viewer,
  way
offset
  $5
limit
  $6;
