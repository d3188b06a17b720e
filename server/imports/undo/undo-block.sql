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
