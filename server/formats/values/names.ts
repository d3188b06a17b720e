import { namePrefixes } from '../../master-data/master-data.ts'
import { canonicalText } from './thai.ts'

interface NameParts {
  prefix: string | null
  first_name: string | null
  last_name: string | null
}

/** Titles without a dot that are typed onto a name; many a given name begins with the letters of another title. */
const gluedWords = new Set(['นาย', 'นาง', 'นางสาว', 'เด็กชาย', 'เด็กหญิง', 'คุณ', 'ดร'])

/** Given names that begin like a title, and are none without it. */
const wholeNames = new Set(['คุณวุฒิ', 'คุณวุธ', 'คุณภัทร', 'คุณธรรม', 'คุณกร', 'คุณพัฒน์', 'คุณพงศ์', 'นายิกา', 'นางนวล'])

const forms = namePrefixes.flatMap(({ th, en, written }) =>
  [th, en, ...written].map((form) => ({ form, prefix: /^[ -~]*$/.test(form) ? en : th })),
)
/** Without dots and in lower case. Of two that are written alike (Mr. and M.R.) the first, which is the commoner, counts. */
const titles = new Map(forms.toReversed().map(({ form, prefix }) => [plain(form), prefix]))
/** Titles written without a blank before the name, longest first: นางสาว before นาง. */
const glued = forms
  .filter(({ form }) => /^[\u0e01-\u0e44]/.test(form) && (form.includes('.') || gluedWords.has(form)))
  .sort((a, b) => b.form.length - a.form.length)

/** A consonant or a vowel that is written before one: how a Thai name begins. */
const NAME_START = /^[\u0e01-\u0e2e\u0e40-\u0e44]/
const SHORTEST_NAME = 2
/** ว่าที่ ร.ต. is two words. */
const MOST_TITLE_WORDS = 3

/**
 * A whole name in its parts: the title as it is stored (น.ส. is นางสาว, mr is Mr.), the first name, and all the rest as the last name.
 * A title may be typed onto the name without a blank, as Thai files have it.
 */
export function splitName(raw: string): NameParts {
  const words = givenNameFirst(canonicalText(raw).replaceAll('\n', ' ')).split(' ').filter(Boolean)
  let prefix: string | null = null
  for (let count = Math.min(MOST_TITLE_WORDS, words.length - 1); count > 0; count--) {
    const title = titles.get(plain(words.slice(0, count).join(' ')))
    if (title === undefined) continue
    prefix = title
    words.splice(0, count)
    break
  }
  if (prefix === null && words[0] !== undefined) {
    const found = gluedTitle(words[0])
    if (found) {
      prefix = found.prefix
      words[0] = found.rest
    }
  }
  const [first = null, ...rest] = words
  return { prefix, first_name: first, last_name: rest.length > 0 ? rest.join(' ') : null }
}

const SURNAME_FIRST = /^([^,(]{2,}),\s*([^,]{2,})$/
/** Behind a comma these are no given name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|ph\.d|md|m\.d|mba|esq|ltd|co|inc|llc|จำกัด|บจก|หจก)\b/i

/** Turns "Jaidee, Somchai" around. */
function givenNameFirst(text: string): string {
  if (!text.includes(',')) return text
  const parts = SURNAME_FIRST.exec(text.trim())
  return parts && !SUFFIX.test(parts[2]!) ? `${parts[2]} ${parts[1]}` : text
}

function gluedTitle(word: string): { prefix: string; rest: string } | null {
  if (wholeNames.has(word)) return null
  for (const { form, prefix } of glued) {
    if (!word.startsWith(form)) continue
    const rest = word.slice(form.length)
    if (rest.length >= SHORTEST_NAME && NAME_START.test(rest)) return { prefix, rest }
  }
  return null
}

/** A name without the title before it; a title alone stays as it is. */
export function withoutTitle(raw: string): string {
  const { first_name, last_name } = splitName(raw)
  return last_name === null ? (first_name ?? '') : `${first_name} ${last_name}`
}

/** The forms of a title that a name may begin with, by their first two letters; อ. is a district more often than a lecturer. */
const formsByStart = Map.groupBy(
  new Set(
    forms
      .filter(({ form }) => form.length > 1 && form !== 'อ.')
      .flatMap(({ form }) => [form, form.charAt(0).toUpperCase() + form.slice(1), form.toUpperCase()]),
  ),
  startOf,
)
const gluedForms = new Set(glued.map(({ form }) => form))

function startOf(text: string): number {
  return text.charCodeAt(0) * 0x10000 + text.charCodeAt(1)
}

/** Returns the words of the title before a name of letters, 0 if it is glued to the name, null if there is none. Counts without cleaning. */
export function titleWords(raw: string): number | null {
  const candidates = formsByStart.get(startOf(raw))
  if (!candidates) return null
  for (const form of candidates) {
    if (!raw.startsWith(form)) continue
    const rest = raw.length - form.length
    if (raw.charAt(form.length) === ' ') return rest > SHORTEST_NAME ? form.split(' ').length : null
    if (rest >= SHORTEST_NAME && gluedForms.has(form) && NAME_START.test(raw.charAt(form.length)))
      return wholeNames.has(raw) ? null : 0
  }
  return null
}

function plain(form: string): string {
  return form.toLowerCase().replace(/[.\s]/g, '')
}
