-- exposureSources
select
  *
from
  (
    select
      'person' as kind,
      u.id,
      btrim(u.first_name || ' ' || u.last_name) as name,
      m.removed_at as at
    from
      store_member m
      join users u on u.id = m.user_id
    where
      m.store_id = $1
      and coalesce(m.removed_at, 'infinity') >= now() - make_interval(years => $2::int)
    union all
    select
      'program',
      id,
      name,
      revoked_at
    from
      credential
    where
      store_id = $3
      and coalesce(revoked_at, 'infinity') >= now() - make_interval(years => $4::int)
    union all
    (
      select
        'export',
        file.id,
        max(file.name),
        max(file.at)
      from
        (
          select
            export_id as id,
            '' as name,
            at
          from
            export_people
          where
            store_id = $5
            and part = 0
          union all
          select
            j.id,
            coalesce(e.file_name, ''),
            j.created_at
          from
            job j
            left join export e on e.store_id = j.store_id
            and e.id = j.id
          where
            j.store_id = $6
            and j.kind = 'export'
            and j.status = 'completed'
            and j.request ->> 'type' in (
              'profile',
              'activity',
              'preview_history',
              'broadcast_recipient',
              'online_log'
            )
        ) file
      group by
        file.id
      order by
        max(file.at) desc,
        file.id desc
      limit
        $7
    )
    union all
    select
      'sql',
      1,
      '',
      null
    where
      exists (
        select
        from
          sql_session
        where
          store_id = $8
      )
      or exists (
        select
        from
          sql_login
        where
          store_id = $9
      )
  ) source
order by
  array_position(array['person', 'program', 'export', 'sql'], kind),
  at desc nulls first,
  name,
  id;
