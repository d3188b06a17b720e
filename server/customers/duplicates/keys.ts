import { houseOf } from './addresses.ts'
import { type ComparedPerson, plainNamesOf } from './compare.ts'
import { type DistinguishingValues, distinguishingText } from './distinguishing-values.ts'
import { duplicateHash } from './hash.ts'

/**
 * Kinds of keys, in the two lowest bits of a hash. Holders of names and contacts count as evidence. Too common contacts and ids are
 * reported.
 */
const kinds = { other: 0, name: 1, contact: 2, id: 3 } as const

export const isName = (key: number) => (key & 3) === kinds.name
export const isContact = (key: number) => (key & 2) > 0
export const isId = (key: number) => (key & 3) === kinds.id

const keyOf = (text: string, kind: keyof typeof kinds) => (duplicateHash(text) & ~3) | kinds[kind]

/** Counted on when profiles get other keys than before: a store is looked through as a whole then. */
export const KEYS_VERSION = 5

/** Fields that tell at least so much are looked up by their value. */
const TELLING_ENOUGH = 4
const MOST_FIELDS = 6

/**
 * Blocking keys of a profile: its phone, e-mail, citizen id and LINE id; its birth date with each initial, and each two parts of that
 * date with both initials; its house number and each end of its phone with both initials; the sound of its whole name, in either order;
 * and the values of the most telling other fields. Hashes may collide: keys only select the pairs that the rule evaluates.
 */
export function duplicateKeysOf(person: ComparedPerson, telling: DistinguishingValues): number[] {
  const keys = new Set<number>()
  const others: string[] = []
  for (const kind of ['phone', 'email'] as const)
    if (person[kind] !== null) keys.add(keyOf(`${kind} ${person[kind]}`, 'contact'))
  for (const kind of ['citizen_id', 'line_user_id'] as const)
    if (person[kind] !== null) keys.add(keyOf(`${kind} ${person[kind]}`, 'id'))
  const house = houseOf(person)
  const { birth_date, phone } = person
  for (const names of namesOf(person)) {
    const [one, two] = names.map(soundOf).sort()
    const initials = names.map(initialOf).sort()
    const begins = initials.join('')
    if (house !== undefined) others.push(`house ${house} ${begins}`)
    if (birth_date !== null) for (const initial of initials) others.push(`born ${birth_date} ${initial}`)
    if (one === undefined || two === undefined) continue
    keys.add(nameKey(one, two))
    // A wrong digit, or two that are swapped, leave one end as it is.
    if (phone !== null)
      others.push(
        `phone head ${phone.slice(0, -PHONE_END - 1)} ${begins}`,
        `phone tail ${phone.slice(-PHONE_END)} ${begins}`,
      )
    if (birth_date === null) continue
    const [year, month, day] = birth_date.split('-')
    // Day and month may be in each other's place.
    others.push(`born ${year} ${month} ${begins}`, `born ${year} ${day} ${begins}`)
    others.push(`born ${[month, day].sort().join('/')} ${begins}`)
  }
  const most = [...telling].filter(([, { gives }]) => gives >= TELLING_ENOUGH).sort((a, b) => b[1].gives - a[1].gives)
  for (const [field] of most.slice(0, MOST_FIELDS)) {
    const text = distinguishingText(person, field)
    if (text !== '') others.push(`${field} ${text}`)
  }
  for (const text of others) keys.add(keyOf(text, 'other'))
  return [...keys]
}

/** Digits at the end of a phone that a key holds. */
const PHONE_END = 4

/** First and last name in each alphabet, without missing ones. */
const namesOf = (person: ComparedPerson): string[][] =>
  plainNamesOf(person)
    .map(({ first, last }) => [first.whole, last.whole].filter((name) => name !== ''))
    .filter((names) => names.length > 0)

const nameKey = (one: string, two: string) => keyOf(`name ${one} ${two}`, 'name')

/** A profile is compared with many others. */
const kept = new WeakMap<ComparedPerson, number[]>()

function nameHashes(person: ComparedPerson): number[] {
  let hashes = kept.get(person)
  if (!hashes) {
    hashes = namesOf(person).flatMap((names) => {
      const [one, two] = names.map(soundOf).sort()
      return one && two ? [nameKey(one, two)] : []
    })
    kept.set(person, hashes)
  }
  return hashes
}

/** The hash of a key that both profiles have: their phone or e-mail, or the sound of their whole names; null when they share none. */
export function sharedHash(kind: 'phone' | 'email' | 'name', a: ComparedPerson, b: ComparedPerson): number | null {
  if (kind !== 'name') return a[kind] !== null && a[kind] === b[kind] ? keyOf(`${kind} ${a[kind]}`, 'contact') : null
  const theirs = nameHashes(b)
  return nameHashes(a).find((one) => theirs.includes(one)) ?? null
}

const latinSounds: Record<string, string> = {
  b: '1',
  f: '1',
  p: '1',
  v: '1',
  w: '1',
  c: '2',
  g: '2',
  j: '2',
  k: '2',
  q: '2',
  s: '2',
  x: '2',
  z: '2',
  d: '3',
  t: '3',
  l: '4',
  r: '4',
  m: '5',
  n: '5',
}

/** Thai letters that sound alike. */
const thaiSounds = ['กขฃคฅฆ', 'จฉชซฌศษส', 'ญย', 'ดฎตฏถฐทธฑฒ', 'นณ', 'บปผพภ', 'ฝฟ', 'ลฬร']
const thaiSound = new Map(thaiSounds.flatMap((alike) => [...alike].map((letter) => [letter, alike[0]!] as const)))

/** Phonetic key of a name: its consonants, similar ones merged, without repetitions. */
export function soundOf(name: string): string {
  let sound = ''
  for (const letter of name.replace(/.์/g, '')) {
    const heard = letter >= 'ก' && letter <= 'ฮ' ? (thaiSound.get(letter) ?? letter) : (latinSounds[letter] ?? '')
    if (heard !== '' && !sound.endsWith(heard)) sound += heard
  }
  return sound || name.slice(0, 1)
}

/** Thai consonant that a Latin name is heard to begin with, in the groups of `thaiSounds`; vowels are heard as อ. */
const latinInitials: readonly (readonly [RegExp, string])[] = [
  [/^(?:ch|[sjzx])/, 'จ'],
  [/^[kgcq]/, 'ก'],
  [/^[dt]/, 'ด'],
  [/^ng/, 'ง'],
  [/^n/, 'น'],
  [/^m/, 'ม'],
  [/^[pb]/, 'บ'],
  [/^f/, 'ฝ'],
  [/^[lr]/, 'ล'],
  [/^[vw]/, 'ว'],
  [/^y/, 'ญ'],
  [/^h/, 'ห'],
  [/^[aeiou]/, 'อ'],
]
/** A silent ห, and ทร that is heard as ซ. */
const SILENT_LEAD = /^[เแโไใ]?ห(?=[งญนมยรลว][^์])/
const HEARD_AS_S = /^ทร/

/** Consonant that a name begins with, the same for one name in Thai and in Latin letters (มาลี, Malee). */
export function initialOf(name: string): string {
  for (const [pattern, initial] of latinInitials) if (pattern.test(name)) return initial
  const initial = soundOf(name.replace(SILENT_LEAD, '').replace(HEARD_AS_S, 'ซ')).slice(0, 1)
  return initial === 'ฮ' ? 'ห' : initial === 'ฤ' ? 'ล' : initial
}
