import type { SystemColumn } from '@ruam/contract/platform/system-fields.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { type CellKind, cellKindsOf, isVaried } from '../../formats/files/cell-kinds.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { storedFacts } from '../../formats/files/note-cells.ts'
import type { NameFields } from './name-likeness.ts'
import type { Plan } from './plan.ts'
import type { FieldSource, PlannedField, UnmappedColumn } from './planned-field.ts'
import { traitsOf, type UnmappedTraits } from './traits.ts'

/** A file by its cells. */
interface MeasuredFile {
  facts: readonly Partial<ColumnFacts>[]
}

interface Compared {
  fields: readonly Field[]
  /** True for a field whose stored values the person who imports may not see. */
  isClosed: (field: Field) => boolean
}

/** Field that an unmapped column of a kind is compared with. */
const comparedWith: Readonly<Record<Exclude<CellKind, 'name' | 'shaped_name'>, SystemColumn>> = {
  family_name: 'last_name',
  phone: 'phone',
  email: 'email',
  citizen_id: 'citizen_id',
  birth_date: 'birth_date',
}
const nameColumns: ReadonlySet<string> = new Set([
  ...['prefix_name', 'first_name', 'last_name', 'first_name_en', 'last_name_en'],
])

const noDates = { date_order: null, two_digit_years: null }
const sourceOf = (column: number, part: FieldSource['part'] = 'whole'): FieldSource => ({
  ...{ column, joined: [], part, dates: noDates },
})

interface Seen {
  column: number
  kinds: CellKind[]
  facts: ColumnFacts
}

/**
 * Adds what is compared and never written: by its cells alone, every column of names, contacts, citizen ids and birth dates that feeds
 * no such field, and the parts of a name that a mapped column holds behind the given name.
 */
export function withEvidence(plan: Plan, { facts }: MeasuredFile, { fields, isClosed }: Compared): Plan {
  const whole = withNamePartEvidence(plan, fields)
  const people = peopleOf(plan, facts)
  // What was bought is often two words with capitals. Known names count there as well.
  const ofActivity = new Set(plan.activity?.fields.flatMap(({ column, joined }) => [column, ...joined]))
  const isGoods = (column: number, kind: CellKind) => kind === 'shaped_name' && ofActivity.has(column)
  const seen = facts.flatMap((stored, column): Seen[] => {
    const own = storedFacts(stored)
    const kinds = cellKindsOf(own).filter(
      (kind) => isVaried(own, kind, people) && !feeds(plan, column, kind) && !isGoods(column, kind),
    )
    return kinds.length > 0 ? [{ column, kinds, facts: own }] : []
  })
  const added: PlannedField[] = []
  const within = new Set<number>()
  const unmapped: UnmappedColumn[] = []
  const traits: UnmappedTraits = { names: [], birthDates: [], contacts: [] }
  const fieldOf = (name: SystemColumn) => fields.find(({ column }) => column === name)
  const isThere = (name: SystemColumn) => [...whole.fields, ...added].some(({ field }) => field.column === name)

  /** Compares a column with a field: in the place of the field if no column has it yet. Returns its index behind the fields if so. */
  function compare(source: FieldSource, name: SystemColumn): number | undefined {
    const field = fieldOf(name)
    if (!field) return undefined
    if (isClosed(field)) {
      within.add(source.column)
      return undefined
    }
    if (!isThere(name)) {
      added.push({ ...source, field, overwrite: 'never', clears: false, evidence: true })
      return undefined
    }
    return unmapped.push({ ...source, field }) - 1
  }

  const names = seen.filter(({ kinds }) => kinds.includes('name') || kinds.includes('shaped_name'))
  const families = seen.filter(({ kinds }) => kinds.includes('family_name'))
  for (const { column } of names.toSorted((a, b) => rank(b) - rank(a))) {
    // The field of the given name first, so that both parts of a name have their places side by side.
    const isFirst = !isThere('first_name')
    const given = compare(sourceOf(column, 'first_name'), 'first_name')
    if (isFirst && !isThere('first_name')) continue
    const beside = families.find((one) => Math.abs(one.column - column) === 1) ?? families[0]
    const family = beside ? sourceOf(beside.column) : sourceOf(column, 'last_name')
    if (given === undefined) {
      compare(family, 'last_name')
      if (!isThere('prefix_name')) compare(sourceOf(column, 'prefix'), 'prefix_name')
    } else {
      traits.names.push({ given, family: compare(family, 'last_name') })
    }
  }
  if (names.length === 0)
    for (const { column } of families) {
      const family = compare(sourceOf(column), 'last_name')
      if (family !== undefined) traits.names.push({ given: undefined, family })
    }
  for (const { column, kinds } of seen)
    for (const kind of kinds) {
      if (kind === 'name' || kind === 'shaped_name' || kind === 'family_name') continue
      const place = compare(sourceOf(column), comparedWith[kind])
      if (place === undefined) continue
      if (kind === 'birth_date') traits.birthDates.push(place)
      else if (kind !== 'citizen_id') traits.contacts.push(place)
    }

  const all = [...whole.fields, ...added]
  const behind = (place: number | undefined) => (place === undefined ? undefined : place + all.length)
  const placed: UnmappedTraits = {
    names: traits.names.map(({ given, family }): NameFields => ({ given: behind(given), family: behind(family) })),
    birthDates: traits.birthDates.map((place) => place + all.length),
    contacts: traits.contacts.map((place) => place + all.length),
  }
  const own = traitsOf(all, plan.keys)
  const isFilled = (place: number) => storedFacts(facts[all[place]!.column] ?? {}).filled > 0
  const telling = [...own.givenNames, ...own.lastNames, ...own.birthDates, ...own.own]
  const tells = within.size > 0 || telling.some(isFilled)
  return {
    ...whole,
    fields: all,
    unmapped,
    within: [...within],
    traits: { ...own, unmapped: placed, tells, within: within.size > 0 },
  }
}

/** Titles and listed names before mere shapes, then the fullest. */
const rank = ({ kinds, facts }: Seen) => (kinds.includes('name') ? 1e9 : 0) + facts.filled

/** Distinct values of the best key, as the number of people in the file; 0 if unmeasured. */
function peopleOf({ fields, keys }: Plan, facts: readonly Partial<ColumnFacts>[]): number {
  return Math.max(0, ...keys.map((key) => facts[fields[key]!.column]?.groups?.distinct ?? 0))
}

/** True if the column feeds a field of the kind, which compares it, or is a day of the activity. */
function feeds({ fields, activity }: Plan, column: number, kind: CellKind): boolean {
  if (kind === 'birth_date' && activity?.fields.some((one) => one.column === column)) return true
  return fields.some(({ field, column: own, joined, titlesOf }) => {
    if (own !== column && !joined.includes(column) && titlesOf !== column) return false
    const name = field.column ?? ''
    if (kind === 'name' || kind === 'shaped_name' || kind === 'family_name') return nameColumns.has(name)
    return name === comparedWith[kind]
  })
}

/**
 * Adds the surest unmapped column of names of a stream. Its items come one by one: no column of theirs is compared within a file, and a
 * sender learns no more than names from what it leaves unmapped.
 */
export function withNameEvidence(plan: Plan, file: MeasuredFile, fields: readonly Field[]): Plan {
  const isClosed = ({ sensitive, column }: Field) => sensitive || !nameColumns.has(column ?? '')
  const { within: _, unmapped: __, traits, ...whole } = withEvidence(plan, file, { fields, isClosed })
  return {
    ...whole,
    traits: { ...traits, unmapped: { names: [], birthDates: [], contacts: [] }, tells: false, within: false },
  }
}

const nameParts = [
  ['last_name', 'last_name'],
  ['prefix_name', 'prefix'],
] as const

/** Adds the parts of names that a mapped column holds behind the given name. */
export function withNamePartEvidence(plan: Plan, fields: readonly Field[]): Plan {
  const given = plan.fields.find(({ field, part }) => field.column === 'first_name' && part === 'whole')
  if (!given) return plan
  const added = nameParts.flatMap(([name, part]): PlannedField[] => {
    const field = fields.find((one) => one.column === name)
    if (!field || plan.fields.some((one) => one.field.column === name)) return []
    return [{ ...sourceOf(given.column, part), field, overwrite: 'never', clears: false, evidence: true }]
  })
  if (added.length === 0) return plan
  const all = [...plan.fields, ...added]
  return { ...plan, fields: all, traits: traitsOf(all, plan.keys) }
}
