import type { ProfileRule } from '@ruam/contract/customers/rules.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { computedColumn, type FormulaClock, groupedColumn } from '../fields/computed.ts'
import type { Field } from '../fields/fields.ts'
import type { ProfileColumn } from './condition.ts'
import type { RuleContext } from './context.ts'
import { type Clock, momentOf } from './days.ts'
import type { Leaf } from './leaf.ts'
import { idsOf } from './sets.ts'
import { typedValue } from './typed-value.ts'
import { type ValueCondition, valueCondition } from './value-tests.ts'

/** The clock of a context as formulas ask it. */
export const formulaClock = (context: Clock & { storeId: number }): FormulaClock => ({
  storeId: sql`${context.storeId}::int`,
  now: momentOf(context),
  zone: sql`${context.timeZone}::text`,
  today: sql`${context.today}::date`,
})

/** Compiles a condition on a field. The rule was checked: the field exists and has the type. */
export function profileLeaf(rule: ProfileRule, context: RuleContext): Leaf {
  const field = context.fields.get(rule.field_id)!
  const holds = valueCondition(rule, field.kind, context)
  if (field.formula) return computedLeaf(field, holds, context)
  const { column, id, data_type: type } = field
  const shared = context.shared?.get(id)
  if (column) return { is: holds.is(sql.ref(column), { shared }), not: holds.not, reads: [column] }
  const json = sql`custom`
  const is = holds.is(typedValue(json, id, type, context.timeZone), { inJson: { json, id, type }, shared })
  return { is, not: holds.not, reads: ['custom'] }
}

function computedLeaf(field: Field, holds: ValueCondition, context: RuleContext): Leaf {
  const clock = formulaClock(context)
  const of = (value: RawBuilder<unknown>) =>
    holds.is(field.data_type === 'Date' ? sql`local_day(${value}, ${clock.zone})` : value)
  const is = of(computedColumn(field, clock))
  const grouped = groupedColumn(field, clock)
  if (!grouped) return { is, not: holds.not, reads: [sourceOf(field)] }
  const { value, from, none } = grouped
  // Profiles without such activities are in no group: if the test matches an empty result, the complement is taken.
  const allBut = none === null ? holds.ofNone : holds.ofZero
  const having = allBut ? sql`(${of(value)}) is not true` : of(value)
  const ids = idsOf(sql`select a.profile_id as id from ${from} group by a.profile_id having ${having}`)
  return { is, not: holds.not, reads: [], set: { ids, allBut } }
}

/** The column that a formula over the profile's own day reads. */
function sourceOf({ formula }: Field): ProfileColumn {
  const id = (formula as { field_id: number }).field_id
  return systemFields.find((field) => field.id === id)?.column ?? 'custom'
}
