-- findExposure
with recursive
  answer as materialized (
    select
      profile_id,
      way,
      field_ids,
      max(hour) as hour
    from
      (
        select
          people.id as profile_id,
          r.way,
          r.field_ids,
          date_trunc('hour', r.at, 'UTC') as hour
        from
          sensitive_read r
          cross join lateral unnest(r.profile_ids) people (id)
        where
          r.store_id = $1
          and r.viewer = $2
          and r.at >= $3::timestamptz
          and r.at < $4::timestamptz
        union all
        select
          profile_id,
          way,
          field_ids,
          hour
        from
          sensitive_read_hour
        where
          store_id = $5
          and viewer = $6
          and profile_id > 0
          and hour >= $7::timestamptz
          and hour < $8::timestamptz
        union all
        select
          people.id as profile_id,
          $9 as way,
          e.field_ids,
          date_trunc('hour', e.at, 'UTC') as hour
        from
          export_people e
          cross join lateral unnest(e.profile_ids) people (id)
        where
          e.store_id = $10
          and e.user_id = $11
          and e.at >= $12::timestamptz
          and e.at < $13::timestamptz
      ) recorded
    group by
      1,
      2,
      3
  ),
  merged (id, survivor) as (
    select
      p.id,
      p.merged_into
    from
      profile p
    where
      p.store_id = $14
      and p.merged_into is not null
      and p.id in (
        select
          profile_id
        from
          answer
      )
    union
    select
      merged.id,
      p.merged_into
    from
      merged
      join profile p on p.store_id = $15
      and p.id = merged.survivor
      and p.merged_into is not null
  ),
  survivor as (
    select
      merged.id,
      merged.survivor
    from
      merged
      join profile p on p.store_id = $16
      and p.id = merged.survivor
      and p.merged_into is null
  ),
  seen as materialized (
    select
      coalesce(s.survivor, a.profile_id) as profile_id,
      a.way,
      a.field_ids,
      max(a.hour) as hour
    from
      answer a
      left join survivor s on s.id = a.profile_id
    group by
      1,
      2,
      3
  ),
  person as materialized (
    select
      profile_id,
      max(hour) as hour
    from
      seen
    group by
      1
  ),
  field as (
    select
      id,
      count(*)::int as people
    from
      (
        select distinct
          s.profile_id,
          f.id
        from
          seen s
          cross join lateral unnest(s.field_ids) f (id)
      ) shown
    group by
      1
  ),
  way as (
    select
      way as
    call,
    count(distinct profile_id)::int as people
    from
      seen
    group by
      1
  ),
  page as (
    select
      profile_id,
      hour
    from
      person
    order by
      hour desc,
      profile_id
    offset
      $17
    limit
      $18
  ),
  page_field as (
    select
      s.profile_id,
      array_agg(
        distinct f.id
        order by
          f.id
      ) as field_ids
    from
      seen s
      join page on page.profile_id = s.profile_id
      cross join lateral unnest(s.field_ids) f (id)
    group by
      1
  ),
  named as (
    select
      page.*,
      coalesce(page_field.field_ids, '{}') as field_ids,
      p.name
    from
      page
      left join page_field on page_field.profile_id = page.profile_id
      left join lateral (
        select
          coalesce(
            nullif(
              btrim(concat_ws(' ', p.first_name, p.last_name)),
              ''
            ),
            nullif(
              btrim(concat_ws(' ', p.first_name_en, p.last_name_en)),
              ''
            ),
            nullif(p.company, ''),
            p.line_display_name,
            ''
          ) as name
        from
          profile p
        where
          p.store_id = $19
          and p.id = page.profile_id
          and p.deleted_at is null
          and p.merged_into is null
      ) p on true
  )
select
  (
    select
      count(*)
    from
      person
  )::int as people,
  (
    select
      coalesce(
        jsonb_agg(
          to_jsonb(field)
          order by
            people desc,
            id
        ),
        '[]'
      )
    from
      field
  ) as fields,
  (
    select
      coalesce(
        jsonb_agg(
          to_jsonb(way)
          order by
            people desc,
          call
        ),
        '[]'
      )
    from
      way
  ) as ways,
  (
    select
      count(*)
    from
      profile p
    where
      p.store_id = $20
      and p.merged_into is null
      and p.created_at < $21::timestamptz
      and coalesce(p.deleted_at, 'infinity') >= $22::timestamptz
      and true
      and not exists (
        select
        from
          person
        where
          person.profile_id = p.id
      )
  )::int as possible,
  (
    select
      coalesce(
        jsonb_agg(
          to_jsonb(named)
          order by
            hour desc,
            profile_id
        ),
        '[]'
      )
    from
      named
  ) as page;
