import type { Definition, Step } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import type { Due, Version, World } from '../records/world.ts'
import { dueAt, type Flow, flowOf } from './flow.ts'
import { type Act, recordActs } from './record.ts'
import { versionKey, versionsOf } from './versions.ts'

/**
 * Moves the runs of older versions to this one. A run stays at its step and keeps its time. Without that step it goes on at the next
 * one that is still there, now or at the end of its wait; without any it ends.
 */
export async function moveRuns(world: World, version: Version, at: string): Promise<number> {
  const { db, storeId, timeZone } = world
  const { automation_id } = version
  const { rows } = await sql<Due>`
    select id as run_id, automation_id, version, step, profile_id, due_at, ${at}::timestamptz as at, entered_at, held_out
    from automation_run where store_id = ${storeId} and automation_id = ${automation_id} and ended_at is null
      and version <> ${version.version} order by id for update`.execute(db)
  const older = await versionsOf(db, storeId, rows)
  const flow = flowOf(version.definition)
  const acts = rows.map((due): Act => {
    const left = successor(older.get(versionKey(due))!.definition, flow, due.step)
    const moved = { due, kind: 'moved', step: left?.id ?? null, outcome: String(version.version) } as const
    if (!left) return { ...moved, next: { ended: 'done' } }
    const due_at = left.id === due.step ? due.due_at : dueAt(left, at, timeZone)
    return { ...moved, next: { step: left.id, due_at } }
  })
  await sql`update automation_run set version = ${version.version}
    where store_id = ${storeId} and id = any(${rows.map(({ run_id }) => run_id)}::bigint[])`.execute(db)
  await recordActs(world, version, acts)
  return rows.length
}

/** Returns the step of the new version at which a run at a step of an older one goes on. */
function successor(before: Definition, flow: Flow, id: number): Step | null {
  const old = flowOf(before)
  for (let step = old.step(id) ?? null; step; step = old.next(step.id, 'no')) {
    const found = flow.step(step.id)
    if (found?.kind === step.kind) return found
  }
  return null
}
