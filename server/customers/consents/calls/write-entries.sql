-- writeEntries
with
  met as materialized (
    select
      s.*,
      newest.id as newest_id,
      newest.status as before,
      newest.runs,
      newest.version as before_version,
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
          jsonb_to_recordset($5::jsonb) o (
            profile_id bigint,
            purpose_id int,
            operation text,
            note text,
            evidence jsonb,
            guardian boolean,
            answered_on date
          )
      ) s
      cross join lateral (
        select
        from
          consent_purpose
        where
          store_id = $6
          and id = s.purpose_id
        offset
          0
      ) p
      left join lateral (
        select
          e.id,
          e.status,
          e.runs,
          e.version
        from
          consent_entry e
        where
          e.store_id = $7
          and e.profile_id = s.profile_id
          and e.purpose_id = s.purpose_id
          and e.guardian = s.guardian
        order by
          e.at desc,
          e.id desc
        limit
          1
      ) newest on true
  ),
  written as (
    insert into
      consent_entry (
        store_id,
        profile_id,
        purpose_id,
        status,
        source,
        created_by,
        credential_id,
        note,
        runs,
        version,
        evidence,
        guardian
      )
    select
      $8,
      profile_id,
      purpose_id,
      operation,
      $9,
      $10::int,
      $11::int,
      nullif(note, ''),
      case
        when $12::int is not null then array[$13::int]
      end,
      version,
      evidence,
      guardian
    from
      met
    where
      case
        when $14::int is null then operation is distinct from before
        or runs is not null
        or (
          met.operation = 'granted'
          and met.before = 'granted'
          and met.before_version < met.version
        )
        when operation = 'withdrawn' then before is distinct from 'withdrawn'
        else (
          before is null
          or (
            met.operation = 'granted'
            and met.before = 'granted'
            and met.before_version < met.version
          )
        )
        and not stopped
      end
    order by
      profile_id,
      purpose_id
    returning
      profile_id,
      purpose_id
  ),
  repeated as (
    update consent_entry e
    set
      runs = (e.runs || $15::int) [greatest(1, cardinality(e.runs) + 2 - 60):]
    from
      met
    where
      $16::int is not null
      and e.store_id = $17
      and e.id = met.newest_id
      and met.before = met.operation
      and not (
        met.operation = 'granted'
        and met.before = 'granted'
        and met.before_version < met.version
      )
      and e.runs is not null
      and not $18::int = any (e.runs)
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
