import { SILENT } from './thai-sounds.ts'

type Heard = readonly [letters: string, first: string, last: string]

/** Latin spellings of Thai consonants at the start of a syllable, and at its end. */
const table: readonly Heard[] = [
  ['กขฃคฅฆ', 'kh?|gh?|c', 'kh?|gh?|c'],
  ['ง', 'ng', 'ng'],
  ['จ', 'ch?|j|tj', 'ch?|j|t?ch|t'],
  ['ฉชฌ', 'ch|sh', 't?ch|sh|j|t'],
  ['ซศษส', 's|z|sh', 's|z|sh|t'],
  ['ญ', 'y|ny', 'y|ny?'],
  ['ย', 'y', 'y|i'],
  ['ดฎ', 'd', 'd|t'],
  ['ตฏ', 'dt?|th?', 'dt?|th?'],
  ['ถทธฐฑฒ', 'th?|dh', 'th?|dh'],
  ['นณ', 'n', 'n'],
  ['บ', 'b', 'b|p'],
  ['ป', 'p|b', 'p|b'],
  ['ผพภ', 'ph?|bh?', 'ph?|bh?'],
  ['ฝฟ', 'f|ph', 'f|p'],
  ['ม', 'm', 'm'],
  ['ร', 'r', 'r|n|rn'],
  ['ลฬ', 'l', 'l|n'],
  ['ว', 'w|v', 'w|v|o|u'],
  ['หฮ', 'h', 'h'],
  ['อ', '', ''],
  ['ฤ', 'ri|rue?|ro?e', 'ri|rue?|ro?e'],
]
const written = new Map(
  table.flatMap(([letters, first, last]) => [...letters].map((letter) => [letter, { first, last }] as const)),
)

const vowels: Record<string, string> = {
  '': '[aou]?',
  ะ: '(?:ah?)?',
  า: '(?:a[ahr]?)',
  '\u0e31': '(?:a|u)',
  '\u0e34': '(?:i|e|ee)',
  '\u0e35': '(?:i|ee|y|ie|ey|e|ea)',
  '\u0e36': '(?:ue?|eu)',
  '\u0e37': '(?:ue?|eu)',
  '\u0e38': '(?:u|oo|o)',
  '\u0e39': '(?:u|oo|ou)',
  เ: '(?:e|a|ae|ay|ey|ei|er)',
  แ: '(?:ae?|e|air)',
  โ: '(?:oh?)',
  ไ: '(?:ai|i|y|ay|ei|ye)',
  ำ: '(?:[au]m)',
}
/** Two signs that make one vowel: เ–า, เ–ีย, เ–อ, ... */
const JOINED = '(?:[aeiou]{1,3}r?)'
const joined: Record<string, string> = { เี: '(?:i[ae]r?|ea|ee?)', เา: '(?:a[ou]|[ao]w)', เิ: '(?:o?er?|oe|[iu]r|o)' }
/** Before a ว it is another vowel: บัว. */
const UA = '\u0e31'
/** A vowel that is written before two consonants is heard after both. */
const CLUSTER_FIRST = 'กขคจฉตทปผพสฟ'
const CLUSTER_SECOND = 'รลวษ'
const MUTE_BEFORE_SILENT = 'จชดตทธษส'
/** After these a short i or u at the end of a member is often not heard: ชาติ, ธาตุ. */
const MUTES_VOWEL = 'ดตฏทธฒ'

interface Unit {
  letter: string
  leading: string
  marks: string
  mute: boolean
}

function unitsOf(name: string): Unit[] {
  const spoken = name
    .replace(new RegExp(`([ก-ฮ])([${MUTE_BEFORE_SILENT}])(?=[ก-ฮ][ิุ]?์)`, 'g'), '$1$2!')
    .replace(SILENT, '')
    .replace(/[็-๎]/g, '')
    .replaceAll('ใ', 'ไ')
    .replace(/^ทร/, 'ซ')
    .replace(/รร(?=[ก-ฮ])/g, '\u0e31')
    .replaceAll('รร', '\u0e31น')
  const units: Unit[] = []
  let leading = ''
  for (const letter of spoken) {
    const before = units.at(-1)
    if (written.has(letter)) {
      units.push({ letter, leading, marks: '', mute: false })
      leading = ''
    } else if ('เแโไ'.includes(letter)) leading = letter
    else if (before && letter === '!') before.mute = true
    else if (before) before.marks += letter
  }
  return units
}

const startsCluster = (unit: Unit | undefined, next: Unit | undefined) =>
  unit !== undefined &&
  unit.leading !== '' &&
  CLUSTER_FIRST.includes(unit.letter) &&
  next?.leading === '' &&
  CLUSTER_SECOND.includes(next.letter)

function vowelOf({ letter, leading, marks }: Unit, before: Unit | undefined, next: Unit | undefined): string {
  const withO = next?.letter === 'อ' && next.marks === '' && next.leading === ''
  if (leading !== '' && startsCluster({ letter, leading, marks, mute: false }, next)) return `${vowels[leading]}?`
  if (before && startsCluster(before, { letter, leading, marks, mute: false }))
    return `(?:${joined[before.leading + marks] ?? vowels[before.leading]}|${vowels[marks] ?? JOINED})?`
  if (leading !== '' && (marks !== '' || withO)) return joined[leading + marks] ?? JOINED
  if (marks === UA && next?.letter === 'ว' && next.marks === '') return '(?:o?ua|uo)'
  if (marks.length > 1 || (marks !== '' && withO)) return JOINED
  if (marks !== '' && '\u0e34\u0e38'.includes(marks) && MUTES_VOWEL.includes(letter)) return `${vowels[marks]}?`
  return vowels[leading || marks] ?? JOINED
}

const hasVowel = (unit: Unit | undefined) => unit !== undefined && (unit.leading !== '' || unit.marks !== '')

function isUnheard(unit: Unit, before: Unit, earlier: Unit | undefined): boolean {
  const { letter, mute } = unit
  if (mute || letter === 'ห' || letter === before.letter) return true
  // ศรี is Si, too.
  if (letter === 'ร' && before.leading === '' && 'ศสจซ'.includes(before.letter)) return true
  if (hasVowel(unit)) return false
  // จักร, เพชร, เกียรติ.
  if (letter === 'ร') return 'ชกตทธย'.includes(before.letter) && hasVowel(earlier)
  return (letter === 'ย' && before.leading !== '') || (letter === 'ว' && before.marks === UA)
}

/** The spellings of a Thai name in Latin letters, as one pattern. */
function patternOf(name: string): RegExp {
  const units = unitsOf(name)
  let pattern = ''
  for (const [place, unit] of units.entries()) {
    const [before, next] = [units[place - 1], units[place + 1]]
    const bare = unit.leading === '' && unit.marks === ''
    const inside = before !== undefined
    const unheard = inside && isUnheard(unit, before, units[place - 2])
    const { first, last } = written.get(unit.letter)!
    const heard = bare && inside ? last : first
    if (heard !== '') pattern += `(?:${heard}){${unheard ? 0 : 1},2}`
    pattern += vowelOf(unit, before, next)
    if (unit.letter === 'อ' && bare && inside) pattern += '(?:or?|aw)?'
  }
  return new RegExp(`^${pattern}[eh]?$`)
}

const MOST_KEPT = 5000
const kept = new Map<string, RegExp>()

/**
 * True if a Latin name may be a transliteration of a Thai one: สมชาย as Somchai and Somchay, ณัฐพงษ์ as Nattapong and Natthaphong. Both
 * normalized by `plain`.
 */
export function isWrittenAs(thai: string, latin: string): boolean {
  let pattern = kept.get(thai)
  if (!pattern) {
    pattern = patternOf(thai)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(thai, pattern)
  }
  return pattern.test(latin)
}
