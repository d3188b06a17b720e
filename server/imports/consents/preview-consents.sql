-- previewEntries
with
  met as materialized (
    select
      s.*,
      coalesce(o.status, newest.status) as before,
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
      unnest($3::bigint[], $4::int[], $5::text[]) s (profile_id, purpose_id, operation)
      left join lateral (
        select
          o.status
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
          e.status
        from
          consent_entry e
        where
          e.store_id = $6
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
      pg_temp.overlay_consent (profile_id, purpose_id, status)
    select
      profile_id,
      purpose_id,
      operation
    from
      met
    where
      case operation
        when 'withdrawn' then before is distinct from 'withdrawn'
        else before is null
        and not stopped
      end
    on conflict (profile_id, purpose_id) do update
    set
      status = excluded.status,
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
