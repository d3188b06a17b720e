-- findMovers
with
  outside as materialized (
    select
      id,
      deleted_at is not null
      or merged_into is not null as away
    from
      profile
    where
      store_id = $1
      and (
        coalesce(deleted_at, restricted_at) is not null
        or merged_into is not null
      )
  ),
  differ as (
    select
      coalesce(means.id, has.id) as id,
      means.id is not null as joins
    from
      (
        select
          profile_id as id
        from
          profile_label
        where
          store_id = $2
          and label_id = $3::int
          and source <> 'manual_remove'
      ) means
      full join (
        select
          profile_id as id,
          source
        from
          profile_label
        where
          store_id = $4
          and label_id = $5
      ) has on has.id = means.id
    where
      has.id is null
      or (
        means.id is null
        and has.source = 'rule'
      )
  )
  -- People who are away keep what they had, for the day they come back.
select
  differ.id
from
  differ
  left join outside on outside.id = differ.id
where
  case
    when joins then outside.id is null
    else away is not true
  end
union
-- By a key for each: who asked to be left alone and had joined before.
select
  outside.id
from
  outside
where
  not away
  and (
    select
      source
    from
      profile_label x
    where
      x.store_id = $6
      and x.label_id = $7
      and x.profile_id = outside.id
  ) = 'rule'
order by
  id;
