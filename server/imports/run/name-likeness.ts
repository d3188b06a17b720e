import { familyNamesLikeness } from '../../formats/values/family-names.ts'
import { compareGivenNames } from '../../formats/values/given-names.ts'
import { type Likeness as AnyLikeness, plain } from '../../formats/values/likeness.ts'
import { splitName } from '../../formats/values/names.ts'
import { isReadableName } from '../../formats/values/placeholder-names.ts'
import { withoutSpokenTitle } from '../../formats/values/titles.ts'
import type { Values } from './planned-field.ts'

/** Indexes in a plan's fields of the parts of one name; undefined for a part that the plan lacks. */
export interface NameFields {
  given: number | undefined
  family: number | undefined
}

/** A name that is near is another person's as long as the table of evidence does not tell it apart. */
type Likeness = Exclude<AnyLikeness, 'near'>
const settled = (likeness: AnyLikeness): Likeness => (likeness === 'near' ? 'different' : likeness)

/** A comparison of two people's names. */
export interface NameLikeness {
  given: Likeness
  family: Likeness
  /** Given name and surname agree in each other's place. */
  reversed: boolean
}

interface Name {
  given: string
  family: string
}

/** Returns the best comparison of any name of one with any name of the other; surnames of given names that differ don't count. */
export function compareNames(fields: readonly NameFields[], row: Values, person: Values): NameLikeness {
  const theirs = namesOf(fields, person)
  const compared = namesOf(fields, row).flatMap((ours) => theirs.map((name) => compare(ours, name)))
  const alike = compared.filter(({ given }) => given !== 'different')
  const best: NameLikeness = { given: null, family: null, reversed: false }
  for (const { given, family, reversed } of alike.length > 0 ? alike : compared) {
    if (rankOf(given) > rankOf(best.given)) Object.assign(best, { given, reversed })
    if (rankOf(family) > rankOf(best.family)) best.family = family
  }
  return best
}

/** True if a name cell is filled and none holds a comparable name. */
export function hasUnreadableName(fields: readonly NameFields[], values: Values): boolean {
  const cells = fields.flatMap(({ given, family }) => [given, family]).map((index) => cellOf(values, index))
  return cells.some((cell) => cell.trim() !== '') && !cells.some(isReadableName)
}

export const hasFirstName = (fields: readonly NameFields[], values: Values): boolean =>
  fields.some(({ given }) => isReadableName(cellOf(values, given)))

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
    const { first_name, last_name } = splitName(given)
    return { given: first_name ?? '', family: family || (last_name ?? '') }
  })
  return names.filter(({ given, family }) => given !== '' || family !== '')
}

function compare(a: Name, b: Name): NameLikeness {
  const given = givenLikeness(a.given, b.given)
  const straight = { given, family: settled(familyNamesLikeness(a.family, b.family)), reversed: false }
  if (given !== 'different' || a.family === '' || b.family === '') return straight
  const [first, second] = [settled(familyNamesLikeness(a.given, b.family)), givenLikeness(a.family, b.given)]
  const agree = (likeness: Likeness | undefined) => likeness === 'same' || likeness === 'close'
  return agree(first) && agree(second) ? { given: 'close', family: 'close', reversed: true } : straight
}

function givenLikeness(a: string, b: string): Likeness {
  if (a === '' || b === '') return null
  if (isInitial(a) || isInitial(b)) return initialsLikeness(a, b)
  const likeness = settled(compareGivenNames(a, b))
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
const ranks = { same: 3, close: 2, different: 1 } as const
const rankOf = (likeness: Likeness) => (likeness === null ? 0 : ranks[likeness])
