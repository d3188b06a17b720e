import type { RecordOfRun, RunOfSource } from '../use-source.ts'
import type { Legend, RecordValue } from './record-view.ts'

export type Conflict = NonNullable<RecordOfRun['conflict']>
/** Customer to whom a row points. */
export type ConflictPerson = Conflict['people'][number]
type Values = Conflict['fields']
type Field = Legend['fields'] extends ReadonlyMap<number, infer F> ? F : never

/** Row and person, side by side. */
export interface Side {
  /** Both parts of a name stand in one line. */
  title: Field | 'fullName'
  field: Field
  ours: RecordValue
  theirs: RecordValue
  /** Null where a side is empty, or where a difference says nothing of who it is. */
  verdict: 'same' | 'different' | 'lastName' | null
}

const named = (values: Values, name: string): RecordValue => values.find((one) => one.name === name)?.value ?? null
const joined = (values: Values, ...names: string[]) =>
  names
    .map((name) => named(values, name))
    .filter((value) => value !== null)
    .join(' ')

/** Name from values, or the company; empty without either. */
export const nameOfValues = (values: Values): string =>
  joined(values, 'firstName', 'lastName') || joined(values, 'firstNameEN', 'lastNameEN') || joined(values, 'company')

export const firstNameOf = (values: Values): string => joined(values, 'firstName') || joined(values, 'firstNameEN')

/** A row and one of the people it points to, side by side: what points to them first, then names, then the other fields. */
export function sidesOf({ fields }: Conflict, person: ConflictPerson, legend: Legend): Side[] {
  const sides: Side[] = []
  for (const field of legend.fields.values()) {
    const [ours, theirs] = [valueIn(fields, field.id), valueIn(person.fields, field.id)]
    if (ours === null && theirs === null) continue
    sides.push({ title: field, field, ours, theirs, verdict: verdictOf(field, ours, theirs) })
  }
  const pointing = sides.findIndex(({ field }) => field.id === person.fieldId)
  if (pointing > 0) sides.unshift(...sides.splice(pointing, 1))
  return withFullName(sides)
}

const valueIn = (values: Values, id: number): RecordValue => values.find((one) => one.id === id)?.value ?? null

function withFullName(sides: Side[]): Side[] {
  const first = sides.find(({ field }) => field.fieldName === 'firstName')
  const last = sides.find(({ field }) => field.fieldName === 'lastName')
  if (!first || !last) return sides
  const both = (a: RecordValue, b: RecordValue) => [a, b].filter((part) => part !== null).join(' ') || null
  const [ours, theirs] = [both(first.ours, last.ours), both(first.theirs, last.theirs)]
  const same = ours === theirs ? 'same' : last.verdict === 'same' ? 'lastName' : 'different'
  const verdict = ours === null || theirs === null ? null : same
  const name: Side = { title: 'fullName', field: first.field, ours, theirs, verdict }
  return sides.flatMap((side) => (side === first ? name : side === last ? [] : side))
}

/** Days and amounts come and go: a difference says nothing of who it is. */
const comesAndGoes = ({ fieldName, dataType }: Field) =>
  fieldName === 'age' || dataType === 'Number' || (dataType === 'Date' && fieldName !== 'birthDate')

/** A value that is covered, or a part of it, can't be compared. */
const isCovered = (value: RecordValue) => typeof value === 'string' && value.includes('•')

function verdictOf(field: Field, ours: RecordValue, theirs: RecordValue): 'same' | 'different' | null {
  if (ours === null || theirs === null || isCovered(ours) || isCovered(theirs)) return null
  if (ours === theirs) return 'same'
  return comesAndGoes(field) ? null : 'different'
}

/** Phones and e-mails go around in families and shops; any other key belongs to one person. */
export const isSharedContact = (field: Pick<Field, 'fieldName'> | undefined) =>
  field?.fieldName === 'phone' || field?.fieldName === 'email'

const distinguishing = ['firstName', 'lastName', 'firstNameEN', 'lastNameEN', 'birthDate', 'citizenId', 'lineUserId']

/** Returns the fields that contradict a match of the row with a customer. */
export const differencesOf = ({ fields }: Conflict, person: ConflictPerson, legend: Legend): Field[] =>
  [...legend.fields.values()].filter(
    (field) =>
      distinguishing.includes(field.fieldName) &&
      verdictOf(field, valueIn(fields, field.id), valueIn(person.fields, field.id)) === 'different',
  )

/** Number of fields the row changes if it is about this person. */
export function updatesOf({ fields }: Conflict, person: ConflictPerson, legend: Legend): number {
  if (legend.mode === 'new') return 0
  return [...legend.sources].filter(([id, { overwrite, clears }]) => {
    const [ours, theirs] = [valueIn(fields, id), valueIn(person.fields, id)]
    if (ours === theirs || (ours === null && !clears) || overwrite === 'never') return false
    return theirs === null || overwrite === 'always'
  }).length
}

/** Answer given since the run; earlier answers did not settle the row. */
export const conflictAnswerOf = (
  { conflict }: Pick<RecordOfRun, 'conflict'>,
  { outdated }: Pick<RunOfSource, 'outdated'>,
) => (outdated ? (conflict?.answer ?? null) : null)

type Counted = readonly { group: string; rows: number; answered: number; oneByOne?: boolean }[]

/** Counts the rows of a run that were not answered since, in one group or in all. */
export function waitingOf(groups: Counted, group?: string) {
  const asked = groups.filter((one) => group === undefined || one.group === group)
  return asked.reduce((sum, { rows, answered }) => sum + rows - answered, 0)
}

/** Counts the waiting rows that a common answer reaches: those that are asked one by one are left out. */
export const answerableOf = (groups: Counted, group?: string) =>
  waitingOf(
    groups.filter(({ oneByOne }) => !oneByOne),
    group,
  )

export const answeredOf = (groups: Counted) => groups.reduce((sum, { answered }) => sum + answered, 0)
