-- findImported
with recursive
  met as materialized (
    select
      h.place,
      i.profile_id as first_id,
      i.profile_id as id
    from
      unnest($1::uuid[], $2::bigint[]) with ordinality h (hash, stored, place)
      cross join lateral (
        select
          *
        from
          (
            select
              profile_id
            from
              imported_row
            where
              store_id = $3
              and row_hash = h.hash
              and not held
              and run <> $4
            offset
              0
          ) taken
        union
        select
          *
        from
          (
            select
              id
            from
              profile
            where
              store_id = $5
              and row_hash = h.stored
              and origin_run <> $6
            offset
              0
          ) made
      ) i
  ),
  heir as (
    select
      *
    from
      met
    union
    select
      heir.place,
      heir.first_id,
      p.merged_into
    from
      heir
      cross join lateral (
        select
          merged_into
        from
          profile
        where
          store_id = $7
          and id = heir.id
        offset
          0
      ) p
    where
      p.merged_into is not null
  )
select
  heir.place,
  heir.id
from
  heir
  cross join lateral (
    select
      1
    from
      profile
    where
      store_id = $8
      and id = heir.id
      and num_nulls ("profile"."deleted_at", "profile"."merged_into") = 2
    offset
      0
  ) p
order by
  heir.first_id;
