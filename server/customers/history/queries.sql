-- journalOf
select
  id,
  profile_id,
  at,
  source,
  source_id,
  run,
  row_no,
  made,
  first,
  changes
from
  (
    select
      'c' || c.id as id,
      c.profile_id,
      c.at,
      c.source,
      c.source_id,
      case
        when j.kind = $1 then c.source_id
      end as run,
      null::int as row_no,
      c.source in ('user', 'api_key', 'line', 'facebook')
      and c.at = p.created_at as made,
      false as first,
      c.changes,
      c.id as place
    from
      profile_change c
      join profile p on p.store_id = c.store_id
      and p.id = c.profile_id
      left join job j on j.store_id = c.store_id
      and j.id = c.job
    where
      c.store_id = $2
      and c.profile_id = any ($3::bigint[])
    union all
    select
      'r' || r.run || '-' || r.record_no,
      r.profile_id,
      coalesce(
        r.at,
        run.finished_at,
        run.started_at,
        run.created_at
      ),
      'run',
      null,
      r.run,
      r.record_no,
      false,
      r.first,
      r.changes,
      r.record_no
    from
      (
        select
          x.store_id,
          x.profile_id,
          x.run,
          x.record_no,
          x.changes,
          x.at,
          p.origin_run is distinct from x.run
          and x.record_no = min(x.record_no) over (
            partition by
              x.run,
              x.profile_id
          ) as first
        from
          run_record x
          join profile p on p.store_id = x.store_id
          and p.id = x.profile_id
        where
          x.store_id = $4
          and x.profile_id = any ($5::bigint[])
          and x.changes is not null
      ) r
      join run on run.store_id = r.store_id
      and run.id = r.run
    where
      run.kind <> 'dry'
      and (
        r.changes <> '{}'
        or r.first
        and exists (
          select
          from
            profile_label l
          where
            l.store_id = r.store_id
            and l.profile_id = r.profile_id
            and l.run_id = r.run
            and l.source in ('import', 'manual_remove')
        )
      )
    union all
    select
      'r' || p.origin_run || '-' || p.origin_row,
      p.id,
      p.created_at,
      'run',
      null,
      p.origin_run,
      p.origin_row,
      true,
      true,
      '{}',
      0
    from
      profile p
      join run on run.store_id = p.store_id
      and run.id = p.origin_run
    where
      p.store_id = $6
      and p.id = any ($7::bigint[])
    union all
    select
      'm' || v.id,
      v.profile_id,
      v.at,
      'system',
      null,
      null,
      null,
      false,
      false,
      jsonb_build_object(
        'menu',
        jsonb_build_array(v.from_menu_id, v.to_menu_id),
        'menu_label',
        jsonb_build_array(null, v.label_id)
      ),
      v.id
    from
      rich_menu_move v
    where
      v.store_id = $8
      and v.profile_id = any ($9::bigint[])
      and coalesce(v.label_id <> all ($10::int[]), true)
      and not exists (
        select
        from
          rich_menu m
        where
          m.store_id = v.store_id
          and m.id in (v.from_menu_id, v.to_menu_id)
          and m.label_ids && $11::int[]
      )
  ) j
where
  true
order by
  at desc,
  made,
  run desc nulls first,
  place desc
offset
  $12
limit
  $13;

-- rowsByRun
with
  mentioned as (
    select
      origin_run as run,
      origin_row as row_no,
      true as made
    from
      profile
    where
      store_id = $1
      and id = any ($2::bigint[])
      and origin_run is not null
    union all
    select
      run,
      record_no,
      false
    from
      run_record
    where
      store_id = $3
      and profile_id = any ($4::bigint[])
      and changes is not null
  )
select
  d.id as datasource_id,
  d.name,
  d.deleted_at is not null as deleted,
  run.run_id,
  coalesce(file.name, d.name) as file_name,
  (
    array_agg(
      m.row_no
      order by
        m.row_no
    )
  ) [1:$5::int] as rows,
  count(*) as row_total,
  bool_or(m.made) as created,
  coalesce(run.finished_at, run.started_at, run.created_at) as at,
  run.undone_at
from
  mentioned m
  join run on run.store_id = $6
  and run.id = m.run
  and run.kind <> 'dry'
  join data_source d on d.store_id = run.store_id
  and d.id = run.data_source_id
  left join file on file.store_id = run.store_id
  and file.id = run.file_id
group by
  d.store_id,
  d.id,
  run.store_id,
  run.id,
  file.store_id,
  file.id
order by
  at desc,
  run.id desc;
