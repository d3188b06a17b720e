-- countLabels
with
  moved as materialized (
    select
      label_id,
      sum(people)::int as people
    from
      (
        select
          *
        from
          unnest($1::int[], $2::int[]) as given (label_id, people)
        union all
        select
          label_id,
          $3::int * count(*)::int
        from
          profile_label
        where
          store_id = $4
          and profile_id = any ($5::bigint[])
          and source <> 'manual_remove'
        group by
          label_id
      ) each
    group by
      label_id
    having
      sum(people) <> 0
  ),
  held as materialized (
    select
      id
    from
      label
    where
      store_id = $6
      and id in (
        select
          label_id
        from
          moved
      )
    order by
      id
    for no key update
  )
update label
set
  target_count = target_count + moved.people
from
  moved,
  held
where
  label.store_id = $7
  and label.id = held.id
  and moved.label_id = held.id;
