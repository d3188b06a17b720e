import type { MatchAgreement, MatchDoubt } from '@ruam/contract/imports/match-doubts.ts'
import { isNickname } from '../../formats/values/nicknames.ts'
import { compareWith } from './comparisons.ts'
import type { RowEntry } from './entry.ts'
import { agreementsOf, doubtsOf } from './evidence-table.ts'
import type { Values } from './planned-field.ts'
import { equal, type Traits } from './traits.ts'

/** Reasons of a row that waits. */
export interface MatchReasons {
  doubts: MatchDoubt[]
  agrees: MatchAgreement[]
}

/** Returns what differs and what agrees between a row and the person its key found, in the order of their lists. */
export function matchReasonsOf(
  traits: Traits,
  key: number,
  row: Values,
  person: Pick<RowEntry, 'values' | 'further' | 'made'>,
): MatchReasons {
  const found = compareWith(traits, key, row, person)
  const isOther = found.given === 'differ' || found.given === 'near'
  const isShort = isOther && traits.givenNames.some((place) => isNickname(row[place]))
  const isTurned = isOther && isSurnameOfOther(traits, row, person.values)
  const more: MatchDoubt[] = [
    ...(isShort ? ['nickname' as const] : []),
    ...(isTurned ? ['surname_first' as const] : []),
  ]
  return { doubts: doubtsOf(found, more), agrees: agreementsOf(found) }
}

function isSurnameOfOther({ givenNames, lastNames }: Traits, row: Values, person: Values): boolean {
  return givenNames.some((given) =>
    lastNames.some((last) => equal(row[given], person[last]) || equal(row[last], person[given])),
  )
}
