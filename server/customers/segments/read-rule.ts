import { isDeepStrictEqual } from 'node:util'
import type { SegmentRule } from '@ruam/contract/customers/rules.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { labelNamesById } from '../labels/queries.ts'
import { ruleFaultsIn } from '../membership/faults.ts'
import { allSegments } from '../membership/segments.ts'
import { labelsIn, normalizeRule, type StoredRule } from '../membership/stored-rule.ts'
import { refuseClosed } from '../profiles/closed.ts'
import { type RuleContext, ruleContext } from '../rules/context.ts'

/** Messages for invalid comparisons. */
const retyped: Record<Language, string> = {
  th: 'ค่าที่เทียบไม่ตรงกับชนิดของฟิลด์',
  en: 'it compares with another type of value than the field has',
}

/** Returns a rule as stored: a range of days without ends is no filter. */
export function storedRule({ filter, target }: SegmentRule): StoredRule {
  const { from, to } = filter.profile_created_at ?? {}
  return { filter: { ...filter, profile_created_at: from || to ? filter.profile_created_at : null }, target }
}

interface Sender {
  rights: Rights
  language: Language
}

/**
 * Validates a sent rule of a segment. Throws field_closed if a closed field decides it, not_found for an unknown id, and
 * label_invalid, with the position, if a value has another type than its field.
 */
export async function readSegmentRule(
  db: Db,
  storeId: number,
  { rights, language }: Sender,
  rule: StoredRule,
): Promise<RuleContext> {
  const whole = normalizeRule(rule)
  await refuseClosed(db, storeId, rights, whole)
  const context = await ruleContext(db, storeId, [whole])
  const faults = ruleFaultsIn(rule, context)
  if (faults.some(({ reason }) => reason === 'unknown')) throw new ApiError('not_found')
  if (faults.length > 0) {
    const fields = faults.map(({ path }) => ['body.segment_rule', ...path].join('.'))
    throw new ApiError('label_invalid', { fields, reason: retyped[language] })
  }
  return context
}

/** Throws label_broken for a rule that can't be asked. */
export async function assertRuleComplete(db: Db, storeId: number, rule: StoredRule | null): Promise<void> {
  if (!rule) throw new ApiError('label_without_rule')
  const context = await ruleContext(db, storeId, [normalizeRule(rule)])
  if (ruleFaultsIn(rule, context).length > 0) throw new ApiError('label_broken')
}

/** Returns true if a rule is as it was: a broken rule may be sent back unchanged. */
export const sameRule = (one: StoredRule, other: StoredRule | null) => isDeepStrictEqual(one, other)

/**
 * Throws label_cycle with the names along the cycle if a segment would depend on itself. The caller holds `lockRules`. `id` is
 * undefined for a new segment, on which none depends yet.
 */
export async function checkCircle(db: Db, storeId: number, id: number | undefined, rule: StoredRule): Promise<void> {
  const looksAt = new Map((await allSegments(db, storeId)).map((segment) => [segment.id, labelsIn(segment.rule)]))
  if (id === undefined) return
  const circle = wayTo(id, labelsIn(rule), looksAt)
  if (!circle) return
  const names = await labelNamesById(db, storeId, circle)
  const labels = [id, ...circle].map((label) => names.get(label) ?? '').join(' → ')
  throw new ApiError('label_cycle', { labels, label_ids: [id, ...circle] })
}

/** Returns the path of labels from one of these to the target, which comes last. */
function wayTo(
  sought: number,
  from: readonly number[],
  looksAt: ReadonlyMap<number, readonly number[]>,
): number[] | undefined {
  const seen = new Set<number>()
  const search = (labels: readonly number[]): number[] | undefined => {
    for (const label of labels) {
      if (label === sought) return [label]
      if (seen.has(label)) continue
      seen.add(label)
      const rest = search(looksAt.get(label) ?? [])
      if (rest) return [label, ...rest]
    }
    return undefined
  }
  return search(from)
}
