-- countPersonClick
insert into
  broadcast_person_click as c (store_id, broadcast_id, place, profile_id)
select
  $1,
  $2,
  $3,
  p.id
from
  broadcast_recipient r
  join broadcast b on b.store_id = r.store_id
  and b.id = r.broadcast_id
  and b.link_tracking = 'people'
  join broadcast_setting s on s.store_id = r.store_id
  and b.purpose_id = any (s.click_purpose_ids)
  join profile sent on sent.store_id = r.store_id
  and sent.id = r.profile_id
  join profile p on p.store_id = r.store_id
  and p.id = coalesce(sent.merged_into, sent.id)
  and p.deleted_at is null
  and p.restricted_at is null
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
                      wording.store_id = $4
                      and wording.purpose_id = b.purpose_id
                      and wording.restarts
                  ),
                  1
                ) then 'granted'
              end
            from
              consent_entry ledger_entry
            where
              ledger_entry.store_id = $5
              and ledger_entry.profile_id = p.id
              and ledger_entry.purpose_id = b.purpose_id
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
                        wording.store_id = $6
                        and wording.purpose_id = b.purpose_id
                        and wording.restarts
                    ),
                    1
                  ) then 'granted'
                end
              from
                consent_entry ledger_entry
              where
                ledger_entry.store_id = $7
                and ledger_entry.profile_id = p.id
                and ledger_entry.purpose_id = b.purpose_id
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
                  g.store_id = $8
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
where
  r.store_id = $9
  and r.broadcast_id = $10
  and r.position = $11
  and consent.standing not in ('withdrawn', 'under_age')
on conflict (store_id, broadcast_id, place, profile_id) do update
set
  clicks = c.clicks + 1,
  clicked_at = clock_timestamp(),
  earlier_at = (c.earlier_at || c.clicked_at) [greatest(1, cardinality(c.earlier_at) - 48):];
