import type { Field } from '../../customers/fields/fields.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { isNameColumn } from '../data-sources/looks.ts'
import { traitsOf } from './identity-match.ts'
import { isNoName, withNameParts } from './name-cells.ts'
import type { Plan } from './plan.ts'
import type { PlannedField, Values } from './planned-field.ts'

const englishColumns = [
  ['first_name', 'first_name_en'],
  ['last_name', 'last_name_en'],
] as const

/** True for a field that a run may write without a mapped column: the Latin spelling of a name. */
export const isLatinSpelling = ({ column }: Pick<Field, 'column'>) =>
  englishColumns.some(([, english]) => english === column)

/** Adds an English name field for each Thai one that the mapping fills alone: a Latin spelling belongs there. */
export function withLatinSpellings(plan: Plan, fields: readonly Field[]): Plan {
  const added = englishColumns.flatMap(([thai, english]): PlannedField[] => {
    const source = plan.fields.find(
      ({ field, evidence, overwrite }) => field.column === thai && !evidence && overwrite !== 'never',
    )
    const field = fields.find(({ column }) => column === english)
    const taken = plan.fields.some((one) => one.field.column === english)
    return source && field && !taken ? [{ ...source, field, overwrite: 'if_empty', clears: false, latin: true }] : []
  })
  return withFields(withNameParts(plan, fields), added)
}

function withFields(plan: Plan, added: readonly PlannedField[]): Plan {
  if (added.length === 0 && !plan.fields.some(({ cutOff }) => cutOff)) return plan
  const fields = [...plan.fields, ...added]
  return { ...plan, fields, traits: traitsOf(fields, plan.keys) }
}

/** Returns the values of a new person, without those that are only compared. */
export function writtenValues({ fields }: Pick<Plan, 'fields'>, values: Values): Values {
  return values.map((value, place) => {
    const { evidence, latin, field } = fields[place]!
    return evidence || latin || (nameColumns.has(field.column ?? '') && isNoName(value)) ? null : value
  })
}

const nameParts = [
  ['first_name', 'first_name'],
  ['last_name', 'last_name'],
  ['prefix_name', 'prefix'],
] as const

interface NamedColumns {
  columns: readonly string[]
  facts: readonly ColumnFacts[]
}

/**
 * Adds the parts of names that are compared and never written: those of an unmapped column of names, and those that a mapped column
 * holds behind the given name.
 */
export function withNameEvidence(plan: Plan, file: NamedColumns, fields: readonly Field[]): Plan {
  const given = plan.fields.find(({ field, part }) => field.column === 'first_name' && part === 'whole')
  const column = given ? given.column : plan.traits.givenNames.length > 0 ? undefined : unmappedNames(plan, file)
  if (column === undefined) return plan
  const added = nameParts.flatMap(([name, part]): PlannedField[] => {
    const field = fields.find((one) => one.column === name)
    if (!field || plan.fields.some((one) => one.field.column === name)) return []
    const dates = { date_order: null, two_digit_years: null }
    return [{ column, joined: [], part, dates, field, overwrite: 'never', clears: false, evidence: true }]
  })
  return withFields(plan, added)
}

/** Returns the fullest column of names that feeds no name field. */
function unmappedNames(plan: Plan, { columns, facts }: NamedColumns): number | undefined {
  const used = new Set(
    plan.fields.filter(({ field }) => nameColumns.has(field.column ?? '')).map(({ column }) => column),
  )
  const named = columns
    .map((name, column) => ({ column, facts: facts[column]!, name }))
    .filter(({ name, column, facts: own }) => !used.has(column) && isNameColumn(name, own))
  return named.sort((a, b) => b.facts.filled - a.facts.filled)[0]?.column
}

const nameColumns = new Set<string>(['first_name', 'last_name', 'first_name_en', 'last_name_en'])
