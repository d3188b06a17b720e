-- draw
with
  ends as materialized (
    select
      min(id) as low,
      (max(id) - min(id)) / $1 + 1 as blocks
    from
      profile
    where
      store_id = $2
  ),
  lots as materialized (
    select distinct
      low + floor(random() * blocks)::bigint * $3 as low
    from
      ends,
      generate_series(
        1,
        least($4::float8, ceil(blocks * $5::float8 / $6))::int
      )
  ),
  asked as (
    select
      lot,
      (
        select
          exists (
            select
            from
              activity a
            where
              a.store_id = $7
              and a.type_id = $8::int
              and (
                a.activity_at >= $9::timestamptz
                and a.activity_at <= $10::timestamptz
              )
              and a.profile_id = profile.id
          )
        offset
          0
      ) as "is_0",
      (
        select
          (
            exists (
              select
              from
                activity a
              where
                a.store_id = $11
                and a.type_id = $12::int
                and (
                  a.activity_at >= $13::timestamptz
                  and a.activity_at <= $14::timestamptz
                )
                and a.profile_id = profile.id
            )
          ) is not true
        offset
          0
      ) as "is_1",
      (
        select
          (
            ((rule_text ("first_name") like $15) is not true)
            or (
              (
                select
                  coalesce(sum((a.fields ->> $16)::numeric), 0)::double precision
                from
                  activity a
                where
                  a.store_id = $17::int
                  and a.type_id = $18::int
                  and a.activity_at <= $19::timestamptz
                  and a.activity_at > $20::timestamptz - make_interval(days => $21::int)
                  and a.profile_id = profile.id
                  and jsonb_typeof(a.fields -> $22) = 'number'
              ) >= $23::double precision
            )
          )
        offset
          0
      ) as "is_2",
      (
        select
          (
            exists (
              select
              from
                profile_label
              where
                profile_id = profile.id
                and store_id = $24
                and label_id = any ($25::int[])
                and source <> 'manual_remove'
            )
          ) is not true
        offset
          0
      ) as "is_3"
    from
      (
        select
          low as lot
        from
          lots
      ) lots
      cross join lateral (
        select
          "id",
          "deleted_at",
          "merged_into",
          "first_name"
        from
          profile
        where
          store_id = $26
          and id >= lot
          and id < lot + $27
        offset
          0
      ) profile
    where
      deleted_at is null
      and merged_into is null
    offset
      0
  ),
  drawn as (
    select
      count(*) as people,
      count(*) filter (
        where
          "is_0"
      ) as "hits_0",
      count(*) filter (
        where
          "is_1"
      ) as "hits_1",
      count(*) filter (
        where
          "is_2"
      ) as "hits_2",
      count(*) filter (
        where
          "is_3"
      ) as "hits_3",
      count(*) filter (
        where
          "is_0"
          and "is_1"
          and "is_2"
          and "is_3"
      ) as "hits_4"
    from
      asked
    group by
      lot
  )
select
  count(*)::float8 as blocks,
  coalesce(sum(people), 0)::float8 as people,
  coalesce(sum(people * people), 0)::float8 as "peopleSquared",
  array[
    coalesce(sum("hits_0"), 0)::float8,
    coalesce(sum("hits_1"), 0)::float8,
    coalesce(sum("hits_2"), 0)::float8,
    coalesce(sum("hits_3"), 0)::float8,
    coalesce(sum("hits_4"), 0)::float8
  ] as hits,
  array[
    coalesce(sum("hits_0" * "hits_0"), 0)::float8,
    coalesce(sum("hits_1" * "hits_1"), 0)::float8,
    coalesce(sum("hits_2" * "hits_2"), 0)::float8,
    coalesce(sum("hits_3" * "hits_3"), 0)::float8,
    coalesce(sum("hits_4" * "hits_4"), 0)::float8
  ] as squares,
  array[
    coalesce(sum("hits_0" * people), 0)::float8,
    coalesce(sum("hits_1" * people), 0)::float8,
    coalesce(sum("hits_2" * people), 0)::float8,
    coalesce(sum("hits_3" * people), 0)::float8,
    coalesce(sum("hits_4" * people), 0)::float8
  ] as products
from
  drawn;
