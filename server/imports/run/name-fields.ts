import type { Field } from '../../customers/fields/fields.ts'
import { isNoName, withNameParts } from './name-cells.ts'
import type { Plan } from './plan.ts'
import type { PlannedField, Values } from './planned-field.ts'
import { traitsOf } from './traits.ts'

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
  const whole = withNameParts(plan, fields)
  if (added.length === 0 && whole === plan) return plan
  const planned = [...whole.fields, ...added]
  return { ...plan, fields: planned, traits: traitsOf(planned, plan.keys) }
}

/** Returns the values of a new person, without those that are only compared. */
export function writtenValues({ fields }: Pick<Plan, 'fields'>, values: Values): Values {
  const { compared, names } = unwrittenOf(fields)
  const written = values.slice(0, fields.length)
  for (const place of compared) written[place] = null
  for (const place of names) if (isNoName(written[place])) written[place] = null
  return written
}

/** Indexes of fields that no new person takes, and of those that take names alone. */
interface Unwritten {
  compared: readonly number[]
  names: readonly number[]
}

/** Looked up once for a plan: a file has a million rows. */
const known = new WeakMap<readonly PlannedField[], Unwritten>()

function unwrittenOf(fields: readonly PlannedField[]): Unwritten {
  const placesOf = (isOne: (field: PlannedField) => boolean) =>
    fields.flatMap((field, place) => (isOne(field) ? [place] : []))
  let found = known.get(fields)
  if (!found) {
    found = {
      compared: placesOf(({ evidence, latin }) => evidence === true || latin === true),
      names: placesOf(({ asWritten, field }) => !asWritten && nameColumns.has(field.column ?? '')),
    }
    known.set(fields, found)
  }
  return found
}

const nameColumns = new Set<string>(['first_name', 'last_name', 'first_name_en', 'last_name_en'])
