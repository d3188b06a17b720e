import { type MatchDoubt, matchDoubts } from '@ruam/contract/match-doubts.ts'
import { sexOfTitle } from '../values/titles.ts'
import type { PlannedField, Values } from './planned-field.ts'
import { birthLikeness, differ, equal, givenLikeness, haveOtherSurnames, type Traits } from './same-person.ts'

/** Returns what differs between a row and the person it found, in the order of `matchDoubts`. */
export function doubtsOf(
  traits: Traits,
  fields: readonly Pick<PlannedField, 'field'>[],
  row: Values,
  person: Values,
): MatchDoubt[] {
  const columnDiffers = (column: string) =>
    traits.phonesAndEmails.some((place) => fields[place]!.field.column === column && differ(row[place], person[place]))
  const given = givenLikeness(traits, row, person)
  const found: Partial<Record<MatchDoubt, boolean>> = {
    own_id: traits.own.some((place) => differ(row[place], person[place])),
    birth_date: birthLikeness(traits, row, person) === 'different',
    title: haveOtherTitles(traits, row, person),
    surname_first: given === 'different' && isSurnameOfOther(traits, row, person),
    given_name: given === 'different',
    surname: haveOtherSurnames(traits, row, person),
    email: columnDiffers('email'),
    phone: columnDiffers('phone'),
  }
  return matchDoubts.filter((doubt) => found[doubt])
}

function haveOtherTitles({ titles }: Traits, row: Values, person: Values): boolean {
  return titles.some((place) => {
    const [ours, theirs] = [sexOfTitle(row[place]), sexOfTitle(person[place])]
    return ours !== null && theirs !== null && ours !== theirs
  })
}

function isSurnameOfOther({ givenNames, lastNames }: Traits, row: Values, person: Values): boolean {
  return givenNames.some((given) =>
    lastNames.some((last) => equal(row[given], person[last]) || equal(row[last], person[given])),
  )
}
