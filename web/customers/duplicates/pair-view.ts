import type { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import type { Got } from '../../data/api.ts'
import { fieldNameOf, fieldValueText, type ProfileListField } from '../profiles/values.ts'

/** Comparison of two profiles. Has no id if they were chosen by hand. */
export type DuplicatePairView = Got<typeof profileDuplicates.compare>
type Sureness = 'sure' | 'likely' | 'unsure'

/** A field of both profiles, the older one's first. */
export interface Sides {
  id: number
  displayName: string
  sides: readonly [ProfileListField, ProfileListField]
}

/** Reasons that few two people share. Names and addresses alone never make a pair sure: namesakes and relatives have them in common. */
const identifying: ReadonlySet<string> = new Set([
  ...['same_citizen_id', 'same_line', 'same_phone', 'same_email', 'same_birth_date'],
  'proved_by_line',
])

/** Certainty in three levels; null for pairs chosen by hand without a score. */
export function surenessOf({ score, reasons }: Pick<DuplicatePairView, 'score' | 'reasons'>): Sureness | null {
  // Without a reason, one that the reader may not see has counted.
  if (reasons.length > 0 && reasons.every((reason) => reason === 'chosen')) return null
  const identified = reasons.length === 0 || reasons.some((reason) => identifying.has(reason))
  return score >= 0.9 && identified ? 'sure' : score >= 0.5 ? 'likely' : 'unsure'
}

export const pairNamesOf = ({ profiles }: Pick<DuplicatePairView, 'profiles'>, none: string): [string, string] =>
  [0, 1].map((side) => fieldNameOf(profiles[side]!) || fieldValueText(profiles[side]!, 'phone') || none) as [
    string,
    string,
  ]

/** Two citizen ids are two people, whatever else they share. */
export function haveTwoCitizenIds({ profiles }: Pick<DuplicatePairView, 'profiles'>): boolean {
  const [a, b] = profiles.map((profile) => fieldValueText(profile, 'citizenId'))
  return a !== '' && b !== '' && a !== b
}

/** The fields in which they differ, which one of them alone has, and in which they are the same; empty ones are left out. */
export function groupSides({ profiles }: Pick<DuplicatePairView, 'profiles'>) {
  const groups: Record<'differing' | 'onlyOne' | 'same', Sides[]> = { differing: [], onlyOne: [], same: [] }
  for (const a of profiles[0]!.fields) {
    const b = profiles[1]!.fields.find((field) => field.id === a.id)
    if (!b || (a.value === null && b.value === null)) continue
    const group = a.value === null || b.value === null ? 'onlyOne' : a.value === b.value ? 'same' : 'differing'
    groups[group].push({ id: a.id, displayName: a.displayName, sides: [a, b] })
  }
  return groups
}

/** Fields that identify a customer, the best first, before custom fields. */
const known = ['birthDate', 'phone', 'email', 'citizenId', 'address', 'gender', 'lineDisplayName', 'prefixName']
const MOST_SHOWN = 2

/** The fields that tell two profiles of one name apart, in the order in which people know them: at most two. */
export function distinguishingFields({
  profiles,
}: Pick<DuplicatePairView, 'profiles'>): { id: number; sides: (ProfileListField | undefined)[] }[] {
  const [a, b] = profiles
  const ids = new Map([...a!.fields, ...b!.fields].map(({ id, name }) => [id, name]))
  const rank = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length)
  return [...ids]
    .filter(([, name]) => !sharedNames.has(name))
    .map(([id, name]) => ({ id, name, sides: [a!, b!].map(({ fields }) => fields.find((field) => field.id === id)) }))
    .filter(({ sides: [one, two] }) => (one?.value ?? null) !== (two?.value ?? null))
    .sort((one, two) => rank(one.name) - rank(two.name) || one.id - two.id)
    .slice(0, MOST_SHOWN)
    .map(({ id, sides }) => ({ id, sides }))
}

/** Not the names themselves, and no id that only machines know. */
const sharedNames = new Set(['firstName', 'lastName', 'firstNameEN', 'lastNameEN', 'lineUserId'])

type Side = 0 | 1

/** Returns the profile kept by default: the fuller one; if both are equally full, the older. */
export function suggestedSurvivor({ profiles }: Pick<DuplicatePairView, 'profiles'>): Side {
  const [a, b] = profiles.map(({ fields }) => fields.filter((field) => field.value !== null).length)
  return b! > a! ? 1 : 0
}

const DAY_MS = 86_400_000

/**
 * Returns the profile whose value is taken by default: a phone in international form, the longer of two texts if one contains the
 * other, the value of a profile changed over a day later, else that of the kept profile.
 */
export function suggestedSide({ sides: [a, b] }: Sides, pair: Pick<DuplicatePairView, 'profiles'>): Side {
  if (a.name === 'phone') {
    const [known, other] = [a, b].map((field) => String(field.value).startsWith('+'))
    if (known !== other) return known ? 0 : 1
  }
  const [one, two] = [plain(a), plain(b)]
  if (one !== two && one.includes(two)) return 0
  if (one !== two && two.includes(one)) return 1
  const [earlier, later] = pair.profiles.map(({ updatedAt }) => Date.parse(updatedAt))
  if (Math.abs(later! - earlier!) > DAY_MS) return later! > earlier! ? 1 : 0
  return suggestedSurvivor(pair)
}

const plain = ({ value }: ProfileListField) => String(value).toLowerCase().replace(/\s/g, '')

/** Choice for a merge: the remaining profile, and the source of each value. */
export interface KeptChoice {
  keep: 0 | 1
  setKeep: (side: 0 | 1) => void
  sides: Record<number, 0 | 1>
  setSides: (sides: Record<number, 0 | 1>) => void
}
