import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type Bits, countBits, invertBits, joinBits, lastBits } from '../columns/bits.ts'
import { evaluateByColumns, type Matches } from '../columns/evaluate.ts'
import { normalizeRule, type StoredRule } from '../membership/stored-rule.ts'
import type { RuleContext } from '../rules/context.ts'
import type { Counts } from './estimate.ts'
import { membersWithSource } from './membership-diff.ts'
import { NEWEST } from './tally.ts'
import { treeOf } from './tree.ts'

/** Counts matches of a rule exactly by columns. Returns undefined if they cannot evaluate it, or are not loaded yet. */
export function estimateByColumns(
  core: Pick<Core, 'pool' | 'report'>,
  db: Db,
  rule: StoredRule,
  context: RuleContext,
  { total, labelId }: { total: number; labelId?: number | undefined },
): Promise<Counts | undefined> {
  const members = labelId === undefined ? undefined : membersWithSource(context.storeId, labelId)
  const sets = members
    ? [
        sql`(select id from ${members} m where m.source = 'rule')`,
        sql`(select id from ${members} m where m.source <> 'rule')`,
      ]
    : []
  return evaluateByColumns(core, db, { rule: normalizeRule(rule), context, total, sets }, (matches) =>
    countsOf(rule, matches),
  )
}

export function countsOf(rule: StoredRule, { columns, leaves, upTo, sets: [byRule, pinned] }: Matches): Counts {
  const live = columns.live(true)
  const whole = upTo()!
  const newest: number[] = []
  lastBits(whole, live, (position) => newest.push(columns.ids[position]!) < NEWEST)
  return {
    ...{ exact: true, margin: 0, newest },
    count: countBits(whole, live),
    per_rule: treeOf(rule).leaves.map(({ path }, place) => ({
      path: [...path],
      alone: countBits(leaves[place]!, live),
      left: countBits(upTo(place)!, live),
    })),
    change: byRule && pinned ? changeOf(whole, byRule, joinBits(pinned, 'or', byRule), live) : null,
  }
}

/** Numbers of live profiles that join and leave a segment. */
const changeOf = (whole: Bits, byRule: Bits, members: Bits, live: Bits) => ({
  joined: countBits(joinBits(invertBits(members), 'and', whole), live),
  left: countBits(joinBits(invertBits(whole), 'and', byRule), live),
})
