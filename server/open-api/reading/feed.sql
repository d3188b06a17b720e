-- feedChangesOf
select
  id,
  at,
  merged_into,
  live
from
  (
    (
      select
        p.id,
        p.updated_at as at,
        null::bigint as merged_into,
        p.restricted_at is null as live
      from
        profile p
      where
        p.store_id = $1
        and p.deleted_at is null
        and p.merged_into is null
        and (p.updated_at, p.id) > ($2::timestamptz, $3::bigint)
        and p.updated_at < $4::timestamptz
      order by
        p.updated_at,
        p.id
      limit
        $5
    )
    union all
    (
      select
        p.id,
        p.updated_at,
        p.merged_into,
        false
      from
        profile p
      where
        p.store_id = $6
        and (
          p.deleted_at is not null
          or p.merged_into is not null
        ) is true
        and (p.updated_at, p.id) > ($7::timestamptz, $8::bigint)
        and p.updated_at < $9::timestamptz
      order by
        p.updated_at,
        p.id
      limit
        $10
    )
    union all
    (
      select
        t.profile_id,
        t.at,
        p.merged_into,
        p.id is not null
        and num_nulls (
          "p"."deleted_at",
          "p"."merged_into",
          "p"."restricted_at"
        ) = 3
      from
        profile_touch t
        left join profile p on p.store_id = t.store_id
        and p.id = t.profile_id
      where
        t.store_id = $11
        and (t.at, t.profile_id) > ($12::timestamptz, $13::bigint)
        and t.at < $14::timestamptz
      order by
        t.at,
        t.profile_id
      limit
        $15
    )
  ) c
order by
  at,
  id
limit
  $16;
