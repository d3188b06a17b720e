-- manyGroups
with
  measured as (
    select
      id,
      starts,
      ends
    from
      jsonb_to_recordset($1::jsonb) as w (id int, starts timestamptz, ends timestamptz)
  ),
  -- People of both groups, by a merge, belong to none.
  person as materialized (
    select
      r.broadcast_id,
      live.id,
      bool_or(r.held_out) as held_out
    from
      broadcast_recipient r
      join profile p on p.store_id = $2
      and p.id = r.profile_id
      join profile live on live.store_id = $3
      and live.id = coalesce(p.merged_into, p.id)
      and live.deleted_at is null
    where
      r.store_id = $4
      and r.broadcast_id = any ($5::int[])
      and (
        r.held_out is not null
        and (
          r.status = 'skipped'
          and r.reason in ('over_quota', 'canceled')
        ) is not true
      )
    group by
      r.broadcast_id,
      live.id
    having
      bool_or(r.held_out) = bool_and(r.held_out)
  ),
  bought as materialized (
    select
      a.profile_id as id,
      a.activity_at,
      v.amount
    from
      jsonb_to_recordset($6::jsonb) as s (starts timestamptz, ends timestamptz)
      cross join lateral (
        select
          profile_id,
          activity_at,
          fields
        from
          activity
        where
          store_id = $7
          and type_id = any ($8::int[])
          and activity_at >= s.starts
          and activity_at < s.ends
        offset
          0
      ) a
      cross join lateral (
        select
          case
            when jsonb_typeof(a.fields -> $9::text) = 'number' then least(
              greatest((a.fields ->> $10::text)::numeric, $11::numeric),
              $12::numeric
            )
          end as amount
      ) v
    where
      v.amount is not null
  ),
  spent as (
    select
      w.id as broadcast_id,
      p.held_out,
      sum(b.amount) as amount,
      bool_or(b.amount > 0) as bought
    from
      bought b
      join person p on p.id = b.id
      join measured w on w.id = p.broadcast_id
      and b.activity_at >= w.starts
      and b.activity_at < w.ends
    group by
      w.id,
      p.held_out,
      p.id
  ),
  sums as (
    select
      broadcast_id,
      held_out,
      count(*) filter (
        where
          bought
      ) as buyers,
      sum(amount) as s1,
      sum(amount * amount) as s2,
      sum(amount * amount * amount) as s3
    from
      spent
    group by
      1,
      2
  )
select
  g.broadcast_id,
  g.held_out as is_held_out,
  g.n::int as people,
  coalesce(s.buyers, 0)::int as buyers,
  coalesce(s1 / n, 0)::double precision as mean,
  coalesce((s2 - s1 * s1 / n) / nullif(n - 1, 0), 0)::double precision as variance,
  coalesce(
    s3 / n - 3 * s1 * s2 / n / n + 2 * s1 * s1 * s1 / n / n / n,
    0
  )::double precision as third
from
  (
    select
      broadcast_id,
      held_out,
      count(*)::numeric as n
    from
      person
    group by
      1,
      2
  ) g
  left join sums s on s.broadcast_id = g.broadcast_id
  and s.held_out = g.held_out;
