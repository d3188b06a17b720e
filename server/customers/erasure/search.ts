import type { Db } from '../../database/db.ts'
import { keyHints, keyPattern } from './key-pattern.ts'
import { erasedNamesOf, type NameScope, nameHints, namePattern } from './names.ts'
import { type ErasedPerson, nameHoldersOf } from './person.ts'

/** Patterns searched in words about other people. */
export interface Search {
  person: ErasedPerson
  /** Id of the erased profile. */
  erasedId: number
  /** Digits and lower-case letters of a text: any text with a key or a name contains one of the patterns. */
  digits: string[]
  letters: string[]
  /** Finds the keys in what is about a profile: those that it has too are its own. */
  patternFor(profile: number | null): RegExp | undefined
  named: Record<NameScope, RegExp | undefined>
  /** Custom fields that are match keys. */
  matchFields: ReadonlySet<string>
}

export async function searchFor(db: Db, storeId: number, erasedId: number, person: ErasedPerson): Promise<Search> {
  const fields = await db
    .selectFrom('profile_field')
    .select('id')
    .where('store_id', '=', storeId)
    .where('match_key', '=', true)
    .execute()
  const keys = [...person.keys, ...person.former]
  const patternWithout = (own?: ReadonlySet<string>) => {
    const pattern = keyPattern(keys.filter(({ value }) => !own?.has(value)))
    return pattern === undefined ? undefined : new RegExp(pattern, 'gi')
  }
  const pattern = patternWithout()
  const holders = await nameHoldersOf(db, storeId, person)
  const ofHolders = new Map([...holders].map(([id, own]) => [id, patternWithout(own)]))
  const names = erasedNamesOf(person.called)
  const hints = keyHints(keys)
  return {
    person,
    erasedId,
    digits: hints.digits,
    letters: [...hints.letters, ...nameHints(names)],
    patternFor: (profile) => (profile !== null && ofHolders.has(profile) ? ofHolders.get(profile) : pattern),
    named: { words: namePattern(names, 'words'), values: namePattern(names, 'values') },
    matchFields: new Set(fields.map(({ id }) => String(id))),
  }
}
