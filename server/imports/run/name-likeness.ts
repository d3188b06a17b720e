import { familyNamesLikeness } from '../../formats/values/family-names.ts'
import { compareGivenNames } from '../../formats/values/given-names.ts'
import { type Likeness, plain } from '../../formats/values/likeness.ts'
import { readName } from '../../formats/values/names.ts'
import { isReadableName } from '../../formats/values/placeholder-names.ts'
import { withoutSpokenTitle } from '../../formats/values/titles.ts'
import type { Values } from './planned-field.ts'

/** Indexes in a plan's fields of the parts of one name; undefined for a part that the plan lacks. */
export interface NameFields {
  given: number | undefined
  family: number | undefined
}

/** A comparison of two people's names. */
interface NameLikeness {
  given: Likeness
  family: Likeness
  /** Given name and surname agree in each other's place. */
  reversed: boolean
  /** Both have given names, in scripts that cannot be compared. */
  otherScript: boolean
}

interface Name {
  given: string
  family: string
}

/** Names of a plan: those of its fields, and those of columns that feed none, which only rows have. */
interface NameIndexes {
  names: readonly NameFields[]
  namesAreUnmapped: boolean
  unmapped: { names: readonly NameFields[] }
}

/**
 * Returns the best comparison of any name of the row with any of the person; surnames of given names that differ don't count. A name
 * that is mapped decides: unmapped columns are compared beside others of their kind, or where its cell is empty.
 */
export function compareNames(places: NameIndexes, row: Values, person: Values): NameLikeness {
  const mapped = namesOf(places.names, row)
  // Most rows of a file that comes again have the names that are stored.
  const theirs = haveSameNames(places.names, row, person) ? mapped : namesOf(places.names, person)
  const best: NameLikeness = { given: null, family: null, reversed: false, otherScript: false }
  if (theirs.length === 0) return best
  const compared = namesOfRow(places, mapped, row).flatMap((ours) => theirs.map((name) => compare(ours, name)))
  const agree = compared.some(({ given }) => given === 'same' || given === 'close')
  for (const { given, family, reversed } of agree ? compared.filter(({ given }) => given !== 'different') : compared) {
    if (rankOf(given) > rankOf(best.given)) Object.assign(best, { given, reversed })
    if (rankOf(family) > rankOf(best.family)) best.family = family
  }
  best.otherScript = best.given === null && compared.some(({ otherScript }) => otherScript)
  return best
}

const haveSameNames = (names: readonly NameFields[], row: Values, person: Values): boolean =>
  names.every(({ given, family }) => isSame(row, person, given) && isSame(row, person, family))

const isSame = (row: Values, person: Values, index: number | undefined) =>
  index === undefined || row[index] === person[index]

/** `own`: the row's names of mapped fields. */
function namesOfRow({ namesAreUnmapped, unmapped }: NameIndexes, own: Name[], row: Values): Name[] {
  if (unmapped.names.length === 0 || (!namesAreUnmapped && own.some(({ given }) => given !== ''))) return own
  return [...own, ...namesOf(unmapped.names, row)]
}

const cellsOf = (fields: readonly NameFields[], values: Values) =>
  fields.flatMap(({ given, family }) => [given, family]).map((index) => cellOf(values, index))

/** True if a name cell is filled and none holds a comparable name. */
export function hasUnreadableName({ names, unmapped }: Omit<NameIndexes, 'namesAreUnmapped'>, values: Values): boolean {
  const cells = [...cellsOf(names, values), ...cellsOf(unmapped.names, values)]
  return cells.some((cell) => cell.trim() !== '') && !cells.some(isReadableName)
}

/** True if a given name of the row stands in the person as it is, readable or not. */
export const hasEqualCell = ({ names }: NameIndexes, row: Values, person: Values): boolean =>
  names.some(({ given }) => cellOf(row, given) !== '' && cellOf(row, given) === cellOf(person, given))

export const hasFirstName = ({ names, unmapped }: Omit<NameIndexes, 'namesAreUnmapped'>, values: Values): boolean =>
  [...names, ...unmapped.names].some(({ given }) => isReadableName(cellOf(values, given)))

function cellOf(values: Values, index: number | undefined): string {
  const value = index === undefined ? null : values[index]
  return typeof value === 'string' ? value : ''
}

const readable = (cell: string) => (isReadableName(cell) ? cell : '')

/** The Thai and the English name; a given name that holds the whole name is split. */
function namesOf(fields: readonly NameFields[], values: Values): Name[] {
  const names = fields.map((parts) => {
    const [given, family] = [readable(cellOf(values, parts.given)), readable(cellOf(values, parts.family))]
    if (!given.includes(' ')) return { given, family }
    const { first_name, last_name } = readName(given)
    return { given: first_name ?? '', family: family || (last_name ?? '') }
  })
  return names.filter(({ given, family }) => given !== '' || family !== '')
}

/** Names in a script that cannot be compared with another: neither Thai nor Latin. */
const isOtherScript = (name: string) => !/[a-z\u0e01-\u0e4e]/i.test(name)
export const areComparable = (a: string, b: string) => isOtherScript(a) === isOtherScript(b)

function compare(a: Name, b: Name): NameLikeness {
  const given = givenLikeness(a.given, b.given)
  const isComparable = a.family === b.family || areComparable(a.family, b.family)
  const family = isComparable ? familyNamesLikeness(a.family, b.family) : null
  const otherScript = given === null && a.given !== '' && b.given !== '' && !areComparable(a.given, b.given)
  const straight = { given, family, reversed: false, otherScript }
  if ((given !== 'different' && given !== 'near') || a.family === '' || b.family === '') return straight
  const [first, second] = [familyNamesLikeness(a.given, b.family), givenLikeness(a.family, b.given)]
  const agree = (likeness: Likeness | undefined) => likeness === 'same' || likeness === 'close'
  return agree(first) && agree(second) ? { given: 'close', family: 'close', reversed: true, otherScript } : straight
}

function givenLikeness(a: string, b: string): Likeness {
  if (a === b) return a === '' || isInitial(a) ? null : 'same'
  if (a === '' || b === '' || !areComparable(a, b)) return null
  if (isInitial(a) || isInitial(b)) return initialsLikeness(a, b)
  const likeness = compareGivenNames(a, b)
  if (likeness !== 'different') return likeness
  const [ours, theirs] = [withoutSpokenTitle(a) ?? a, withoutSpokenTitle(b) ?? b]
  return (ours !== a || theirs !== b) && compareGivenNames(ours, theirs) === 'same' ? 'close' : 'different'
}

const isInitial = (name: string) => /^[เแโไใ]?.\.?$/u.test(name)
const consonantOf = (name: string) =>
  plain(name)
    .replace(/^[เแโไใ]/, '')
    .charAt(0)

/** An initial that fits is no evidence, nor is a letter without a dot; one that does not fit is another name. */
function initialsLikeness(a: string, b: string): Likeness {
  if (![a, b].every((name) => !isInitial(name) || name.endsWith('.'))) return null
  const [ours, theirs] = [consonantOf(a), consonantOf(b)]
  const isThai = (letter: string) => letter >= 'ก'
  return ours !== theirs && isThai(ours) === isThai(theirs) ? 'different' : null
}

/** A spelling that is missing in one language does not hide what the other one shows. */
const ranks = { same: 4, close: 3, near: 2, different: 1 } as const
const rankOf = (likeness: Likeness) => (likeness === null ? 0 : ranks[likeness])
