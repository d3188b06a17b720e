-- noticeUnusual
with
  span as (
    select
      date_trunc('hour', now(), 'UTC') - make_interval(hours => $1::int) as since
  ),
  value as (
    select
      r.viewer,
      date_trunc('hour', r.at, 'UTC') as hour,
      people.id as profile_id,
      fields.id as field_id
    from
      span,
      sensitive_read r
      cross join lateral unnest(r.profile_ids) people (id)
      cross join lateral unnest(r.field_ids) fields (id)
    where
      r.store_id = $2
      and r.at >= since
      and r.viewer like 'person:%'
    union
    select
      h.viewer,
      h.hour,
      h.profile_id,
      fields.id
    from
      span,
      sensitive_read_hour h
      cross join lateral unnest(h.field_ids) fields (id)
    where
      h.store_id = $3
      and h.hour >= since
      and h.profile_id > 0
      and h.viewer like 'person:%'
  ),
  busy as (
    select
      viewer,
      hour,
      count(*)::int as shown
    from
      value
    group by
      1,
      2
    having
      count(*) >= $4
  ),
  active as (
    select
      h.viewer,
      h.hour,
      sum(cardinality(h.field_ids)) as shown
    from
      span,
      sensitive_read_hour h
    where
      h.store_id = $5
      and h.viewer in (
        select
          viewer
        from
          busy
      )
      and h.hour >= since - interval '30 days'
      and h.hour < since
    group by
      1,
      2
  ),
  habit as (
    select
      viewer,
      greatest(1, round(avg(shown)))::int as shown
    from
      active
    group by
      1
    having
      count(*) >= $6
  )
insert into
  unusual_reading (store_id, user_id, hour, shown, habit)
select
  $7,
  split_part(busy.viewer, ':', 2)::int,
  busy.hour,
  busy.shown,
  habit.shown
from
  busy
  left join habit on habit.viewer = busy.viewer
where
  busy.shown >= $8
  or busy.shown >= $9 * habit.shown
on conflict do nothing
returning
  user_id,
  shown,
  habit;
