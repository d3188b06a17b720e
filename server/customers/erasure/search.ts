import type { Db } from '../../database/db.ts'
import { digitForms, GAPS, keyHints, keyPattern } from './key-pattern.ts'
import { erasedNamesOf, type NameScope, namePattern } from './names.ts'
import { finderOf } from './needles.ts'
import { type ErasedPeople, nameHoldersOf } from './person.ts'

/** An erased person, with the patterns of their names. */
interface NamedPerson {
  /** Id of the erased profile. */
  id: number
  named: Record<NameScope, RegExp | undefined>
}

/** Possible content of a row: keys, and names of these people. The patterns decide. */
export interface Suspicion {
  keys: boolean
  named: Record<NameScope, readonly NamedPerson[]>
}

/** Texts of a row by the scope in which names are searched. */
export type ScopedTexts = Record<NameScope, string>

/** Patterns searched in words about other people. */
export interface Search {
  /** Profiles of the erased people. */
  ids: readonly number[]
  /** Returns null for most rows, at the cost of reading their texts once. */
  suspect(texts: ScopedTexts): Suspicion | null
  /** Finds the keys in texts about a profile: keys that it has too are its own. */
  patternFor(profile: number | null): RegExp | undefined
  /** Custom fields that are match keys. */
  matchFields: ReadonlySet<string>
}

/** Returns a search for keys and names of people, or undefined if there is nothing to search for. */
export async function searchFor(db: Db, storeId: number, erased: ErasedPeople): Promise<Search | undefined> {
  const fields = await db
    .selectFrom('profile_field')
    .select('id')
    .where('store_id', '=', storeId)
    .where('match_key', '=', true)
    .execute()
  const suspect = suspicionsOf(erased)
  if (!suspect) return undefined
  const patternWithout = (own?: ReadonlySet<string>) => {
    const pattern = keyPattern(erased.keys.filter(({ value }) => !own?.has(value)))
    return pattern === undefined ? undefined : new RegExp(pattern, 'gi')
  }
  const pattern = patternWithout()
  const holders = await nameHoldersOf(db, storeId, erased)
  const ofHolders = new Map([...holders].map(([id, own]) => [id, patternWithout(own)]))
  return {
    ids: erased.ids,
    suspect,
    patternFor: (profile) => (profile !== null && ofHolders.has(profile) ? ofHolders.get(profile) : pattern),
    matchFields: new Set(fields.map(({ id }) => String(id))),
  }
}

/** Returns a test for the rows of files with a key of these people, or undefined if they have none. */
export function keyTest({ keys }: ErasedPeople): ((text: string) => boolean) | undefined {
  const text = keyPattern(keys)
  if (text === undefined) return undefined
  const pattern = new RegExp(text, 'i')
  const hints = keyHints(keys)
  const [digits, letters] = [digitFinder(hints.digits), letterFinder(hints.letters)]
  return (text) => (digits(text) ?? letters(text)) !== null && pattern.test(text)
}

const digitFinder = (needles: readonly string[]) => finderOf(needles, { forms: digitForms, skipped: GAPS })

const letterFinder = (needles: readonly string[]) =>
  finderOf(needles, {
    // One character may have an upper case of two: ß.
    forms: (letter) => [letter, letter.toUpperCase()].filter(({ length }) => length === 1),
    skipped: '',
  })

function suspicionsOf({ people, keys }: ErasedPeople): Search['suspect'] | undefined {
  const hints = keyHints(keys)
  const needles = new Map(hints.letters.map((letters, no) => [letters, no]))
  const keyNeedles = needles.size
  const needleOf = (name: string) => {
    const letters = name.toLowerCase()
    if (!needles.has(letters)) needles.set(letters, needles.size)
    return needles.get(letters)!
  }
  const sought = people.map(({ id, called }) => {
    const names = erasedNamesOf(called)
    return {
      person: { id, named: { words: namePattern(names, 'words'), values: namePattern(names, 'values') } },
      pairs: names.pairs.map(({ first, last }) => [needleOf(first), needleOf(last)] as const),
      single: names.single.map(needleOf),
    }
  })
  if (needles.size + hints.digits.length === 0) return undefined
  const [digits, letters] = [digitFinder(hints.digits), letterFinder([...needles.keys()])]
  const byNeedle = new Map<number, Set<(typeof sought)[number]>>()
  for (const one of sought)
    for (const needle of [...one.pairs.map(([, last]) => last), ...one.single])
      byNeedle.set(needle, (byNeedle.get(needle) ?? new Set()).add(one))
  const namedIn = (found: ReadonlySet<number> | null, scope: NameScope): NamedPerson[] => {
    const some = new Set([...(found ?? [])].flatMap((needle) => [...(byNeedle.get(needle) ?? [])]))
    return [...some].flatMap(({ person, pairs, single }) =>
      (scope === 'words' && single.some((needle) => found!.has(needle))) ||
      pairs.some(([first, last]) => found!.has(first) && found!.has(last))
        ? [person]
        : [],
    )
  }
  return ({ words, values }) => {
    const [inWords, inValues] = [letters(words), letters(values)]
    const keyed = [inWords, inValues].some((found) => found && [...found].some((needle) => needle < keyNeedles))
    const named = { words: namedIn(inWords, 'words'), values: namedIn(inValues, 'values') }
    const suspicion = { keys: keyed || (digits(words) ?? digits(values)) !== null, named }
    return suspicion.keys || named.words.length + named.values.length > 0 ? suspicion : null
  }
}
