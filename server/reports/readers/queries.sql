-- readingsOf
with
  every as (
    select
      date_trunc('hour', r.at, 'UTC') as hour,
      r.viewer,
      r.role,
      r.way,
      r.field_ids,
      1 as reads
    from
      sensitive_read r
    where
      r.store_id = $1
      and r.profile_ids @> array[$2::bigint]
    union all
    select
      hour,
      viewer,
      role,
      way,
      field_ids,
      reads
    from
      sensitive_read_hour
    where
      store_id = $3
      and profile_id = $4
    union all
    select
      date_trunc('hour', s.began_at, 'UTC'),
      'sql:' || s.role_name,
      null,
      null,
      s.field_ids,
      1
    from
      sql_session s
      join profile p on p.store_id = s.store_id
      and p.id = $5
    where
      s.store_id = $6
      and cardinality(s.field_ids) > 0
      and s.seen_at >= p.created_at
      and s.began_at <= least(p.deleted_at, p.restricted_at, 'infinity')
  ),
  named as (
    select
      every.*,
      case
        when way = $7 then 'export'
        else split_part(viewer, ':', 1)
      end as kind
    from
      every
    where
      hour >= now() - make_interval(days => $8::int)
  ),
  line as (
    select
      kind,
      min(hour) as first_hour,
      max(hour) as hour,
      viewer,
      max(role) as role,
      way,
      sum(reads)::int as reads,
      string_to_array(
        string_agg(array_to_string(field_ids, ','), ','),
        ','
      ) as fields
    from
      named
    group by
      kind,
      viewer,
      way,
      case
        when kind in ('person', 'export') then hour
      end,
      case
        when kind in ('program', 'sql') then field_ids
      end
  ),
  page as (
    select
      kind,
      first_hour,
      hour,
      viewer,
      role,
      way,
      reads,
      array(
        select distinct
          f::int
        from
          unnest(fields) f
        where
          f <> ''
        order by
          1
      ) as field_ids
    from
      line
    where
      $9::text is null
      or kind = $10
    order by
      hour desc,
      viewer,
      way,
      first_hour,
      fields
    offset
      $11
    limit
      $12
  )
select
  coalesce(
    (
      select
        jsonb_agg(
          to_jsonb(page)
          order by
            hour desc,
            viewer,
            way,
            first_hour,
            field_ids
        )
      from
        page
    ),
    '[]'
  ) as rows,
  jsonb_build_object(
    'person',
    count(*) filter (
      where
        kind = 'person'
    ),
    'program',
    count(*) filter (
      where
        kind = 'program'
    ),
    'export',
    count(*) filter (
      where
        kind = 'export'
    ),
    'sql',
    count(*) filter (
      where
        kind = 'sql'
    )
  ) as kinds
from
  line;
