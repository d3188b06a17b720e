-- recordUndo
insert into
  profile_change (
    store_id,
    source,
    source_id,
    job,
    profile_id,
    changes,
    previous
  )
select
  $1::int,
  $2,
  $3::bigint,
  $4::int,
  r.profile_id,
  r.changes,
  r.previous
from
  (
    select
      f.id as profile_id,
      c.changes,
      c.previous
    from
      pg_temp.undo_fate f
      cross join lateral (
        select
          jsonb_object_agg(d.key, d.change) as changes,
          coalesce(
            jsonb_object_agg(d.key, coalesce(f.sources -> d.key, 'null')) filter (
              where
                d.of_field
            ),
            '{}'
          ) as previous
        from
          (
            select
              v.key,
              jsonb_build_array(coalesce(f.now -> v.key, 'null'), v.value) as change,
              true as of_field
            from
              jsonb_each(f.put) v
            where
              coalesce(f.now -> v.key, 'null') <> v.value
            union all
            select
              'label:' || l.label_id,
              '[true, false]',
              false
            from
              pg_temp.undo_label l
            where
              l.profile_id = f.id
          ) d
      ) c
    where
      not f.removed
      and c.changes is not null
  ) r
order by
  r.profile_id;

-- restoreActivities
with recursive
  mine as materialized (
    select
      o.*
    from
      activity a
      join replaced_activity o on o.store_id = a.store_id
      and o.activity_id = a.id
      and o.run = $1
    where
      a.store_id = $2
      and a.profile_id = any ($3::bigint[])
      and a.run_id = $4
  ),
  heir (activity_id, id, merged_into) as (
    select
      m.activity_id,
      p.id,
      p.merged_into
    from
      mine m
      join profile p on p.store_id = $5
      and p.id = m.profile_id
    union all
    select
      h.activity_id,
      p.id,
      p.merged_into
    from
      heir h
      join profile p on p.store_id = $6
      and p.id = h.merged_into
  ),
  back as (
    update activity a
    set
      profile_id = h.id,
      activity_at = m.activity_at,
      run_id = m.run_id,
      row_no = m.row_no,
      sent_digest = m.sent_digest,
      fields = (
        select
          coalesce(jsonb_object_agg(v.key, v.value), '{}')
        from
          jsonb_each(m.fields) v
          join activity_field f on f.store_id = $7
          and f.id::text = v.key
          and case jsonb_typeof(v.value)
            when 'null' then f.data_type is not null
            when 'number' then f.data_type = 'Number'
            when 'boolean' then f.data_type = 'Boolean'
            else f.data_type = 'String'
            or f.data_type = 'Date'
            and v.value #>> '{}' ~ '^\d{4,}-\d\d-\d\d'
          end
      )
    from
      mine m
      join heir h on h.activity_id = m.activity_id
      and h.merged_into is null
    where
      a.store_id = $8
      and a.id = m.activity_id
    returning
      a.profile_id
  ),
  gone as (
    delete from replaced_activity o using mine m
    where
      o.store_id = $9
      and o.activity_id = m.activity_id
      and o.run = $10
  )
select distinct
  profile_id as id
from
  back;
