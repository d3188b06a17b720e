-- previewEntries
with
  met as materialized (
    select
      s.*,
      coalesce(o.status, newest.said) as before,
      coalesce(o.version, newest.version) as before_version,
      exists (
        select
        from
          profile x
          join line_stop t on t.store_id = $1
          and t.user_id = x.line_user_id
        where
          x.store_id = $2
          and x.id = s.profile_id
          and not s.purpose_id = any (t.lifted)
      ) as stopped
    from
      (
        select
          o.*,
          coalesce(
            (
              select
                max(wording.version)
              from
                consent_wording wording
              where
                wording.store_id = $3
                and wording.purpose_id = o.purpose_id
                and wording.since is not null
                and (
                  o.answered_on is null
                  or wording.since < (o.answered_on + 1)::timestamp at time zone(
                    select
                      time_zone
                    from
                      store
                    where
                      store_id = $4
                  )
                )
            ),
            1
          ) as version
        from
          unnest($5::bigint[], $6::int[], $7::text[], $8::date[]) o (profile_id, purpose_id, operation, answered_on)
      ) s
      left join lateral (
        select
          o.status,
          o.version
        from
          pg_temp.overlay_consent o
        where
          o.profile_id = s.profile_id
          and o.purpose_id = s.purpose_id
        offset
          0
      ) o on true
      left join lateral (
        select
          ledger_entry.status as said,
          ledger_entry.version
        from
          consent_entry ledger_entry
        where
          ledger_entry.store_id = $9
          and ledger_entry.profile_id = s.profile_id
          and ledger_entry.purpose_id = s.purpose_id
          and not ledger_entry.guardian
        order by
          ledger_entry.at desc,
          ledger_entry.id desc
        limit
          1
      ) newest on true
  ),
  written as (
    insert into
      pg_temp.overlay_consent (profile_id, purpose_id, status, version)
    select
      profile_id,
      purpose_id,
      operation,
      version
    from
      met
    where
      case operation
        when 'withdrawn' then before is distinct from 'withdrawn'
        else (
          before is null
          or (
            before = 'granted'
            and before_version < version
          )
        )
        and not stopped
      end
    on conflict (profile_id, purpose_id) do update
    set
      status = excluded.status,
      version = excluded.version,
      place = default
    returning
      profile_id,
      purpose_id
  )
select
  m.profile_id,
  m.purpose_id,
  m.operation,
  m.before,
  m.stopped,
  w.profile_id is not null as written
from
  met m
  left join written w on w.profile_id = m.profile_id
  and w.purpose_id = m.purpose_id;
