-- nextRecipients
with
  picked as materialized (
    select
      position,
      profile_id,
      external_id
    from
      broadcast_recipient
    where
      store_id = $1
      and broadcast_id = $2
      and chunk is null
      and (status, position) >= ('queued', 0)
      and (status, position) <= ('queued', 2147483647)
    order by
      status,
      position
    limit
      $3::int
    for update
  )
select
  k.position,
  k.external_id,
  case
    when q.id is null
    or k.external_id is null
    or q.deleted_at is not null then 'erased'
    when q.id <> k.profile_id
    and exists (
      select
      from
        broadcast_recipient o
      where
        o.store_id = $4
        and o.broadcast_id = $5
        and o.profile_id = q.id
        and o.status in ('queued', 'accepted', 'unknown')
    ) then 'merged'
    when q.restricted_at is not null then 'restricted'
    when f.profile_id is distinct from q.id then 'not_linked'
    when f.status <> 'friend' then 'blocked'
    when c.status = 'withdrawn' then 'withdrawn'
    when c.status is null
    and $6::int is not null
    and $7 then 'unknown_consent'
    when $8::int <= (
      select
        count(*)
      from
        broadcast_recipient o
      where
        o.store_id = $9
        and o.profile_id = q.id
        and o.status in ('accepted', 'unknown')
        and o.updated_at > clock_timestamp() - make_interval(days => $10::int)
    ) then 'capped'
  end as reason
from
  picked k
  left join lateral (
    select
      coalesce(p.merged_into, p.id) as live_id
    from
      profile p
    where
      p.store_id = $11
      and p.id = k.profile_id
    offset
      0
  ) p on true
  left join lateral (
    select
      *
    from
      profile q
    where
      q.store_id = $12
      and q.id = p.live_id
    offset
      0
  ) q on true
  left join lateral (
    select
      f.profile_id,
      f.status,
      f.channel_type,
      f.channel_id
    from
      channel_friend f
    where
      f.store_id = $13
      and f.external_id = k.external_id
    offset
      0
  ) f on f.channel_type in ('lineOA', 'lineModule')
  and f.channel_id = $14
  left join lateral (
    select
      e.status
    from
      consent_entry e
    where
      e.store_id = $15
      and e.profile_id = q.id
      and e.purpose_id = $16::int
    order by
      e.at desc,
      e.id desc
    limit
      1
  ) c on true
order by
  k.position;
