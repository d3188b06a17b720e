import { isNickname } from '../../formats/values/nicknames.ts'
import { isReadableName } from '../../formats/values/placeholder-names.ts'
import type { RowEntry } from './entry.ts'
import { isNoName } from './name-cells.ts'
import { areComparable, compareNames } from './name-likeness.ts'
import type { Plan } from './plan.ts'
import type { Values } from './planned-field.ts'

const NONE: ReadonlySet<number> = new Set()

/** Returns the indexes of name fields whose stored value is at least as good as the row's, so that the row does not write them. */
export function betterStoredNames(
  { fields, traits }: Plan,
  row: Values,
  { values: stored }: RowEntry,
): ReadonlySet<number> {
  const isUnchanged = (place: number | undefined) =>
    place === undefined || row[place] === null || row[place] === stored[place]
  if (traits.names.every(({ given, family }) => isUnchanged(given) && isUnchanged(family))) return NONE
  const kept = new Set<number>()
  const { given, family, reversed } = compareNames({ ...traits, unmapped: { names: [] } }, row, stored)
  for (const name of traits.names) {
    const alike = { given: given === 'same' || given === 'close', family: family === 'same' || family === 'close' }
    for (const part of ['given', 'family'] as const) {
      const place = name[part]
      if (place === undefined) continue
      const [ours, theirs] = [row[place], stored[place]]
      if (!fields[place]!.asWritten && isNoName(ours)) kept.add(place)
      else if (fields[place]!.latin) {
        // A Latin spelling is one of the Thai name stored.
        const thai = traits.names.find((one) => one !== name)?.[part]
        if (reversed || thai === undefined || isLatin(stored[thai]) !== false) kept.add(place)
      } else if (typeof ours === 'string' && typeof theirs === 'string' && isReadableName(theirs)) {
        const worse =
          !isReadableName(ours) ||
          !areComparable(ours, theirs) ||
          isLatin(ours) !== isLatin(theirs) ||
          isShort(part, ours, theirs)
        const isThaiSpelling = isReadableName(ours) && isLatin(ours) === false && isLatin(theirs) && alike[part]
        if (reversed || (!isThaiSpelling && (worse || alike[part] || given === 'close'))) kept.add(place)
      }
    }
  }
  return kept
}

/** Returns changes that keep Latin names, whose place a Thai name takes, as English names of a person who has none. */
export function latinMoves({ fields, traits }: Plan, changes: readonly Change[], { values }: RowEntry): Change[] {
  if (changes.length === 0) return []
  const [thai, english] = [columnsOf('first_name', 'last_name'), columnsOf('first_name_en', 'last_name_en')]
  return thai.flatMap((place, part): Change[] => {
    const change = changes.find(([changed]) => changed === place)
    const to = english[part]!
    if (!change || to < 0 || values[to] !== null || changes.some(([changed]) => changed === to)) return []
    const [, before, after] = change
    const isMoved = isLatin(before) && isLatin(after) === false && fields[to]!.overwrite !== 'never'
    return isMoved ? [[to, null, before]] : []
  })

  function columnsOf(...columns: string[]): number[] {
    if (traits.names.length < 2) return columns.map(() => -1)
    return columns.map((column) => fields.findIndex(({ field, evidence }) => field.column === column && !evidence))
  }
}

type Change = [place: number, before: Values[number], after: Values[number]]

/** Null of no text. */
const isLatin = (value: Values[number] | undefined) => (typeof value === 'string' ? /^[a-z]/i.test(value) : null)

/** An initial, or a nickname for a name that is none. */
const isShort = (part: 'given' | 'family', ours: string, theirs: string) =>
  isInitial(ours) || (part === 'given' && isNickname(ours) && !isNickname(theirs) && !isInitial(theirs))

const isInitial = (name: string) => /^[เแโไใ]?.\.?$/u.test(name)
