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
              (
                select
                  id,
                  activity_at,
                  fields
                from
                  activity
                where
                  store_id = $1
                  and (profile_id, type_id) >= (profile.id, $2::int)
                  and (profile_id, type_id) <= (profile.id, $3::int)
                offset
                  0
              ) a
            where
              (
                a.activity_at >= $4::timestamptz
                and a.activity_at <= $5::timestamptz
              )
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
                (
                  select
                    id,
                    activity_at,
                    fields
                  from
                    activity
                  where
                    store_id = $6
                    and (profile_id, type_id) >= (profile.id, $7::int)
                    and (profile_id, type_id) <= (profile.id, $8::int)
                  offset
                    0
                ) a
              where
                (
                  a.activity_at >= $9::timestamptz
                  and a.activity_at <= $10::timestamptz
                )
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
                  "first_name" like $11
                  and (
                    "first_name" like $12
                    or rule_text ("first_name") like $13
                  )
                )
              ) is not true
            )
            or (
              (
                select
                  coalesce(sum((a.fields ->> $14)::numeric), 0)::double precision
                from
                  (
                    select
                      id,
                      activity_at,
                      fields
                    from
                      activity
                    where
                      store_id = $15::int
                      and (profile_id, type_id) >= (profile.id, $16::int)
                      and (profile_id, type_id) <= (profile.id, $17::int)
                    offset
                      0
                  ) a
                where
                  a.activity_at <= $18::timestamptz
                  and a.activity_at >= ($19::date - $20::int)::timestamp at time zone $21::text
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
              (max(id) - min(id)) / $26 + 1 as blocks
            from
              profile
            where
              store_id = $27
          ),
          lots as materialized (
            select
              lot,
              lot + $28 as up_to
            from
              (
                select distinct
                  low + floor(random() * blocks)::bigint * $29 as lot
                from
                  ends,
                  generate_series(
                    1,
                    least($30::float8, ceil(blocks * $31::float8 / $32))::int
                  )
              ) drawn
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
              store_id = $33
              and id >= lots.lot
              and id < lots.up_to
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
