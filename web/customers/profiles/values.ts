import type { Profile } from '@ruam/contract/customers/profiles.ts'
import type { Camel } from '../../data/camel.ts'

/** A profile as screens see it. */
export type ProfileRow = Camel<Profile>
export type ProfileField = ProfileRow['fields'][number]
export type Label = ProfileRow['labels'][number]

/** True if a text may be a profile id. */
export const isProfileId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** A text value of a profile by its field's name; empty when it has none. */
export function textOf(profile: Pick<ProfileRow, 'fields'>, name: string): string {
  const value = profile.fields.find((field) => field.name === name)?.value
  return value === null || value === undefined ? '' : String(value)
}

/** Display name of a customer: Thai, else English, else the company, else the name on LINE; empty when there is none. */
export function nameOf(profile: Pick<ProfileRow, 'fields'>): string {
  const joined = (...names: string[]) =>
    names
      .map((name) => textOf(profile, name))
      .filter(Boolean)
      .join(' ')
  return (
    joined('firstName', 'lastName') ||
    joined('firstNameEN', 'lastNameEN') ||
    textOf(profile, 'company') ||
    textOf(profile, 'lineDisplayName')
  )
}
