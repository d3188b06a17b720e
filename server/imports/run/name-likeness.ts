import { familyNamesLikeness } from '../../formats/values/family-names.ts'
import { givenNamesLikeness } from '../../formats/values/given-names.ts'
import { type Likeness, plain } from '../../formats/values/likeness.ts'
import { splitName } from '../../formats/values/names.ts'
import { isReadableName } from '../../formats/values/placeholder-names.ts'
import { withoutSpokenTitle } from '../../formats/values/spoken-titles.ts'
import type { Values } from './planned-field.ts'

/** Indexes in a plan's fields of the parts of one name; undefined for a part that the plan lacks. */
export interface NameFields {
  given: number | undefined
  family: number | undefined
}

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

/** Returns the best comparison of any name of one with any name of the other. */
export function compareNames(fields: readonly NameFields[], row: Values, person: Values): NameLikeness {
  const [ours, theirs] = [namesOf(fields, row), namesOf(fields, person)]
  let best: NameLikeness = { given: null, family: null, reversed: false }
  for (const a of ours) {
    for (const b of theirs) {
      const found = compare(a, b)
      if (isBetter(found, best)) best = found
    }
  }
  return best
}

/** Whether a name cell is filled, and none holds a name that can be compared. */
export function hasUnreadableName(fields: readonly NameFields[], values: Values): boolean {
  const cells = fields.flatMap(({ given, family }) => [given, family]).map((index) => cellOf(values, index))
  return cells.some((cell) => cell.trim() !== '') && !cells.some(isReadableName)
}

export const hasGivenName = (fields: readonly NameFields[], values: Values): boolean =>
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
  const straight = { given, family: familyNamesLikeness(a.family, b.family), reversed: false }
  if (given !== 'different' || a.family === '' || b.family === '') return straight
  const [first, second] = [familyNamesLikeness(a.given, b.family), givenLikeness(a.family, b.given)]
  const agree = (likeness: Likeness | undefined) => likeness === 'same' || likeness === 'close'
  return agree(first) && agree(second) ? { given: 'close', family: 'close', reversed: true } : straight
}

function givenLikeness(a: string, b: string): Likeness {
  if (a === '' || b === '') return null
  if (isInitial(a) || isInitial(b)) return initialsLikeness(a, b)
  const likeness = givenNamesLikeness(a, b)
  if (likeness !== 'different') return likeness
  const [ours, theirs] = [withoutSpokenTitle(a) ?? a, withoutSpokenTitle(b) ?? b]
  return (ours !== a || theirs !== b) && givenNamesLikeness(ours, theirs) === 'same' ? 'close' : 'different'
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

const ranks = { same: 3, close: 2, different: 0 } as const
const rankOf = (likeness: Likeness) => (likeness === null ? 1 : ranks[likeness])

function isBetter(a: NameLikeness, b: NameLikeness): boolean {
  if (b.given === null && b.family === null) return a.given !== null || a.family !== null
  const [ours, theirs] = [rankOf(a.given), rankOf(b.given)]
  return ours === theirs ? rankOf(a.family) > rankOf(b.family) : ours > theirs
}
