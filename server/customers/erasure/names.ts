/** Current or former name of a person. */
interface Names {
  /** First and last names, of each language. */
  pairs: { first: string; last: string }[]
  /** Last names, display names and first names that are long enough to identify a person alone. */
  single: string[]
}

/** Minimum letters: a shorter name is part of many words. */
const LEAST = 4
/** In the journal's JSON, a field number separates first and last name. */
const JOURNAL_GAP = '[^\\n]{0,60}?'
const TEXT_GAP = '[^\\p{L}\\p{M}\\n]{1,4}'

export const calledColumns = ['first_name', 'last_name', 'first_name_en', 'last_name_en', 'line_display_name'] as const
type CalledColumn = (typeof calledColumns)[number]

/** Current and former names by column. */
export type Called = Partial<Record<CalledColumn, readonly string[]>>

export function erasedNamesOf(called: Called): Names {
  const of = (column: CalledColumn) => [...new Set((called[column] ?? []).map((name) => name.trim()).filter(Boolean))]
  const pairs = (first: string[], last: string[]) =>
    first.flatMap((one) => last.map((other) => ({ first: one, last: other })))
  const all = calledColumns.flatMap(of)
  return {
    pairs: [...pairs(of('first_name'), of('last_name')), ...pairs(of('first_name_en'), of('last_name_en'))],
    single: [...new Set(all)].filter((name) => [...name].length >= LEAST),
  }
}

/** Scope of a name search: in words a part may mean the person, in values of others only the whole does. */
export type NameScope = 'words' | 'values'

/** Matches a name of the person in a text; undefined if there is none to search for. */
export function namePattern({ pairs, single }: Names, among: NameScope): RegExp | undefined {
  const gap = among === 'values' ? JOURNAL_GAP : TEXT_GAP
  const parts = pairs.map(({ first, last }) => `${literal(first)}${gap}${literal(last)}`)
  if (among === 'words') parts.push(...single.map(literal))
  // Thai is written without spaces: the letters next to a Thai name prove nothing.
  return parts.length === 0 ? undefined : new RegExp(`(?<![A-Za-z])(?:${parts.join('|')})(?![A-Za-z])`, 'iu')
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
