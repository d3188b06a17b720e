-- draw
with
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
              a.store_id = $1
              and a.type_id = $2::int
              and (
                a.activity_at >= $3::timestamptz
                and a.activity_at <= $4::timestamptz
              )
              and a.profile_id = profile.id
            offset
              0
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
                a.store_id = $5
                and a.type_id = $6::int
                and (
                  a.activity_at >= $7::timestamptz
                  and a.activity_at <= $8::timestamptz
                )
                and a.profile_id = profile.id
              offset
                0
            )
          ) is not true
        offset
          0
      ) as "is_1",
      (
        select
          (
            (
              (
                (
                  "first_name" like $9
                  and (
                    "first_name" like $10
                    or rule_text ("first_name") like $11
                  )
                )
              ) is not true
            )
            or (
              (
                select
                  coalesce(sum((a.fields ->> $12)::numeric), 0)::double precision
                from
                  activity a
                where
                  a.store_id = $13::int
                  and a.type_id = $14::int
                  and a.activity_at <= $15::timestamptz
                  and a.activity_at >= ($16::date - $17::int)::timestamp at time zone $18::text
                  and a.profile_id = profile.id
                  and jsonb_typeof(a.fields -> $19) = 'number'
              ) >= $20::double precision
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
                and store_id = $21
                and label_id = any ($22::int[])
                and source <> 'manual_remove'
              offset
                0
            )
          ) is not true
        offset
          0
      ) as "is_3"
    from
      (
        with
          ends as materialized (
            select
              min(id) as low,
              (max(id) - min(id)) / $23 + 1 as blocks
            from
              profile
            where
              store_id = $24
          ),
          lots as materialized (
            select distinct
              low + floor(random() * blocks)::bigint * $25 as lot
            from
              ends,
              generate_series(
                1,
                least($26::float8, ceil(blocks * $27::float8 / $28))::int
              )
          )
        select
          lots.lot,
          drawn.*
        from
          lots
          cross join lateral (
            select
              "id",
              "deleted_at",
              "merged_into",
              "first_name"
            from
              profile
            where
              store_id = $29
              and id >= lots.lot
              and id < lots.lot + $30
            offset
              0
          ) drawn
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
