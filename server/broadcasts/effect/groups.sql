-- groupsOf
with
  lost as (
    select distinct
      external_id
    from
      channel_friend
    where
      store_id = $1
      and channel_type in ('lineOA', 'lineModule')
      and channel_id = $2
      and status = 'blocked'
      and since >= $3::timestamptz
      and since < $4::timestamptz + make_interval(hours => $5::int)
  ),
  drawn as materialized (
    select
      r.held_out,
      live.id,
      l.external_id is not null as lost
    from
      broadcast_recipient r
      left join profile p on p.store_id = $6
      and p.id = r.profile_id
      left join profile live on live.store_id = $7
      and live.id = coalesce(p.merged_into, p.id)
      and live.deleted_at is null
      left join lost l on l.external_id = r.external_id
    where
      r.store_id = $8
      and r.broadcast_id = $9
      and (
        r.held_out is not null
        and (
          r.status = 'skipped'
          and r.reason in ('over_quota', 'canceled')
        ) is not true
      )
  ),
  -- People of both groups, by a merge, belong to none.
  person as materialized (
    select
      id,
      bool_or(held_out) as held_out,
      bool_or(held_out) <> bool_and(held_out) as mixed,
      bool_or(lost) as lost
    from
      drawn
    where
      id is not null
    group by
      id
  ),
  bought as materialized (
    select
      a.profile_id as id,
      floor(
        extract(
          epoch
          from
            a.activity_at - $10::timestamptz
        ) / 86400
      )::int as day,
      sum(v.amount) as amount,
      bool_or(v.amount > 0) as bought
    from
      activity a
      cross join lateral (
        select
          case
            when jsonb_typeof(a.fields -> $11::text) = 'number' then least(
              greatest((a.fields ->> $12::text)::numeric, $13::numeric),
              $14::numeric
            )
          end as amount
      ) v
    where
      a.store_id = $15
      and a.type_id = any ($16::int[])
      and a.activity_at >= $17::timestamptz
      and a.activity_at < $18::timestamptz
      and v.amount is not null
    group by
      1,
      2
  ),
  spent as (
    select
      id,
      sum(amount) as amount,
      bool_or(bought) as bought
    from
      bought
    group by
      id
  ),
  moments as (
    select
      p.held_out,
      count(*)::numeric as n,
      count(*) filter (
        where
          s.bought
      ) as buyers,
      count(*) filter (
        where
          p.lost
      ) as lost,
      coalesce(sum(s.amount), 0) as s1,
      coalesce(sum(s.amount * s.amount), 0) as s2,
      coalesce(sum(s.amount * s.amount * s.amount), 0) as s3
    from
      person p
      left join spent s on s.id = p.id
    where
      not p.mixed
    group by
      p.held_out
  )
select
  held_out as is_held_out,
  n::int as people,
  buyers::int,
  lost::int,
  s1::double precision as amount,
  (s1 / n)::double precision as mean,
  coalesce((s2 - s1 * s1 / n) / nullif(n - 1, 0), 0)::double precision as variance,
  (
    s3 / n - 3 * s1 * s2 / n / n + 2 * s1 * s1 * s1 / n / n / n
  )::double precision as third,
  (
    select
      coalesce(jsonb_object_agg(d.day, d.amount), '{}')
    from
      (
        select
          b.day,
          sum(b.amount) as amount
        from
          bought b
          join person p on p.id = b.id
        where
          p.held_out = moments.held_out
          and not p.mixed
        group by
          b.day
      ) d
  ) as days,
  (
    select
      count(*)::int
    from
      drawn
    where
      id is null
  ) as deleted,
  (
    select
      count(*)::int
    from
      drawn d
      join person p on p.id = d.id
    where
      p.mixed
  ) as merged
from
  moments;
