-- indexedValuesStartingWith
select
  coalesce(holder.shown, kept.value) as shown
from
  (
    select
      key,
      hash,
      profile_id,
      value
    from
      profile_value
    where
      store_id = $1
      and field_id = $2
      and key >= left(search_key ($3::text), 60)
      and key < left(search_key ($4::text), 60) || $5
    order by
      key,
      hash
  ) kept
  left join lateral (
    select
      shown
    from
      (
        select
          custom ->> '1000' as shown
        from
          profile
        where
          store_id = $6
          and id = kept.profile_id
          and num_nulls ("profile"."deleted_at", "profile"."merged_into") = 2
        offset
          0
      ) now
    where
      hashtextextended (shown, 0) = kept.hash
  ) holder on true
where
  search_key (coalesce(holder.shown, kept.value)) like search_key ($7) || '%'
  and coalesce(holder.shown, kept.value) is not null
order by
  kept.key,
  kept.hash
limit
  $8;
