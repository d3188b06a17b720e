-- recordActs
with
  given as materialized (
    select
      *
    from
      unnest(
        $1::bigint[],
        $2::timestamptz[],
        $3::text[],
        $4::int[],
        $5::text[],
        $6::text[],
        $7::int[],
        $8::int[],
        $9::bigint[],
        $10::jsonb[],
        $11::int[],
        $12::timestamptz[],
        $13::text[],
        $14::text[]
      ) g (
        run_id,
        at,
        kind,
        act_step,
        outcome,
        reason,
        broadcast_id,
        position,
        made_id,
        change,
        next_step,
        due_at,
        waits_for,
        ended
      )
  ),
  run as (
    update automation_run r
    set
      step = g.next_step,
      due_at = g.due_at,
      waits_for = g.waits_for,
      ended_at = case
        when g.ended is not null then g.at
      end,
      end_reason = g.ended,
      messages = r.messages + (
        g.kind = 'message'
        and g.outcome = 'done'
      )::int,
      acts = r.acts + 1 + (
        g.ended is not null
        and g.kind <> 'ended'
      )::int
    from
      given g
    where
      r.store_id = $15
      and r.id = g.run_id
    returning
      g.*,
      r.profile_id,
      r.acts
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
    step,
    outcome,
    reason,
    broadcast_id,
    position,
    made_id,
    change
  )
select
  $16::int,
  run_id,
  acts - (
    ended is not null
    and kind <> 'ended'
  )::int,
  $17::int,
  profile_id,
  at,
  kind,
  act_step,
  outcome,
  reason,
  broadcast_id,
  position,
  made_id,
  change
from
  run
union all
select
  $18::int,
  run_id,
  acts,
  $19::int,
  profile_id,
  at,
  'ended',
  null,
  ended,
  null,
  null,
  null,
  null,
  null
from
  run
where
  ended is not null
  and kind <> 'ended';
