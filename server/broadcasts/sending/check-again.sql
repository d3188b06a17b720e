-- pickRecipients
with
  picked as materialized (
    select
      position,
      arm,
      profile_id,
      external_id
    from
      broadcast_recipient
    where
      store_id = $1
      and broadcast_id = $2
      and chunk is null
      and (status, position) >= ('queued', 0)
      and (status, position) <= ('queued', $3::int)
    order by
      status,
      position
    limit
      $4::int
    for update
  ),
  stopping as materialized (
    -- Answered, and not applied yet.
    select
      l.user_id
    from
      inbox i
      cross join lateral (
        select
          user_id
        from
          online_log
        where
          store_id = $5
          and id = i.log_id
        offset
          0
      ) l
    where
      i.store_id = $6
      and i.stops
  )
select
  k.position,
  k.arm,
  q.id as profile_id,
  k.external_id,
  k.profile_id is null
  and q.id is not null as is_new_customer,
  case
    when k.external_id is null
    or q.deleted_at is not null
    or q.id is null
    and own.id is not null then 'erased'
    when q.id is distinct from k.profile_id
    and exists (
      select
      from
        broadcast_recipient o
      where
        o.store_id = $7
        and o.broadcast_id = $8
        and o.profile_id = q.id
        and o.status in ('queued', 'accepted', 'unknown')
    ) then 'merged'
    when q.restricted_at is not null then 'restricted'
    when f.external_id is null
    or f.profile_id is distinct from q.id then 'not_linked'
    when f.status <> 'friend' then 'blocked'
    when c.status = 'withdrawn'
    or (
      s.user_id is not null
      and not coalesce($9::int = any (s.lifted), false)
    )
    or k.external_id = any (
      array(
        select
          user_id
        from
          stopping
      )
    ) then 'withdrawn'
    when c.status is null
    and $10::int is not null
    and $11 then 'unknown_consent'
    when $12::int <= case
      when q.id is null then (
        select
          count(*)
        from
          broadcast_recipient o
        where
          o.store_id = $13
          and o.profile_id is null
          and o.external_id = k.external_id
          and o.status in ('accepted', 'unknown')
          and o.updated_at > clock_timestamp() - make_interval(days => $14::int)
      )
      else (
        select
          count(*)
        from
          broadcast_recipient o
        where
          o.store_id = $15
          and o.profile_id = q.id
          and o.status in ('accepted', 'unknown')
          and o.updated_at > clock_timestamp() - make_interval(days => $16::int)
      )
    end then 'capped'
  end as reason
from
  picked k
  left join lateral (
    select
      f.external_id,
      f.profile_id,
      f.status,
      f.channel_type,
      f.channel_id
    from
      channel_friend f
    where
      f.store_id = $17
      and f.external_id = k.external_id
    offset
      0
  ) f on f.channel_type in ('lineOA', 'lineModule')
  and f.channel_id = $18
  -- Apart: the index of profiles is not searched for an expression. LINE's list may bring a friend whose customer came meanwhile.
  cross join lateral (
    select
      coalesce(
        k.profile_id,
        f.profile_id,
        (
          select
            min(i.profile_id)
          from
            (
              select
                profile_id
              from
                identity
              where
                store_id = $19
                and kind = 'line'
                and value = k.external_id
              offset
                0
            ) i
        )
      ) as id
    offset
      0
  ) own
  left join lateral (
    select
      coalesce(p.merged_into, p.id) as live_id
    from
      profile p
    where
      p.store_id = $20
      and p.id = own.id
    offset
      0
  ) p on true
  left join lateral (
    select
      *
    from
      profile q
    where
      q.store_id = $21
      and q.id = p.live_id
    offset
      0
  ) q on true
  left join lateral (
    select
      s.user_id,
      s.lifted
    from
      line_stop s
    where
      s.store_id = $22
      and s.user_id = k.external_id
    offset
      0
  ) s on true
  left join lateral (
    select
      e.status
    from
      consent_entry e
    where
      e.store_id = $23
      and e.profile_id = q.id
      and e.purpose_id = $24::int
    order by
      e.at desc,
      e.id desc
    limit
      1
  ) c on true
order by
  k.position;
