-- revertPassedLabels
with
  passed as (
    select
      key::int as label_id,
      nullif(value, 'null') as had
    from
      jsonb_each($1::jsonb)
  ),
  there as materialized (
    select
      x.label_id,
      x.source,
      p.had
    from
      profile_label x
      join passed p using (label_id)
    where
      x.store_id = $2
      and x.profile_id = $3
      and (x.source = 'manual_remove') = coalesce((p.had ->> 'out')::boolean, false)
    order by
      x.label_id
    for update of
      x
  ),
  gone as (
    delete from profile_label x
    where
      x.store_id = $4
      and x.profile_id = $5
      and x.label_id in (
        select
          label_id
        from
          there
        where
          had ->> 'source' is null
      )
  ),
  as_before as (
    update profile_label x
    set
      source = t.had ->> 'source',
      run_id = (t.had ->> 'run_id')::bigint,
      pinned_by = (t.had ->> 'pinned_by')::int,
      pinned_at = (t.had ->> 'pinned_at')::timestamptz
    from
      there t
    where
      x.store_id = $6
      and x.profile_id = $7
      and x.label_id = t.label_id
      and t.had ->> 'source' is not null
  )
select
  label_id,
  source <> 'manual_remove' as was,
  coalesce(had ->> 'source' <> 'manual_remove', false) as is
from
  there;
