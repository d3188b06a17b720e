-- measuredGroups
with
  lost as (
    select distinct
      channel_id,
      external_id,
      since
    from
      channel_friend
    where
      store_id = $1
      and channel_type in ('lineOA', 'lineModule')
      and status = 'blocked'
      and since >= $2::timestamptz
      and since < $3::timestamptz + make_interval(hours => $4::int)
  ),
  drawn as materialized (
    select
      r.held_out,
      r.starts,
      live.id,
      l.external_id is not null as lost
    from
      (
        select
          r.held_out,
          r.profile_id,
          r.external_id,
          $5::int as channel_id,
          $6::timestamptz as starts
        from
          broadcast_recipient r
        where
          r.store_id = $7
          and r.broadcast_id = $8
          and (
            r.held_out is not null
            and (
              r.status = 'skipped'
              and r.reason in ('over_quota', 'canceled')
            ) is not true
          )
      ) r
      left join profile p on p.store_id = $9
      and p.id = r.profile_id
      left join profile live on live.store_id = $10
      and live.id = coalesce(p.merged_into, p.id)
      and live.deleted_at is null
      left join lost l on l.channel_id = r.channel_id
      and l.external_id = r.external_id
      and l.since >= r.starts
      and l.since < r.starts + make_interval(hours => $11::int)
  ),
  -- People of both groups, by a merge, belong to none.
  person as materialized (
    select
      id,
      min(starts) as starts,
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
            a.activity_at - p.starts
        ) / 86400
      )::int as day,
      sum(v.amount) as amount,
      bool_or(v.amount > 0) as bought
    from
      activity a
      join person p on p.id = a.profile_id
      cross join lateral (
        select
          case
            when jsonb_typeof(a.fields -> $12::text) = 'number' then least(
              greatest((a.fields ->> $13::text)::numeric, $14::numeric),
              $15::numeric
            )
          end as amount
      ) v
    where
      a.store_id = $16
      and a.type_id = any ($17::int[])
      and a.activity_at >= $18::timestamptz
      and a.activity_at < $19::timestamptz
      and a.activity_at >= p.starts
      and a.activity_at < p.starts + make_interval(days => $20::int)
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
