-- removeGivenLabels
select
  id,
  type
from
  label
where
  store_id = $1
  and id in (
    select
      unnest($2::int[])
    union
    select
      label_id
    from
      profile_label
    where
      store_id = $3
      and profile_id = any ($4::bigint[])
      and source <> 'manual_remove'
  )
order by
  id
for no key update;
