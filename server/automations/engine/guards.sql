-- guard
select
  m.profile_id,
  case
    when f.external_id is null then 'not_linked'
    when f.status <> 'friend' then 'blocked'
    when c.status = 'withdrawn'
    or (
      s.user_id is not null
      and not coalesce($1::int = any (s.lifted), false)
    ) then 'withdrawn'
    when c.status is null
    and $2::int is not null
    and $3 then 'unknown_consent'
    when $4::int <= (
      select
        count(*)
      from
        broadcast_recipient o
      where
        o.store_id = $5
        and o.profile_id = m.profile_id
        and o.status in ('accepted', 'unknown', 'queued')
        and o.updated_at > m.at - make_interval(days => $6::int)
    ) then 'capped'
  end as reason
from
  unnest($7::bigint[], $8::timestamptz[]) m (profile_id, at)
  left join lateral (
    select
      external_id,
      status
    from
      channel_friend
    where
      store_id = $9
      and profile_id = m.profile_id
      and channel_type in ('lineOA', 'lineModule')
      and channel_id = $10::int
    order by
      status desc,
      since desc,
      external_id
    limit
      1
  ) f on true
  left join lateral (
    select
      s.user_id,
      s.lifted
    from
      line_stop s
    where
      s.store_id = $11
      and s.user_id = f.external_id
    offset
      0
  ) s on true
  left join lateral (
    select
      e.status
    from
      consent_entry e
    where
      e.store_id = $12
      and e.profile_id = m.profile_id
      and e.purpose_id = $13::int
    order by
      e.at desc,
      e.id desc
    limit
      1
  ) c on true;
