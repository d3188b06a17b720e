-- listPage
with
  found as materialized (
    (
      select
        "profile"."id",
        row_number() over (
          order by
            "profile"."first_name" collate "th-x-icu" desc nulls last,
            profile.id desc
        ) as "place"
      from
        (
          select
            unnest($1::bigint[]) as id
        ) as "hit"
        cross join lateral (
          select
            *
          from
            "profile"
          where
            "profile"."store_id" = $2
            and "profile"."id" = "hit"."id"
          offset
            0
        ) as "profile"
      where
        "deleted_at" is null
        and "merged_into" is null
    )
  )
select
  count(*) as total,
  coalesce(
    array_agg(
      id
      order by
        place
    ) filter (
      where
        place > $3
        and place <= $4
    ),
    '{}'
  ) as ids
from
  found;
