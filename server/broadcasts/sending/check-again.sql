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
    when consent.standing = 'withdrawn'
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
    when consent.standing = 'under_age' then 'under_age'
    when consent.standing = 'unknown'
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
          and o.broadcast_id <> all (
            array(
              select
                id
              from
                broadcast
              where
                store_id = $15
                and incident_id is not null
            )
          )
      )
      else (
        select
          count(*)
        from
          broadcast_recipient o
        where
          o.store_id = $16
          and o.profile_id = q.id
          and o.status in ('accepted', 'unknown')
          and o.updated_at > clock_timestamp() - make_interval(days => $17::int)
          and o.broadcast_id <> all (
            array(
              select
                id
              from
                broadcast
              where
                store_id = $18
                and incident_id is not null
            )
          )
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
      f.store_id = $19
      and f.external_id = k.external_id
    offset
      0
  ) f on f.channel_type in ('lineOA', 'lineModule')
  and f.channel_id = $20
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
                store_id = $21
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
      p.store_id = $22
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
      q.store_id = $23
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
      s.store_id = $24
      and s.user_id = k.external_id
    offset
      0
  ) s on true
  cross join lateral (
    select
      case
        when w.own = 'withdrawn'
        or (
          w.guardian = 'withdrawn'
          and w.cutoff is not null
          and (q.birth_date <= w.cutoff) is not true
        ) then 'withdrawn'
        when q.birth_date > w.cutoff
        and w.guardian is distinct from 'granted' then 'under_age'
        when w.own = 'granted'
        or (
          w.guardian = 'granted'
          and w.cutoff is not null
          and (q.birth_date <= w.cutoff) is not true
        ) then 'granted'
        else 'unknown'
      end as standing
    from
      (
        select
          k.cutoff,
          (
            select
              case
                when ledger_entry.status = 'withdrawn' then 'withdrawn'
                when ledger_entry.version >= coalesce(
                  (
                    select
                      max(wording.version)
                    from
                      consent_wording wording
                    where
                      wording.store_id = $25
                      and wording.purpose_id = $26::int
                      and wording.restarts
                  ),
                  1
                )
                and not ledger_entry.version = any (
                  array(
                    select
                      wording.version
                    from
                      consent_wording wording
                    where
                      wording.store_id = $27
                      and wording.purpose_id = $28::int
                      and not $29 = any (wording.channels)
                  )
                ) then 'granted'
              end
            from
              consent_entry ledger_entry
            where
              ledger_entry.store_id = $30
              and ledger_entry.profile_id = q.id
              and ledger_entry.purpose_id = $31::int
              and not ledger_entry.guardian
            order by
              ledger_entry.at desc,
              ledger_entry.id desc
            limit
              1
          ) as own,
          case
            when k.cutoff is not null then (
              select
                case
                  when ledger_entry.status = 'withdrawn' then 'withdrawn'
                  when ledger_entry.version >= coalesce(
                    (
                      select
                        max(wording.version)
                      from
                        consent_wording wording
                      where
                        wording.store_id = $32
                        and wording.purpose_id = $33::int
                        and wording.restarts
                    ),
                    1
                  )
                  and not ledger_entry.version = any (
                    array(
                      select
                        wording.version
                      from
                        consent_wording wording
                      where
                        wording.store_id = $34
                        and wording.purpose_id = $35::int
                        and not $36 = any (wording.channels)
                    )
                  ) then 'granted'
                end
              from
                consent_entry ledger_entry
              where
                ledger_entry.store_id = $37
                and ledger_entry.profile_id = q.id
                and ledger_entry.purpose_id = $38::int
                and ledger_entry.guardian
              order by
                ledger_entry.at desc,
                ledger_entry.id desc
              limit
                1
            )
          end as guardian
        from
          (
            select
              (
                select
                  (
                    (now() at time zone s.time_zone)::date - make_interval(months => 240)
                  )::date
                from
                  privacy_setting g
                  join store s on s.store_id = g.store_id
                where
                  g.store_id = $39
                  and g.age_gate
              ) as cutoff
            offset
              0
          ) k
        offset
          0
      ) w
    offset
      0
  ) consent
order by
  k.position;
