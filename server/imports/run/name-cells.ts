import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { exportedNumberPrefix } from '../../formats/files/exported-columns.ts'
import { type PersonName, readFamilyName, readName } from '../../formats/values/names.ts'
import { phonesAmongWords } from '../../formats/values/phone-words.ts'
import { isPlaceholder } from '../../formats/values/placeholder-names.ts'
import { isSpokenTitle, titleAlone } from '../../formats/values/titles.ts'
import { isEmptyCell } from '../../formats/values/values.ts'
import type { FurtherKeys, RowEntry } from './entry.ts'
import type { Plan } from './plan.ts'
import type { FieldSource, PlannedField } from './planned-field.ts'

const givenColumns = new Set<string | undefined>(['first_name', 'first_name_en'])
const familyColumns = new Set<string | undefined>(['last_name', 'last_name_en'])

/** Fields that take what a name's cell holds beside the name, if no column is mapped to them. */
const cutOffFields = [
  ['prefix_name', 'prefix'],
  ['company', 'company'],
] as const

export const isCutOffField = ({ column }: Pick<Field, 'column'>): boolean =>
  cutOffFields.some(([name]) => name === column)

/** Marks the names and labels of a file that an export has written: they are stored already as a reader left them, or as a person typed them. */
export function withNamesAsWritten(plan: Plan, columns: readonly string[]): Plan {
  if (!columns.some((header) => exportedNumberPrefix(header) !== undefined)) return plan
  const isName = ({ column }: Field) =>
    givenColumns.has(column) || familyColumns.has(column) || column === 'prefix_name'
  const rowLabels = plan.rowLabels && { ...plan.rowLabels, ours: true as const }
  return {
    ...plan,
    rowLabels,
    fields: plan.fields.map((one) => (isName(one.field) ? { ...one, asWritten: true } : one)),
  }
}

/** Adds the title and the firm in the cells of names as fields that a person without them takes. */
export function withNameParts(plan: Plan, fields: readonly Field[]): Plan {
  const source = plan.fields.find(
    ({ field, evidence, asWritten, overwrite }) =>
      givenColumns.has(field.column) && !evidence && !asWritten && overwrite !== 'never',
  )
  if (!source) return plan
  const added = cutOffFields.flatMap(([name, part]): PlannedField[] => {
    const field = fields.find(({ column }) => column === name)
    const taken = plan.fields.some((one) => one.field.column === name)
    const { titlesOf: _, ...from } = source
    return field && !taken ? [{ ...from, field, part, overwrite: 'if_empty', clears: false, cutOff: true }] : []
  })
  return added.length > 0 ? { ...plan, fields: [...plan.fields, ...added] } : plan
}

/** Returns the part of a name's cell that a field takes in the form in which names are compared; null for fields of no names. */
export function namePartReader({
  field,
  part,
  cutOff,
  asWritten,
}: Pick<PlannedField, 'field' | 'part' | 'cutOff' | 'asWritten'>): ((cell: string) => string) | null {
  if (asWritten) return null
  if (part === 'without_title' || (part === 'whole' && givenColumns.has(field.column))) return wholeName
  if (part === 'first_name') return givenName
  if (part === 'prefix' && cutOff) return (cell) => writtenTitle(readName(cell).prefix)
  if (part !== 'whole') return (cell) => readName(cell)[part] ?? ''
  if (familyColumns.has(field.column)) return (cell) => readFamilyName(cell).last_name ?? ''
  return field.column === 'prefix_name' ? (cell) => titleAlone(cell) ?? cell : null
}

/** A cell that says nothing is compared as it is, and never written: see isNoName. */
function givenName(cell: string): string {
  const { first_name, unreadable } = readName(cell)
  return unreadable ? cell : (first_name ?? '')
}

/** คุณ is said to everybody: no title of a person without one. */
const writtenTitle = (title: string | null) => (title === null || isSpokenTitle(title) ? '' : title)

function wholeName(cell: string): string {
  const { first_name, last_name, unreadable } = readName(cell)
  if (unreadable) return cell
  return last_name === null ? (first_name ?? '') : `${first_name} ${last_name}`
}

const UNUSUAL = /[^\p{L}\p{M} .'-]/u

/** True for a text in a name field that is no name: letters behind stars, a code, words that stand for a missing name. */
export const isNoName = (value: unknown): boolean =>
  typeof value === 'string' && (UNUSUAL.test(value) || isPlaceholder(value)) && readName(value).unreadable

/** Returns a reader of the cells of a field that hold names of the person; null for other fields. */
export function nameReader({
  field,
  part,
  evidence,
  latin,
  cutOff,
  asWritten,
}: PlannedField): ((cell: string) => PersonName) | null {
  if (evidence || latin || cutOff || asWritten) return null
  if (part === 'whole' && familyColumns.has(field.column)) return readFamilyName
  return givenColumns.has(field.column) || part === 'first_name' ? readName : null
}

/** Columns (their places) that feed names. */
export const nameColumns = ({ fields }: Pick<Plan, 'fields'>): ReadonlySet<number> =>
  new Set(fields.flatMap((source) => (nameReader(source) ? [source.column, ...source.joined] : [])))

/** Columns (their places) that feed phones. */
export const phoneColumns = ({ fields }: Pick<Plan, 'fields'>): ReadonlySet<number> =>
  new Set(fields.flatMap(({ field, column }) => (field.column === 'phone' ? [column] : [])))

/** Returns the name in a cell of a name and a phone. */
export function nameWithoutPhone(cell: string): string {
  const { phones, words } = phonesAmongWords(cell)
  return phones.length > 0 ? words : cell
}

/** Returns a reader of the further names and notes in the cells of a row's names. */
export function furtherNameReader({ fields }: Pick<Plan, 'fields'>) {
  const sources = new Map<string, { source: FieldSource; read: (cell: string) => PersonName }>()
  const phones = phoneColumns({ fields })
  for (const source of fields) {
    const read = nameReader(source)
    if (!read) continue
    const own = phones.has(source.column) ? (cell: string) => read(nameWithoutPhone(cell)) : read
    sources.set([source.column, ...source.joined, read.name].join(' '), { source, read: own })
  }
  const all = [...sources.values()]
  return (cells: readonly string[]): readonly FurtherName[] => {
    let names: readonly FurtherName[] = NO_NAMES
    for (const { source, read } of all) {
      const found = furtherNamesOf(read(cellOf(source, cells)))
      if (found.length > 0) names = names.length > 0 ? [...names, ...found] : found
    }
    return names
  }
}

const NO_NAMES: readonly FurtherName[] = []

/** The text of a field's columns, joined by a blank. */
function cellOf({ column, joined }: FieldSource, cells: readonly string[]): string {
  if (joined.length === 0) return isEmptyCell(cells[column]!) ? '' : cells[column]!
  return [column, ...joined]
    .map((place) => cells[place]!)
    .filter((cell) => !isEmptyCell(cell))
    .join(' ')
}

/** Returns the further names and notes that a name's cell holds. */
export function furtherNamesOf(name: PersonName): readonly FurtherName[] {
  const { nickname, former_name, maiden_name, notes, phones } = name
  if (nickname === null && former_name === null && maiden_name === null && notes.length + phones.length === 0)
    return NO_NAMES
  const found: FurtherName[] = []
  if (nickname !== null) found.push({ kind: 'nickname', value: nickname })
  if (former_name !== null) found.push({ kind: 'former_name', value: wholeName(former_name) || former_name })
  if (maiden_name !== null) found.push({ kind: 'maiden_name', value: maiden_name })
  for (const value of [...notes, ...phones]) found.push({ kind: 'note', value })
  return found
}

/**
 * Returns further names as values of the plan's name fields: a nickname or a former name is no other given name, a maiden name no
 * other surname.
 */
function furtherNameKeys({ fields }: Pick<Plan, 'fields'>, names: readonly FurtherName[]): [number, string[]][] {
  const given: string[] = []
  const family: string[] = []
  for (const { kind, value } of names) {
    if (kind === 'note') continue
    if (kind === 'maiden_name') family.push(value)
    else {
      const [first = '', ...rest] = value.split(' ')
      given.push(first)
      if (rest.length > 0) family.push(rest.join(' '))
    }
  }
  return fields.flatMap(({ field }, place): [number, string[]][] => {
    if (given.length > 0 && givenColumns.has(field.column)) return [[place, given]]
    return family.length > 0 && familyColumns.has(field.column) ? [[place, family]] : []
  })
}

/** Lets later rows of the run find a person by the further names of this one. */
export function noteFurtherNames(plan: Plan, entry: RowEntry, names: readonly FurtherName[] | undefined): void {
  if (!names || names.length === 0) return
  entry.further = withFurtherNames(plan, entry.further, names)
}

/** Adds further names to the further values of a person. */
export function withFurtherNames(
  plan: Pick<Plan, 'fields'>,
  further: FurtherKeys | null,
  names: readonly FurtherName[],
): FurtherKeys | null {
  const added = furtherNameKeys(plan, names)
  if (added.length === 0) return further
  const all = new Map(further)
  for (const [place, values] of added) all.set(place, [...new Set([...(all.get(place) ?? []), ...values])])
  return all
}
