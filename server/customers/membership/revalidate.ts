import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { ruleContext } from '../rules/context.ts'
import { dependenciesOf } from './dependencies.ts'
import { isConverting, ruleFaultsIn } from './faults.ts'
import { markStale, segmentsReading, stopFollowing } from './segments.ts'
import { startCalculation } from './start.ts'
import { normalizeRule } from './stored-rule.ts'

/**
 * Revalidates segments that depend on any of these keys after a definition was deleted or changed. Segments with a broken rule are
 * emptied and stop following it; other automatic ones are recalculated. The caller holds `lockRules`, and no label that it must lock
 * after another one.
 */
export async function revalidateRules(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  keys: readonly string[],
): Promise<void> {
  const segments = await segmentsReading(db, storeId, keys)
  if (segments.length === 0) return
  const rules = segments.map(({ rule }) => normalizeRule(rule))
  const context = await ruleContext(db, storeId, rules)
  const broken = segments.filter(({ rule }) => {
    const faults = ruleFaultsIn(rule, context)
    return faults.length > 0 && !isConverting(faults, context)
  })
  const ids = broken.map(({ id }) => id)
  await stopFollowing(db, storeId, ids)
  for (const { id, rule, reads } of segments) {
    const now = dependenciesOf(rule, context.fields)
    if (now.join() !== reads.join())
      await sql`update segment set reads = ${now}::text[] where store_id = ${storeId} and label_id = ${id}`.execute(db)
  }
  const wanted = segments.filter(({ id, auto_apply }) => auto_apply || ids.includes(id))
  if (wanted.length === 0) return
  await markStale(
    db,
    storeId,
    wanted.map(({ id }) => id),
  )
  await startCalculation(core, db, storeId, null)
}
