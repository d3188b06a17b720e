import type { Rule } from '@ruam/contract/customers/rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import type { StoredRule } from '../membership/stored-rule.ts'
import type { RuleContext } from '../rules/context.ts'
import { estimateOf } from './estimate.ts'
import { estimateByColumns } from './estimate-columns.ts'

const friends: Rule[] = (['lineOA', 'lineModule'] as const).map((channel_type) => ({
  kind: 'channel',
  channel_type,
  operator: 'friend',
}))

/** True if the store has a LINE account. */
export async function hasLine(db: Db, storeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from channel where store_id = ${storeId} and type in ('lineOA', 'lineModule') limit 1`.execute(db)
  return rows.length > 0
}

/** Returns how many of the people a rule means can be written to on LINE, or null if the store has no LINE account. */
export async function reachableByLine(
  core: Pick<Core, 'pool' | 'report'>,
  db: Db,
  { filter, target }: StoredRule,
  context: RuleContext,
  how: { total: number; exact: boolean },
): Promise<number | null> {
  if (!(await hasLine(db, context.storeId))) return null
  const meant = { condition: target.condition, rules: target.groups }
  const reached: StoredRule = {
    filter,
    target: { condition: 'and', groups: [meant, { condition: 'or', rules: friends }] },
  }
  const found = await estimateByColumns(core, db, reached, context, how)
  return (found ?? (await estimateOf(db, reached, context, how))).count
}
