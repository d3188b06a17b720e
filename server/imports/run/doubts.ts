import { type MatchDoubt, matchDoubts } from '@ruam/contract/imports/match-doubts.ts'
import { isNickname } from '../../formats/values/nicknames.ts'
import {
  birthLikeness,
  differ,
  equal,
  hasNoName,
  haveOtherSexes,
  isCommon,
  namesOfBoth,
  type Traits,
} from './identity-match.ts'
import type { PlannedField, Values } from './planned-field.ts'

/** Returns what differs between a row and the person its key found, in the order of `matchDoubts`. */
export function matchDoubtsOf(
  traits: Traits,
  fields: readonly Pick<PlannedField, 'field'>[],
  key: number,
  row: Values,
  person: Values,
): MatchDoubt[] {
  const columnDiffers = (column: string) =>
    traits.phonesAndEmails.some(
      (place) => place !== key && fields[place]!.field.column === column && differ(row[place], person[place]),
    )
  const { given, family } = namesOfBoth(traits, row, person)
  const found: Partial<Record<MatchDoubt, boolean>> = {
    whole_file: traits.distrusted.has(key),
    shared_contact: isCommon(traits, row[key]),
    no_name: given === null && hasNoName(traits, row, person),
    own_id: traits.own.some((place) => differ(row[place], person[place])),
    birth_date: birthLikeness(traits, row, person) === 'different',
    title: haveOtherSexes(traits, row, person),
    nickname: given === 'different' && traits.givenNames.some((place) => isNickname(row[place])),
    surname_first: given === 'different' && isSurnameOfOther(traits, row, person),
    given_name: given === 'different',
    surname: family === 'different',
    email: columnDiffers('email'),
    phone: columnDiffers('phone'),
  }
  return matchDoubts.filter((doubt) => found[doubt])
}

function isSurnameOfOther({ givenNames, lastNames }: Traits, row: Values, person: Values): boolean {
  return givenNames.some((given) =>
    lastNames.some((last) => equal(row[given], person[last]) || equal(row[last], person[given])),
  )
}
