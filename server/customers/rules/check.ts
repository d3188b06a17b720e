import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { ValueTest } from '@ruam/contract/customers/value-tests.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { RuleContext } from './context.ts'
import { type LeafPath, leavesOf } from './leaves-of.ts'

/** Fault of a rule: a reference that cannot be evaluated. */
type RuleSubject = 'field' | 'property' | 'label' | 'activity_type' | 'source' | 'purpose' | 'broadcast' | 'channel'

/**
 * Why a rule can't be asked. `unknown`: the store has none, or no more; `retyped`: it holds other values than the rule compares with, or
 * is being converted to others.
 */
export interface RuleFault {
  path: LeafPath
  reason: 'unknown' | 'retyped'
  subject: RuleSubject
  id: number
}

/** Returns the faults of a rule in order; empty if it can be evaluated. */
export function faultsOf(group: RuleGroup, context: RuleContext): RuleFault[] {
  return leavesOf(group).flatMap(({ rule, path }) => faultsOfRule(rule, path, context))
}

function faultsOfRule(rule: Rule, path: LeafPath, context: RuleContext): RuleFault[] {
  const unknown = (
    subject: RuleSubject,
    key: string,
    ids: number | readonly number[],
    known: (id: number) => boolean,
  ) =>
    [ids].flat().flatMap((id: number, place): RuleFault[] => {
      const at = typeof ids === 'number' ? [...path, key] : [...path, key, place]
      return known(id) ? [] : [{ path: at, reason: 'unknown', subject, id }]
    })
  switch (rule.kind) {
    case 'profile': {
      const field = context.fields.get(rule.field_id)
      if (!field) return unknown('field', 'field_id', rule.field_id, () => false)
      return suits(rule, field) ? [] : [{ path, reason: 'retyped', subject: 'field', id: field.id }]
    }
    case 'label':
      return unknown('label', 'label_ids', rule.label_ids, (id) => context.labels.has(id))
    case 'activity': {
      const properties = context.activityTypes.get(rule.activity_type_id)
      if (!properties) return unknown('activity_type', 'activity_type_id', rule.activity_type_id, () => false)
      return (rule.where ?? []).flatMap((one, place): RuleFault[] => {
        const property = properties.get(one.field_id)
        const at = [...path, 'where', place]
        if (!property) return [{ path: [...at, 'field_id'], reason: 'unknown', subject: 'property', id: one.field_id }]
        return suits(one, property) ? [] : [{ path: at, reason: 'retyped', subject: 'property', id: property.id }]
      })
    }
    case 'channel':
      if (rule.channel_id === undefined) return []
      return unknown('channel', 'channel_id', rule.channel_id, (id) =>
        context.channels.has(`${rule.channel_type} ${id}`),
      )
    case 'broadcast':
      return unknown('broadcast', 'broadcast_id', rule.broadcast_id, (id) => context.broadcasts.has(id))
    case 'consent':
      return unknown('purpose', 'purpose_id', rule.purpose_id, (id) => context.purposes.has(id))
    case 'source':
      return unknown('source', 'data_source_id', rule.data_source_id, (id) => context.sources.has(id))
    case 'time':
      return []
  }
}

function suits(test: ValueTest, { data_type, converting }: { data_type: DataType; converting?: boolean }): boolean {
  return !converting && (typeOf(test) === null || typeOf(test) === data_type)
}

/** The type of the values that a test is about; null: any. */
function typeOf(test: ValueTest): DataType | null {
  if (test.operator === 'empty' || test.operator === 'not_empty') return null
  if (!('value' in test)) return 'Boolean'
  const { operator, value } = test
  if (typeof value === 'number') return operator === 'month_is' ? 'Date' : 'Number'
  if (Array.isArray(value)) return 'String'
  if (typeof value === 'object') return 'from' in value && typeof value.from === 'number' ? 'Number' : 'Date'
  return ['on', 'before', 'after', 'month_is'].includes(operator) ? 'Date' : 'String'
}
