import { type RuleNames, ruleSentence } from '@ruam/contract/customers/rule-sentence.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { normalizeRule, type StoredRule } from '../../customers/membership/stored-rule.ts'
import { loadActivityNames } from '../../customers/profile-activities/activity-names.ts'
import type { Db } from '../../database/db.ts'

const tables = ['label', 'data_source', 'consent_purpose', 'broadcast', 'channel'] as const

/** Returns the sentence of a stored rule, by which a customer is in a segment. */
export async function reasons(db: Db, storeId: number, fields: readonly Field[]): Promise<(rule: unknown) => string> {
  const activities = await loadActivityNames(db, storeId)
  const names = new Map<string, string>()
  for (const table of tables) {
    const rows = await db.selectFrom(table).select(['id', 'name']).where('store_id', '=', storeId).execute()
    for (const { id, name } of rows) names.set(`${table} ${id}`, name)
  }
  const of = (table: (typeof tables)[number]) => (id: number) => names.get(`${table} ${id}`)
  const months = new Intl.DateTimeFormat('th', { month: 'long', timeZone: 'UTC' })
  const known: RuleNames = {
    field: (id) => fields.find((field) => field.id === id)?.display_name,
    property: (id) => activities.fields.get(id)?.display_name,
    activityType: (id) => activities.types.get(id)?.name,
    label: of('label'),
    source: of('data_source'),
    purpose: of('consent_purpose'),
    broadcast: of('broadcast'),
    channel: of('channel'),
    value: String,
    month: (month) => months.format(new Date(Date.UTC(2000, month - 1))),
  }
  return (rule) => ruleSentence(normalizeRule(rule as StoredRule), 'th', known)
}
