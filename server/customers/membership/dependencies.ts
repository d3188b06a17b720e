import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../fields/fields.ts'
import { leavesOf } from '../rules/leaves-of.ts'
import { normalizeRule, type StoredRule } from './stored-rule.ts'

// Dependencies as keys stored with the rule. Writers name their changes with the same keys.

const LINE_USER_ID = systemFields.find(({ column }) => column === 'line_user_id')!.id
const PHONE = systemFields.find(({ column }) => column === 'phone')!.id

export const dependency = {
  field: (id: number) => `field:${id}`,
  /** A field of activities. */
  property: (id: number) => `property:${id}`,
  /** The activities of a type. */
  activity: (type: number) => `activity:${type}`,
  label: (id: number) => `label:${id}`,
  consent: (purpose: number) => `consent:${purpose}`,
  source: (id: number) => `source:${id}`,
  broadcast: (id: number) => `broadcast:${id}`,
  channel: (id: number | undefined) => `channel:${id ?? ''}`,
  /** Raised by every write to a profile. */
  updated: 'updated',
} as const

const BIRTH_DATE = dependency.field(systemFields.find(({ column }) => column === 'birth_date')!.id)

/** Condition for stored dependencies that contain one of these keys. Under an age gate a consent follows the birth date too. */
export const dependsOnAny = (reads: RawBuilder<unknown>, keys: readonly string[]) =>
  keys.includes(BIRTH_DATE)
    ? sql<boolean>`(${reads} && ${keys}::text[] or exists (select from unnest(${reads}) key where key ^@ 'consent:'))`
    : sql<boolean>`${reads} && ${keys}::text[]`

/** Dependencies of a rule, including those of computed fields. */
export const dependenciesOf = (rule: StoredRule, fields: ReadonlyMap<number, Field>): string[] =>
  groupDependencies(normalizeRule(rule), fields)

/** The same of a rule that is no segment's. */
export const groupDependencies = (group: RuleGroup, fields: ReadonlyMap<number, Field>): string[] =>
  [...new Set(leavesOf(group).flatMap(({ rule: leaf }) => readsOfRule(leaf, fields)))].sort()

function readsOfRule(rule: Rule, fields: ReadonlyMap<number, Field>): string[] {
  switch (rule.kind) {
    case 'profile':
      return [dependency.field(rule.field_id), ...computedFrom(fields.get(rule.field_id))]
    case 'label':
      return rule.label_ids.map(dependency.label)
    case 'activity':
      return [
        dependency.activity(rule.activity_type_id),
        ...(rule.where ?? []).map(({ field_id }) => dependency.property(field_id)),
      ]
    case 'channel':
      // Tests only if a phone exists.
      return rule.channel_type === 'phone' || rule.channel_type === 'sms'
        ? [dependency.field(PHONE)]
        : // The LINE id of a profile decides whose friend a user is.
          [dependency.channel(rule.channel_id), dependency.field(LINE_USER_ID)]
    case 'broadcast':
      return [dependency.broadcast(rule.broadcast_id)]
    case 'consent':
      return [dependency.consent(rule.purpose_id)]
    case 'source':
      return [dependency.source(rule.data_source_id)]
    case 'time':
      return rule.at === 'updated' ? [dependency.updated] : []
  }
}

function computedFrom(field: Field | undefined): string[] {
  const formula = field?.formula
  if (!formula) return []
  if (formula.function === 'age' || formula.function === 'days_since') return [dependency.field(formula.field_id)]
  return [
    dependency.activity(formula.activity_id),
    ...('field_id' in formula ? [dependency.property(formula.field_id)] : []),
  ]
}
