-- audienceRows
select
  reason,
  count(*)::int as total
from
  (
    with
      friend as (
        select distinct
          on (profile_id) profile_id,
          external_id,
          status
        from
          channel_friend
        where
          store_id = $1
          and channel_type = $2
          and channel_id = $3
          and profile_id is not null
        order by
          profile_id,
          status desc,
          since desc,
          external_id
      ),
      capped as (
        select
          profile_id
        from
          broadcast_recipient
        where
          store_id = $4
          and profile_id is not null
          and status in ('accepted', 'unknown')
          and updated_at > clock_timestamp() - make_interval(days => $5::int)
          and broadcast_id <> all (
            array(
              select
                id
              from
                broadcast
              where
                store_id = $6
                and incident_id is not null
            )
          )
        group by
          profile_id
        having
          count(*) >= $7::int
      )
    select
      p.id as profile_id,
      f.external_id,
      case
        when p.restricted_at is not null then 'restricted'
        when f.profile_id is null then 'not_linked'
        when f.status <> 'friend' then 'blocked'
        when consent.standing = 'withdrawn'
        or (
          s.user_id is not null
          and not coalesce($8::int = any (s.lifted), false)
        ) then 'withdrawn'
        when consent.standing = 'under_age' then 'under_age'
        when consent.standing = 'unknown'
        and $9::int is not null
        and $10 then 'unknown_consent'
        when k.profile_id is not null then 'capped'
      end as reason
    from
      (
        select
          1::bigint as id
      ) m
      join profile p on p.store_id = $11
      and p.id = m.id
      and p.deleted_at is null
      and p.merged_into is null
      left join friend f on f.profile_id = p.id
      left join (
        select distinct
          on (ledger_entry.profile_id) ledger_entry.profile_id,
          case
            when ledger_entry.status = 'withdrawn' then 'withdrawn'
            when ledger_entry.version >= coalesce(
              (
                select
                  max(wording.version)
                from
                  consent_wording wording
                where
                  wording.store_id = $12
                  and wording.purpose_id = $13::int
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
                  wording.store_id = $14
                  and wording.purpose_id = $15::int
                  and not $16 = any (wording.channels)
              )
            ) then 'granted'
          end as word
        from
          consent_entry ledger_entry
        where
          ledger_entry.store_id = $17
          and ledger_entry.purpose_id = $18::int
          and not ledger_entry.guardian
        order by
          ledger_entry.profile_id,
          ledger_entry.at desc,
          ledger_entry.id desc
      ) own_word on own_word.profile_id = p.id
      left join (
        select distinct
          on (ledger_entry.profile_id) ledger_entry.profile_id,
          case
            when ledger_entry.status = 'withdrawn' then 'withdrawn'
            when ledger_entry.version >= coalesce(
              (
                select
                  max(wording.version)
                from
                  consent_wording wording
                where
                  wording.store_id = $19
                  and wording.purpose_id = $20::int
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
                  wording.store_id = $21
                  and wording.purpose_id = $22::int
                  and not $23 = any (wording.channels)
              )
            ) then 'granted'
          end as word
        from
          consent_entry ledger_entry
        where
          ledger_entry.store_id = $24
          and ledger_entry.purpose_id = $25::int
          and ledger_entry.guardian
        order by
          ledger_entry.profile_id,
          ledger_entry.at desc,
          ledger_entry.id desc
      ) guardian_word on guardian_word.profile_id = p.id
      cross join lateral (
        select
          case
            when own_word.word = 'withdrawn'
            or (
              guardian_word.word = 'withdrawn'
              and (
                select
                  (
                    (now() at time zone s.time_zone)::date - make_interval(months => 240)
                  )::date
                from
                  privacy_setting g
                  join store s on s.store_id = g.store_id
                where
                  g.store_id = $26
                  and g.age_gate
              ) is not null
              and (
                p.birth_date <= (
                  select
                    (
                      (now() at time zone s.time_zone)::date - make_interval(months => 240)
                    )::date
                  from
                    privacy_setting g
                    join store s on s.store_id = g.store_id
                  where
                    g.store_id = $27
                    and g.age_gate
                )
              ) is not true
            ) then 'withdrawn'
            when p.birth_date > (
              select
                (
                  (now() at time zone s.time_zone)::date - make_interval(months => 240)
                )::date
              from
                privacy_setting g
                join store s on s.store_id = g.store_id
              where
                g.store_id = $28
                and g.age_gate
            )
            and guardian_word.word is distinct from 'granted' then 'under_age'
            when own_word.word = 'granted'
            or (
              guardian_word.word = 'granted'
              and (
                select
                  (
                    (now() at time zone s.time_zone)::date - make_interval(months => 240)
                  )::date
                from
                  privacy_setting g
                  join store s on s.store_id = g.store_id
                where
                  g.store_id = $29
                  and g.age_gate
              ) is not null
              and (
                p.birth_date <= (
                  select
                    (
                      (now() at time zone s.time_zone)::date - make_interval(months => 240)
                    )::date
                  from
                    privacy_setting g
                    join store s on s.store_id = g.store_id
                  where
                    g.store_id = $30
                    and g.age_gate
                )
              ) is not true
            ) then 'granted'
            else 'unknown'
          end as standing
      ) consent
      left join line_stop s on s.store_id = $31
      and s.user_id = f.external_id
      left join capped k on k.profile_id = p.id
  ) audience
group by
  reason
order by
  total desc,
  reason;
