import type { ListedProfile, ProfileListField } from './values.ts'

/** A part of a text, from the first letter to behind the last. */
export type MatchedPart = readonly [from: number, to: number]

/** Search mode of a field. Names and custom texts: by words. Phones: by start or end. E-mails: by start. */
export type Searched = 'words' | 'phone' | 'email'

const names = new Set(['firstName', 'lastName', 'firstNameEN', 'lastNameEN', 'company', 'lineDisplayName'])

/** Returns the search mode of a field; undefined if not searched. */
export function searchedIn(
  field: Pick<ProfileListField, 'name' | 'type' | 'dataType' | 'masked'>,
): Searched | undefined {
  if (field.masked) return undefined
  if (field.type === 'custom_profile') return field.dataType === 'String' ? 'words' : undefined
  if (field.type !== 'system_profile') return undefined
  if (field.name === 'phone' || field.name === 'email') return field.name
  return names.has(field.name) ? 'words' : undefined
}

const lower = (letter: string) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)

/** As texts are compared: small letters, Arabic digits. As many letters as before, so that places stay. */
const folded = (text: string) =>
  text.replace(/\p{Lu}/gu, lower).replace(/[๐-๙]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x0e50 + 0x30))

/** A keyword with its Thai letters in the order in which values are stored. */
const inOrder = (keyword: string) =>
  keyword
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .normalize('NFC')
    .replaceAll('เเ', 'แ')
    .replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
    .replace(/\u0e33([\u0e48-\u0e4b])/g, '$1\u0e33')

function wordParts(text: string, words: readonly string[]): MatchedPart[] {
  const within = folded(text)
  const found: MatchedPart[] = []
  for (const word of words) {
    for (let at = within.indexOf(word); at >= 0; at = within.indexOf(word, at + word.length))
      found.push([at, at + word.length])
  }
  return joined(found.sort((a, b) => a[0] - b[0]))
}

/** Parts that meet or overlap as one. */
function joined(parts: readonly MatchedPart[]): MatchedPart[] {
  const all: MatchedPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last && part[0] <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], part[1])]
    else all.push(part)
  }
  return all
}

function phoneParts(text: string, typed: string): MatchedPart[] {
  const digits = typed.replace(/[^\d]/g, '').replace(/^(?:00)?66(?:0)?(?=\d{8,9}$)/, '0')
  if (digits.length < 4) return []
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const shown = folded(text).replace(/\D/g, '')
  const part = (from: number, length: number): MatchedPart => [places[from]!, places[from + length - 1]! + 1]
  if (shown.startsWith(digits)) return [part(0, digits.length)]
  if (digits.length > 4 && shown.startsWith(`0${digits}`)) return [part(0, digits.length + 1)]
  return shown.endsWith(digits) ? [part(shown.length - digits.length, digits.length)] : []
}

/** The parts of a shown text that a keyword has found. */
export function matchedPartsOf(text: string, keyword: string, by: Searched): MatchedPart[] {
  const wanted = folded(inOrder(keyword)).trim()
  if (wanted === '') return []
  if (by === 'phone') return phoneParts(text, wanted)
  if (by === 'email') return folded(text).startsWith(wanted) ? [[0, wanted.length]] : []
  return wordParts(text, wanted.split(/\s+/))
}

/** A field in which a keyword was found, as it is shown. */
export interface Match {
  field: ProfileListField
  text: string
  parts: MatchedPart[]
}

/** The fields of a customer in which a keyword was found: phones and addresses before names, the store's own fields last. */
export function matchesIn(
  profile: Pick<ListedProfile, 'fields'>,
  keyword: string,
  say: (field: ProfileListField) => string,
): Match[] {
  const order: Record<Searched, number> = { phone: 0, email: 1, words: 2 }
  return profile.fields
    .flatMap((field) => {
      const by = searchedIn(field)
      const text = by ? say(field) : ''
      const parts = by && text ? matchedPartsOf(text, keyword, by) : []
      return by && parts.length > 0 ? [{ field, text, parts, rank: order[by] }] : []
    })
    .sort((a, b) => a.rank - b.rank)
}
