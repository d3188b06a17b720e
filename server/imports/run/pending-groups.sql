-- groupPendingRows
with
  waiting as materialized (
    select
      record_no,
      error #>> '{people,0,field}' as field,
      error #>> '{people,0,id}' as person,
      error #>> '{name,key}' as key,
      error #>> '{name,who}' as who,
      coalesce(error #>> '{doubts,0}', 'unsure') as doubt,
      not coalesce(error -> 'agrees', '[]') ?| $1::text[] as alone,
      coalesce(error -> 'doubts', '[]') ?| $2::text[]
      and not coalesce(error -> 'doubts', '[]') ?| $3::text[] as decided,
      concat(
        case
          when error #>> '{doubts,0}' = 'whole_file' then 'whole_file'
          else error ->> 'doubts'
        end,
        error ->> 'agrees'
      ) as pattern
    from
      run_record
    where
      store_id = $4
      and run = $5
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
      alone
      and doubt <> 'whole_file'
    group by
      key,
      field
    having
      count(distinct who) >= $6
    order by
      count(*) desc,
      first
    limit
      $7
  ),
  patterns as materialized (
    select
      w.record_no,
      w.field,
      w.doubt,
      s.first as value,
      not (
        w.alone
        and w.decided
      )
      and (
        min(w.who) over same_person <> max(w.who) over same_person
        or count(*) over same_pattern between 2 and $8
      ) as by_row,
      min(w.record_no) over same_pattern as first
    from
      waiting w
      left join shared s on s.key = w.key
      and s.field = w.field
      and w.alone
      and w.doubt <> 'whole_file'
    window
      same_pattern as (
        partition by
          w.field,
          w.pattern,
          s.first is null
      ),
      same_person as (
        partition by
          w.field,
          w.pattern,
          s.first is null,
          w.person
      )
  )
update run_record r
set
  held_group = case
    when p.value is not null then concat('value:', p.field, ':', p.value)
    when p.by_row then concat('unsure:', p.field, ':0')
    else concat(p.doubt, ':', p.field, ':', p.first)
  end
from
  patterns p
where
  r.store_id = $9
  and r.run = $10
  and r.record_no = p.record_no;

-- pendingGroups
select
  g.held_group as "group",
  g.parts[1] as doubt,
  g.parts[2]::int as field_id,
  case
    when g.parts[3] is null
    and g.parts[1] not in ('value', 'unsure') then jsonb_build_array(g.parts[1])
    when g.has_pattern then coalesce(f.error -> 'doubts', '[]')
    else '[]'
  end as differs,
  case
    when g.has_pattern then coalesce(f.error -> 'agrees', '[]')
    else '[]'
  end as agrees,
  coalesce(g.parts[3] = '0', false) as one_by_one,
  case
    when g.parts[1] = 'value' then nullif(f.error ->> 'value', '')
  end as value,
  g.rows,
  g.several,
  g.answered
from
  (
    select
      n.*,
      coalesce(n.parts[3] <> '0', false)
      and n.parts[1] <> 'value' as has_pattern
    from
      (
        select
          r.held_group,
          string_to_array(r.held_group, ':') as parts,
          min(r.record_no) as first,
          count(*)::int as rows,
          count(*) filter (
            where
              r.people > 1
          )::int as several,
          count(a.id)::int as answered
        from
          (
            select
              record_no,
              held_group,
              jsonb_array_length(error -> 'people') as people,
              decode(error #>> '{name,key}', 'hex') as key,
              decode(error #>> '{name,who}', 'hex') as who
            from
              run_record
            where
              store_id = $1
              and run = $2
              and held_group is not null
              and error ? 'people'
            offset
              0
          ) r
          left join match_answer a on a.store_id = $3
          and a.answered_at > $4::timestamptz
          and a.key_hash = r.key
          and a.row_hash = r.who
        group by
          r.held_group
      ) n
  ) g
  join run_record f on f.store_id = $5
  and f.run = $6
  and f.record_no = g.first
where
  g.parts[2]::int <> all ($7::int[])
order by
  g.rows desc,
  g.first;
