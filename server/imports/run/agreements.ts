import { type MatchAgreement, matchAgreements } from '@ruam/contract/imports/match-doubts.ts'
import { birthLikeness, equal, isCommon, namesOfBoth, type Traits } from './identity-match.ts'
import type { PlannedField, Values } from './planned-field.ts'

/** Returns what agrees between a row and the person its key found, in the order of `matchAgreements`. */
export function matchAgreementsOf(
  traits: Traits,
  fields: readonly Pick<PlannedField, 'field'>[],
  key: number,
  row: Values,
  person: Values,
): MatchAgreement[] {
  const columnAgrees = (column: string) =>
    traits.phonesAndEmails.some(
      (place) =>
        place !== key &&
        fields[place]!.field.column === column &&
        equal(row[place], person[place]) &&
        !isCommon(traits, row[place]),
    )
  const { given, family } = namesOfBoth(traits, row, person)
  const birth = birthLikeness(traits, row, person)
  const found: Record<MatchAgreement, boolean> = {
    given_name: given === 'same' || given === 'close',
    surname: family === 'same' || family === 'close',
    birth_date: birth === 'same' || birth === 'close',
    own_id: traits.ids.some((place) => place !== key && equal(row[place], person[place])),
    email: columnAgrees('email'),
    phone: columnAgrees('phone'),
  }
  return matchAgreements.filter((agreement) => found[agreement])
}
