-- putBackUncounted
with
  held as materialized (
    select
      id
    from
      profile
    where
      store_id = $1
      and not num_nulls ("profile"."deleted_at", "profile"."merged_into") = 2
      and id = any ($2::bigint[])
  ),
  lost as materialized (
    select
      l.*
    from
      unnest($3::bigint[], $4::boolean[], $5::bigint[]) as l (id, taken, run_id)
      join held on held.id = l.id
  ),
  dropped as (
    delete from profile_label x using lost
    where
      not lost.taken
      and x.store_id = $6
      and x.label_id = $7
      and x.profile_id = lost.id
      and x.source = 'manual_add'
    returning
      x.profile_id
  ),
  changed as (
    update profile_label x
    set
      run_id = case
        when x.source = 'manual_add' then lost.run_id
        else coalesce(r.run_id, x.run_id)
      end,
      source = case
        when x.source = 'manual_add' then 'manual_remove'
        when coalesce(r.run_id, x.run_id) is null then 'manual_add'
        else 'import'
      end
    from
      held
      left join lost on lost.id = held.id
      and lost.taken
      left join unnest($8::bigint[], $9::bigint[]) as r (id, run_id) on r.id = held.id
    where
      x.store_id = $10
      and x.label_id = $11
      and x.profile_id = held.id
      and (
        lost.id is not null
        and x.source = 'manual_add'
        or r.id is not null
        and x.source = 'manual_remove'
      )
    returning
      x.profile_id,
      x.source <> 'manual_remove' as has
  ),
  moved as (
    select
      profile_id,
      false as has
    from
      dropped
    union all
    select
      *
    from
      changed
  )
insert into
  profile_change (
    store_id,
    source,
    source_id,
    job,
    profile_id,
    changes,
    previous
  )
select
  $12::int,
  $13,
  $14::bigint,
  $15::int,
  r.profile_id,
  r.changes,
  r.previous
from
  (
    select
      profile_id,
      '{}'::jsonb as previous,
      jsonb_build_object(
        'label:' || $16::int,
        jsonb_build_array(not has, has)
      ) as changes
    from
      moved
  ) r
order by
  r.profile_id;
