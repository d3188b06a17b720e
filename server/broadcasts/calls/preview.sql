-- measure
with
  reached as materialized (
    select
      profile_id
    from
      (
        (
          select
            1::bigint as profile_id,
            null as reason
        )
      ) a
    where
      reason is null
    order by
      profile_id
    limit
      $1
  ),
  read as materialized (
    select
      profile.id,
      array[
        ("profile"."first_name")::text,
        ((profile.custom ->> '1001'))::text
      ]::text[] as cells
    from
      reached r
      join profile on profile.store_id = $2
      and profile.id = r.profile_id
  ),
  measured as materialized (
    select
      id,
      cells,
      (
        select
          count(*)
        from
          unnest(cells) v
        where
          btrim(v) <> ''
      ) as filled,
      (
        select
          coalesce(sum(char_length(v)), 0)
        from
          unnest(cells) v
      ) as letters
    from
      read
  ),
  chosen as (
    (
      select
        1 as place,
        'full' as kind,
        id,
        cells
      from
        measured
      order by
        filled desc,
        letters,
        id
      limit
        1
    )
    union all
    (
      select
        2,
        'long',
        id,
        cells
      from
        measured
      order by
        letters desc,
        id
      limit
        1
    )
    union all
    (
      select
        3,
        'short',
        id,
        cells
      from
        measured
      where
        filled > 0
      order by
        filled desc,
        letters,
        id
      limit
        1
    )
    union all
    (
      select
        4,
        'empty',
        id,
        cells
      from
        measured
      order by
        filled,
        id
      limit
        1
    )
    union all
    (
      select
        5,
        'other',
        id,
        cells
      from
        measured
      order by
        id
      limit
        5
    )
  )
select
  (
    select
      count(*)::int
    from
      reached
  ) as counted,
  (
    select
      count(*)::int
    from
      reached
    where
      profile_id is null
  ) as friends,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'place',
            f.place,
            'empty',
            f.empty,
            'longest',
            f.longest
          )
          order by
            f.place
        ),
        '[]'
      )
    from
      (
        select
          u.place,
          (
            count(*) filter (
              where
                coalesce(btrim(u.v), '') = ''
            )
          )::int as empty,
          coalesce(max(char_length(u.v)), 0) as longest
        from
          measured,
          unnest(cells) with ordinality u (v, place)
        group by
          u.place
      ) f
  ) as fields,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id',
            c.id,
            'kind',
            c.kind,
            'cells',
            c.cells,
            'name',
            (
              select
                coalesce(
                  nullif(btrim(concat_ws(' ', first_name, last_name)), ''),
                  nullif(company, ''),
                  line_display_name,
                  ''
                )
              from
                profile p
              where
                p.store_id = $3
                and p.id = c.id
            )
          )
          order by
            c.place,
            c.id
        ),
        '[]'
      )
    from
      chosen c
  ) as people;
