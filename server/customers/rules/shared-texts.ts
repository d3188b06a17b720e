import type { Rule } from '@ruam/contract/customers/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { RuleContext } from './context.ts'
import { isComparedText } from './text-tests.ts'
import { typedValue } from './typed-value.ts'

// To make an address comparable takes PostgreSQL 30 µs. A hundred tests of it would take 15 s in a store of 5,000 people. So a field that
// many tests ask for is made comparable once for each row, in a lateral subquery. `offset 0` keeps the planner from copying it into each test.

/** Text tests of one field that share its comparable form. Fewer are faster alone, since most rows fail their cheap first checks. */
const SHARED_FROM = 4

export interface SharedTexts {
  /** The context whose tests read the shared texts. */
  context: RuleContext
  /** Follows `from profile`; empty if no field is shared. */
  join: RawBuilder<unknown>
  /** Makes an expression self-contained that reads the shared texts of a row of `profile`. */
  whole<T>(expression: RawBuilder<T>): RawBuilder<T>
}

/** Finds the fields that many of these rules test as text. */
export function sharedTexts(rules: readonly Rule[], context: RuleContext): SharedTexts {
  const tests = new Map<number, number>()
  for (const rule of rules) {
    if (rule.kind !== 'profile') continue
    const field = context.fields.get(rule.field_id)
    if (field && !field.formula && field.data_type === 'String' && isComparedText(rule, field.kind))
      tests.set(field.id!, (tests.get(field.id!) ?? 0) + 1)
  }
  const ids = [...tests].flatMap(([id, count]) => (count >= SHARED_FROM ? id : []))
  if (ids.length === 0) return { context, join: sql``, whole: (expression) => expression }
  const columns = ids.map((id) => {
    const { column, data_type } = context.fields.get(id)!
    const value = column ? sql.ref(column) : typedValue(sql`custom`, id, data_type, context.timeZone)
    return sql`rule_text(${value}) as ${sql.ref(`text_${id}`)}`
  })
  const texts = sql`(select ${sql.join(columns)} offset 0) texts`
  return {
    context: { ...context, shared: new Map(ids.map((id) => [id, sql.ref(`texts.text_${id}`)])) },
    join: sql`cross join lateral ${texts}`,
    whole: <T>(expression: RawBuilder<T>) => sql<T>`(select ${expression} from ${texts})`,
  }
}
