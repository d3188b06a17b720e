-- writeEntries
with
  met as materialized (
    select
      s.*,
      newest.id as newest_id,
      newest.status as before,
      newest.runs,
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
      unnest($3::bigint[], $4::int[], $5::text[], $6::text[]) s (profile_id, purpose_id, operation, note)
      cross join lateral (
        select
        from
          consent_purpose
        where
          store_id = $7
          and id = s.purpose_id
        offset
          0
      ) p
      left join lateral (
        select
          e.id,
          e.status,
          e.runs
        from
          consent_entry e
        where
          e.store_id = $8
          and e.profile_id = s.profile_id
          and e.purpose_id = s.purpose_id
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
        runs
      )
    select
      $9,
      profile_id,
      purpose_id,
      operation,
      $10,
      $11::int,
      $12::int,
      nullif(note, ''),
      case
        when $13::int is not null then array[$14::int]
      end
    from
      met
    where
      case
        when $15::int is null then operation is distinct from before
        or runs is not null
        when operation = 'withdrawn' then before is distinct from 'withdrawn'
        else before is null
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
      runs = (e.runs || $16::int) [greatest(1, cardinality(e.runs) + 2 - 60):]
    from
      met
    where
      $17::int is not null
      and e.store_id = $18
      and e.id = met.newest_id
      and met.before = met.operation
      and e.runs is not null
      and not $19::int = any (e.runs)
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
