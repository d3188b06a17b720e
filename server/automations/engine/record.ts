import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'
import type { Due, Version, World } from '../records/world.ts'

type Run = Selectable<Tables['automation_run']>
type ActKind = Tables['automation_act']['kind']
export type EndReason = NonNullable<Run['end_reason']>
type WaitsFor = NonNullable<Run['waits_for']>

/** The step at which an act leaves a run, or why the run has ended. */
type Left = { step: number; due_at: string; waits_for?: WaitsFor } | { ended: EndReason }

/** The act of a run, and the state in which it leaves the run: at a step, or ended. */
export interface Act {
  due: Due
  kind: ActKind
  step: number | null
  outcome: string
  reason?: string | null
  recipient?: { broadcast_id: number; position: number } | null
  made_id?: number | null
  change?: { before: unknown; after: unknown } | null
  next: Left
}

/** Writes acts, one for each run, and moves the runs on. An end that follows from a step is an act of its own. */
export async function recordActs(
  { db, storeId }: Pick<World, 'db' | 'storeId'>,
  { automation_id }: Pick<Version, 'automation_id'>,
  acts: readonly Act[],
): Promise<void> {
  if (acts.length === 0) return
  const of = <T>(value: (act: Act) => T | undefined) => acts.map((act) => value(act) ?? null)
  const left = <T>(value: (next: Exclude<Left, { ended: EndReason }>) => T | undefined) =>
    of(({ next }) => ('ended' in next ? undefined : value(next)))
  await sql`
    with given as materialized (
      select * from unnest(${acts.map(({ due }) => due.run_id)}::bigint[], ${acts.map(({ due }) => due.at)}::timestamptz[],
        ${acts.map(({ kind }) => kind)}::text[], ${of(({ step }) => step)}::int[], ${acts.map(({ outcome }) => outcome)}::text[],
        ${of(({ reason }) => reason)}::text[], ${of(({ recipient }) => recipient?.broadcast_id)}::int[],
        ${of(({ recipient }) => recipient?.position)}::int[], ${of(({ made_id }) => made_id)}::bigint[],
        ${of(({ change }) => change && JSON.stringify(change))}::jsonb[], ${left(({ step }) => step)}::int[],
        ${left(({ due_at }) => due_at)}::timestamptz[], ${left(({ waits_for }) => waits_for)}::text[],
        ${of(({ next }) => ('ended' in next ? next.ended : undefined))}::text[])
      g (run_id, at, kind, act_step, outcome, reason, broadcast_id, position, made_id, change, next_step, due_at, waits_for, ended)
    ),
    run as (
      update automation_run r set step = g.next_step, due_at = g.due_at, waits_for = g.waits_for,
        ended_at = case when g.ended is not null then g.at end, end_reason = g.ended,
        messages = r.messages + (g.kind = 'message' and g.outcome = 'done')::int,
        acts = r.acts + 1 + (g.ended is not null and g.kind <> 'ended')::int
      from given g where r.store_id = ${storeId} and r.id = g.run_id
      returning g.*, r.profile_id, r.acts
    )
    insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, step, outcome, reason,
      broadcast_id, position, made_id, change)
    select ${storeId}::int, run_id, acts - (ended is not null and kind <> 'ended')::int, ${automation_id}::int, profile_id, at, kind, act_step,
      outcome, reason, broadcast_id, position, made_id, change from run
    union all
    select ${storeId}::int, run_id, acts, ${automation_id}::int, profile_id, at, 'ended', null, ended, null, null, null, null, null
    from run where ended is not null and kind <> 'ended'`.execute(db)
}

/** Ends runs that are on the way, for a reason outside of their steps. Returns how many. */
export async function endRuns(
  db: Db,
  storeId: number,
  runIds: readonly number[],
  { reason, at }: { reason: EndReason; at: string },
): Promise<number> {
  const { rows } = await sql`
    with run as (
      update automation_run set step = null, due_at = null, waits_for = null, ended_at = ${at}::timestamptz, end_reason = ${reason},
        acts = acts + 1
      where store_id = ${storeId} and ended_at is null and id in (
        select id from automation_run where store_id = ${storeId} and id = any(${runIds}::bigint[]) order by id for update)
      returning id, automation_id, profile_id, acts
    )
    insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, outcome)
    select ${storeId}, id, acts, automation_id, profile_id, ${at}::timestamptz, 'ended', ${reason} from run
    returning run_id`.execute(db)
  return rows.length
}
