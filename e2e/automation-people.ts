import type pg from 'pg'

/** Customers at each step of “second cup”, and those who ended by each branch. */
export const positions = { first: 3, second: 5, last: 4, yes: 6, no: 7 }

/** Lets customers be on their way through an automation, as if the engine had brought them there; what is due lies ahead. */
export async function bringOnTheWay(db: pg.Client, storeId: number, automation: number, profiles: readonly number[]) {
  await db.query(
    `with placed as (select id, row_number() over () as n from unnest($3::bigint[]) id),
     runs as (
       insert into automation_run (store_id, automation_id, version, profile_id, entered_at, cause, step, due_at, ended_at, end_reason)
       select $1, $2, 1, id, now() - interval '40 minutes' * n, 'change:' || n,
         case when n <= 3 then 1 when n <= 8 then 3 when n <= 12 then 8 end,
         case when n <= 12 then now() + interval '1 hour' * n end,
         case when n > 12 then now() - interval '1 minute' * n end, case when n > 12 then 'done' end
       from placed where n <= 25 returning id, profile_id, step, entered_at, ended_at)
     insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, step, outcome)
     select $1, r.id, a.nth, $2, r.profile_id, r.entered_at + interval '1 minute' * a.nth, a.kind, a.step, a.outcome
     from runs r join placed p on p.id = r.profile_id cross join lateral (values
       (1, 'entered', null, 'change'), (2, 'wait', 1, 'done'), (3, 'wait', 3, 'done'),
       (4, 'condition', 4, case when p.n between 13 and 18 then 'yes' else 'no' end)) a (nth, kind, step, outcome)
     where a.nth = 1 or (a.nth = 2 and p.n > 3) or p.n > 8`,
    [storeId, automation, profiles],
  )
}
