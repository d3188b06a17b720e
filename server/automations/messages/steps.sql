-- messageSteps
with
  of_step as materialized (
    select
      id,
      automation_step as step,
      name,
      accepted,
      queued,
      failed,
      unknown,
      skipped
    from
      broadcast
    where
      store_id = $1
      and automation_id = $2
  ),
  link as (
    select
      b.step,
      l.target,
      sum(l.clicks)::int as clicks,
      sum(l.visitors)::int as visitors
    from
      of_step b
      join broadcast_link l on l.store_id = $3
      and l.broadcast_id = b.id
    group by
      1,
      2
  ),
  held_out as (
    select
      b.step,
      count(*)::int as people
    from
      of_step b
      join broadcast_recipient r on r.store_id = $4
      and r.broadcast_id = b.id
      and r.status = 'skipped'
    where
      r.reason = 'held_out'
    group by
      1
  )
select
  b.step,
  (
    array_agg(
      b.name
      order by
        b.id desc
    )
  ) [1] as name,
  sum(b.accepted)::int as accepted,
  sum(b.queued)::int as queued,
  sum(b.failed)::int as failed,
  sum(b.unknown)::int as unknown,
  sum(b.skipped)::int - coalesce(h.people, 0) as skipped,
  coalesce(h.people, 0) as held_out,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'target',
            l.target,
            'clicks',
            l.clicks,
            'visitors',
            l.visitors
          )
          order by
            l.clicks desc,
            l.target
        ),
        '[]'
      )
    from
      link l
    where
      l.step = b.step
  ) as links
from
  of_step b
  left join held_out h on h.step = b.step
group by
  b.step,
  h.people
order by
  min(b.id);
