-- guard
select
  m.profile_id,
  case
    when f.external_id is null then 'not_linked'
    when f.status <> 'friend' then 'blocked'
    when consent.standing = 'withdrawn'
    or (
      s.user_id is not null
      and not coalesce($1::int = any (s.lifted), false)
    )
    or false then 'withdrawn'
    when consent.standing = 'under_age' then 'under_age'
    when consent.standing = 'unknown'
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
        and o.broadcast_id <> all (
          array(
            select
              id
            from
              broadcast
            where
              store_id = $7
              and incident_id is not null
          )
        )
    ) then 'capped'
  end as reason
from
  unnest($8::bigint[], $9::timestamptz[]) m (profile_id, at)
  left join lateral (
    select
      external_id,
      status
    from
      channel_friend
    where
      store_id = $10
      and profile_id = m.profile_id
      and channel_type in ('lineOA', 'lineModule')
      and channel_id = $11::int
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
      s.store_id = $12
      and s.user_id = f.external_id
    offset
      0
  ) s on true
  left join lateral (
    select
      p.birth_date
    from
      profile p
    where
      p.store_id = $13
      and p.id = m.profile_id
    offset
      0
  ) p on true
  cross join lateral (
    select
      case
        when w.own = 'withdrawn'
        or (
          w.guardian = 'withdrawn'
          and w.cutoff is not null
          and (p.birth_date <= w.cutoff) is not true
        ) then 'withdrawn'
        when p.birth_date > w.cutoff
        and w.guardian is distinct from 'granted' then 'under_age'
        when w.own = 'granted'
        or (
          w.guardian = 'granted'
          and w.cutoff is not null
          and (p.birth_date <= w.cutoff) is not true
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
                      wording.store_id = $14
                      and wording.purpose_id = $15::int
                      and wording.restarts
                      and wording.since <= m.at
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
                      wording.store_id = $16
                      and wording.purpose_id = $17::int
                      and not $18 = any (wording.channels)
                  )
                ) then 'granted'
              end
            from
              consent_entry ledger_entry
            where
              ledger_entry.store_id = $19
              and ledger_entry.profile_id = m.profile_id
              and ledger_entry.purpose_id = $20::int
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
                        wording.store_id = $21
                        and wording.purpose_id = $22::int
                        and wording.restarts
                        and wording.since <= m.at
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
                        wording.store_id = $23
                        and wording.purpose_id = $24::int
                        and not $25 = any (wording.channels)
                    )
                  ) then 'granted'
                end
              from
                consent_entry ledger_entry
              where
                ledger_entry.store_id = $26
                and ledger_entry.profile_id = m.profile_id
                and ledger_entry.purpose_id = $27::int
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
                    (m.at at time zone s.time_zone)::date - make_interval(months => 240)
                  )::date
                from
                  privacy_setting g
                  join store s on s.store_id = g.store_id
                where
                  g.store_id = $28
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
  ) consent;
