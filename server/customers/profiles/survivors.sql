-- survivorsOf
with recursive
  chain (id, survivor) as (
    select
      p.id,
      p.merged_into
    from
      unnest($1::bigint[]) asked (id)
      cross join lateral (
        select
          id,
          merged_into
        from
          profile
        where
          store_id = $2
          and id = asked.id
        offset
          0
      ) p
    where
      p.merged_into is not null
    union
    select
      chain.id,
      p.merged_into
    from
      chain
      cross join lateral (
        select
          merged_into
        from
          profile
        where
          store_id = $3
          and id = chain.survivor
        offset
          0
      ) p
    where
      p.merged_into is not null
  )
select
  chain.id,
  chain.survivor
from
  chain
  cross join lateral (
    select
      deleted_at,
      merged_into
    from
      profile
    where
      store_id = $4
      and id = chain.survivor
    offset
      0
  ) p
where
  p.merged_into is null
  and p.deleted_at is null;
