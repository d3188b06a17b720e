-- takePassedLabels
with
  passed as (
    select
      key::int as label_id,
      value as had
    from
      jsonb_each($1::jsonb)
  ),
  there as materialized (
    select
      x.label_id
    from
      profile_label x
    where
      x.store_id = $2
      and x.profile_id = $3
      and x.source <> 'manual_remove'
      and x.label_id in (
        select
          label_id
        from
          passed
      )
    order by
      x.label_id
    for update
  ),
  gone as (
    delete from profile_label x
    where
      x.store_id = $4
      and x.profile_id = $5
      and x.label_id in (
        select
          p.label_id
        from
          passed p
          join there using (label_id)
        where
          p.had = 'null'
      )
  ),
  as_before as (
    update profile_label x
    set
      source = p.had ->> 'source',
      run_id = (p.had ->> 'run_id')::bigint
    from
      passed p
      join there using (label_id)
    where
      x.store_id = $6
      and x.profile_id = $7
      and x.label_id = p.label_id
      and p.had <> 'null'
  )
select
  label_id
from
  there;
