-- moveCounts
with
  wanted as (
    select
      metric,
      sum(n)::bigint as n
    from
      jsonb_to_recordset($1::jsonb) as c (metric text, n int)
    group by
      1
  ),
  held as (
    select
      h.hour,
      h.metric,
      h.value,
      w.n,
      sum(h.value) over (
        partition by
          h.metric
        order by
          h.hour
      ) as reached,
      sum(h.value) over (
        partition by
          h.metric
      ) as there
    from
      hourly_count h
      join wanted w using (metric)
    where
      h.store_id = $2
      and h.channel = $3
      and h.hour between $4::timestamptz and $5::timestamptz
  )
update hourly_count h
set
  value = h.value - least(
    held.value,
    greatest(0, held.n - (held.reached - held.value))
  )
from
  held
where
  h.store_id = $6
  and h.channel = $7
  and h.hour = held.hour
  and h.metric = held.metric
  and held.there >= held.n
returning
  h.metric;
