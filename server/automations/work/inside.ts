import { sql } from 'kysely'
import { isLive } from '../../customers/fields/live.ts'
import { enter } from '../engine/enter.ts'
import { automationsAtWork } from './at-work.ts'
import type { Work } from './work.ts'

/** Members who enter in one transaction. */
const MEMBERS = 2500

/** Enters customers who were inside the segment of a trigger when its automation was started, as the start chose. Returns true if there are more. */
export async function enterInside({ storeId, transaction }: Work): Promise<boolean> {
  return transaction(async (world, now) => {
    const { db } = world
    const automations = await automationsAtWork(db, storeId)
    const automation = automations.find(({ inside_after }) => inside_after !== null)
    if (!automation) return false
    const { automation_id, version, definition, inside_after } = automation
    const { trigger } = definition
    const segment = trigger?.kind === 'segment_entered' ? trigger.segment_id : null
    const { rows } = await sql<{ id: number }>`
      select p.id from profile_label l join profile p on p.store_id = l.store_id and p.id = l.profile_id and ${isLive('p')}
      where l.store_id = ${storeId} and l.label_id = ${segment}::int and l.source <> 'manual_remove'
        and l.profile_id > ${inside_after}::bigint
      order by l.profile_id limit ${MEMBERS}`.execute(db)
    const cause = `inside:${version}`
    await enter(
      world,
      automation,
      rows.map(({ id }) => ({ profile_id: id, at: now, cause, detail: {} })),
    )
    const after = rows.length < MEMBERS ? null : rows.at(-1)!.id
    await sql`update automation set inside_after = ${after}::bigint where store_id = ${storeId} and id = ${automation_id}`.execute(
      db,
    )
    return true
  })
}
