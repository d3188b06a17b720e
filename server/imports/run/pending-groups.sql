-- groupPendingRows
with
  waiting as materialized (
    select
      record_no,
      error #>> '{people,0,field}' as field,
      error #>> '{name,key}' as key,
      error #>> '{name,who}' as who,
      coalesce(error #>> '{doubts,0}', 'unsure') as doubt
    from
      run_record
    where
      store_id = $1
      and run = $2
      and status = 'conflict'
      and error ->> 'failure' = 'maybe_somebody_else'
      and error ? 'name'
      and error ? 'people'
  ),
  shared as materialized (
    select
      key,
      field,
      min(record_no) as first
    from
      waiting
    where
      doubt <> 'whole_file'
    group by
      key,
      field
    having
      count(distinct who) >= $3
    order by
      count(*) desc,
      first
    limit
      $4
  )
update run_record r
set
  held_group = case
    when s.key is null
    or w.doubt = 'whole_file' then w.doubt || ':' || w.field
    else 'value:' || w.field || ':' || s.first
  end
from
  waiting w
  left join shared s on s.key = w.key
  and s.field = w.field
where
  r.store_id = $5
  and r.run = $6
  and r.record_no = w.record_no;

-- pendingGroups
select
  g.held_group as "group",
  g.parts[1] as doubt,
  g.parts[2]::int as field_id,
  v.value,
  g.rows,
  g.several,
  g.answered
from
  (
    select
      r.held_group,
      string_to_array(r.held_group, ':') as parts,
      min(r.record_no) as first,
      count(*)::int as rows,
      count(*) filter (
        where
          jsonb_array_length(r.error -> 'people') > 1
      )::int as several,
      count(a.id)::int as answered
    from
      run_record r
      left join match_answer a on a.store_id = r.store_id
      and a.answered_at > $1::timestamptz
      and a.key_hash = decode(r.error #>> '{name,key}', 'hex')
      and a.row_hash = decode(r.error #>> '{name,who}', 'hex')
    where
      r.store_id = $2
      and r.run = $3
      and r.held_group is not null
      and r.error ? 'people'
    group by
      r.held_group
  ) g
  left join lateral (
    select
      nullif(error ->> 'value', '') as value
    from
      run_record
    where
      g.parts[1] = 'value'
      and store_id = $4
      and run = $5
      and record_no = g.first
  ) v on true
where
  g.parts[2]::int <> all ($6::int[])
order by
  g.rows desc,
  g.first;
