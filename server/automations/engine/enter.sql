-- enter
with
  candidate as materialized (
    select
      *
    from
      unnest(
        $1::bigint[],
        $2::timestamptz[],
        $3::timestamptz[],
        $4::text[],
        $5::jsonb[]
      ) c (profile_id, at, due_at, cause, detail)
  ),
  -- Locked against an erasure, which leaves no run behind.
  live as materialized (
    select
      id
    from
      profile
    where
      store_id = $6
      and id = any (
        array(
          select
            profile_id
          from
            candidate
        )
      )
      and deleted_at is null
      and merged_into is null
      and restricted_at is null
    order by
      id
    for key share
  ),
  able as (
    select distinct
      on (c.profile_id) c.*
    from
      candidate c
    where
      c.profile_id in (
        select
          id
        from
          live
      )
      and not exists (
        select
        from
          automation_run r
        where
          r.store_id = $7
          and r.automation_id = $8
          and r.profile_id = c.profile_id
          and (
            r.ended_at is null
            or r.cause = c.cause
            or r.entered_at > c.at - make_interval(days => $9::int)
          )
      )
      and not exists (
        select
        from
          automation_run o
          join automation_version v on v.store_id = o.store_id
          and v.automation_id = o.automation_id
          and v.version = o.version
        where
          o.store_id = $10
          and o.profile_id = c.profile_id
          and o.ended_at is null
          and o.automation_id <> $11
          and v.definition ->> 'group' = $12
      )
    order by
      c.profile_id,
      c.at,
      c.cause
  ),
  entered as (
    insert into
      automation_run (
        store_id,
        automation_id,
        version,
        profile_id,
        entered_at,
        cause,
        detail,
        step,
        due_at,
        held_out,
        acts
      )
    select
      $13,
      $14,
      $15,
      profile_id,
      at,
      cause,
      detail,
      $16,
      due_at,
      (
        (
          hashint8extended (profile_id, $17::bigint) & $18::int
        ) < $19::int
      ),
      1
    from
      able
    order by
      at,
      profile_id
    on conflict do nothing
    returning
      id,
      profile_id,
      entered_at,
      cause
  )
insert into
  automation_act (
    store_id,
    run_id,
    nth,
    automation_id,
    profile_id,
    at,
    kind,
    outcome
  )
select
  $20,
  id,
  1,
  $21,
  profile_id,
  entered_at,
  'entered',
  cause
from
  entered
returning
  run_id,
  profile_id;
