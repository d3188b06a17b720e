import type { Profile } from '@ruam/contract/customers/profiles.ts'
import type { Camel } from '../../data/camel.ts'

/** A profile as screens see it. */
export type ListedProfile = Camel<Profile>
export type ProfileListField = ListedProfile['fields'][number]
export type ProfileLabel = ListedProfile['labels'][number]

/** True if a text may be a profile id. */
export const isProfileId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** A text value of a profile by its field's name; empty when it has none. */
export function fieldValueText(profile: Pick<ListedProfile, 'fields'>, name: string): string {
  const value = profile.fields.find((field) => field.name === name)?.value
  return value === null || value === undefined ? '' : String(value)
}

/** Display name of a customer: Thai, else English, else the company, else the name on LINE; empty when there is none. */
export function fieldNameOf(profile: Pick<ListedProfile, 'fields'>): string {
  const joined = (...names: string[]) =>
    names
      .map((name) => fieldValueText(profile, name))
      .filter(Boolean)
      .join(' ')
  return (
    joined('firstName', 'lastName') ||
    joined('firstNameEN', 'lastNameEN') ||
    fieldValueText(profile, 'company') ||
    fieldValueText(profile, 'lineDisplayName')
  )
}
