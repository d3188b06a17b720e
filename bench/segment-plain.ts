import type { Rule } from '@ruam/contract/customers/rules.ts'
import type { Names } from './segment-data.ts'

// The rules of the benches of segments in plain SQL, as one who knows the tables would write them.

/** Returns a statement that selects the ids of all people of the first store that match. */
export function plainIds(names: Names, rules: readonly Rule[], condition: 'and' | 'or' = 'and'): string {
  const conditions = rules.map((rule) => `(${conditionOf(names, rule)})`).join(` ${condition} `)
  return `select p.id, p.updated_at from profile p
    where p.store_id = 1 and p.deleted_at is null and p.merged_into is null and (${conditions})`
}

function conditionOf(names: Names, rule: Rule): string {
  if (rule.kind === 'label') {
    const has = `exists (select from profile_label l where l.store_id = 1 and l.profile_id = p.id
      and l.label_id = any('{${rule.label_ids}}') and l.source <> 'manual_remove')`
    return rule.operator === 'has_none' ? `not ${has}` : has
  }
  if (rule.kind === 'activity') {
    const days = rule.window && 'last' in rule.window ? rule.window.last.n : 0
    const done = `p.id in (select a.profile_id from activity a where a.store_id = 1 and a.type_id = ${rule.activity_type_id}
      and a.activity_at >= now() - interval '${days} days')`
    return rule.done ? done : `not ${done}`
  }
  if (rule.kind !== 'profile' || !('value' in rule)) throw new Error(`No plain SQL for ${JSON.stringify(rule)}`)
  if (rule.field_id === names.field.spentLately)
    return `p.id in (select a.profile_id from activity a where a.store_id = 1 and a.type_id = ${names.purchase}
      and a.activity_at >= now() - interval '90 days' group by 1
      having sum((a.fields ->> '${names.amount}')::numeric) > ${Number(rule.value)})`
  const value = `p.custom ->> '${rule.field_id}'`
  if (rule.operator === 'gt') return `(${value})::numeric > ${Number(rule.value)}`
  return rule.operator === 'contains' ? `${value} like '%${rule.value}%'` : `${value} = '${rule.value}'`
}
