import { houseOf } from './addresses.ts'
import { type Person, plainNamesOf } from './compare.ts'
import { hashOf } from './hash.ts'
import { type Telling, textOf } from './telling.ts'

/** Profiles that share one of these are compared with each other. */
export interface Key {
  hash: number
  /** A phone, an address, ... rather than a name: that it is too common is worth telling. */
  contact: boolean
}

/** Counted on when profiles get other keys than before: a store is looked through as a whole then. */
export const KEYS_VERSION = 3

/** Fields that tell at least so much are looked up by their value. */
const TELLING_ENOUGH = 4
const MOST_FIELDS = 6

/**
 * What a profile is looked up by: its phone, e-mail, citizen id and LINE id; its birth date with the sound that each of its names
 * begins with, and each two parts of that date with the sounds that both begin with; the sound of its whole name, whichever part comes
 * first; and the values of the most telling other fields. The hashes may collide: the rule decides, keys only say who is compared.
 */
export function keysOf(person: Person, telling: Telling): Key[] {
  const contacts: string[] = []
  const others: string[] = []
  for (const kind of ['phone', 'email', 'citizen_id', 'line_user_id'] as const) {
    if (person[kind] !== null) contacts.push(`${kind} ${person[kind]}`)
  }
  const house = houseOf(person)
  for (const sounds of soundsOf(person)) {
    const [one, two] = sounds
    const begins = sounds.map((sound) => sound[0]).join('')
    if (house !== undefined) others.push(`house ${house} ${begins}`)
    const { birth_date } = person
    if (birth_date !== null) for (const sound of sounds) others.push(`born ${birth_date} ${sound[0]}`)
    if (one === undefined || two === undefined) continue
    others.push(nameKey(one, two))
    if (birth_date === null) continue
    const [year, month, day] = birth_date.split('-')
    // Day and month may be in each other's place.
    others.push(`born ${year} ${month} ${begins}`, `born ${year} ${day} ${begins}`)
    others.push(`born ${[month, day].sort().join('/')} ${begins}`)
  }
  const most = [...telling].filter(([, { gives }]) => gives >= TELLING_ENOUGH).sort((a, b) => b[1].gives - a[1].gives)
  for (const [field] of most.slice(0, MOST_FIELDS)) {
    const text = textOf(person, field)
    if (text !== '') others.push(`${field} ${text}`)
  }
  const hashes = new Map<number, boolean>()
  for (const text of others) hashes.set(hashOf(text), false)
  for (const text of contacts) hashes.set(hashOf(text), true)
  return [...hashes].map(([hash, contact]) => ({ hash, contact }))
}

/** The sounds of both names in the order of the alphabet, in each alphabet; of one name alone when there is no other. */
const soundsOf = (person: Person): string[][] =>
  plainNamesOf(person)
    .map(({ first, last }) => [soundOf(first.whole), soundOf(last.whole)].filter((sound) => sound !== '').sort())
    .filter((sounds) => sounds.length > 0)

const nameKey = (one: string, two: string) => `name ${one} ${two}`

/** A profile is compared with many others. */
const kept = new WeakMap<Person, number[]>()

function nameHashes(person: Person): number[] {
  let hashes = kept.get(person)
  if (!hashes) {
    hashes = soundsOf(person).flatMap(([one, two]) => (one && two ? [hashOf(nameKey(one, two))] : []))
    kept.set(person, hashes)
  }
  return hashes
}

/** The hash of a key that both profiles have: their phone or e-mail, or the sound of their whole names; null when they share none. */
export function sharedHash(kind: 'phone' | 'email' | 'name', a: Person, b: Person): number | null {
  if (kind !== 'name') return a[kind] !== null && a[kind] === b[kind] ? hashOf(`${kind} ${a[kind]}`) : null
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

/** How a name sounds, roughly: its consonants, those that sound alike as one, each once in a row. */
export function soundOf(name: string): string {
  let sound = ''
  for (const letter of name.replace(/.์/g, '')) {
    const heard = letter >= 'ก' && letter <= 'ฮ' ? (thaiSound.get(letter) ?? letter) : (latinSounds[letter] ?? '')
    if (heard !== '' && !sound.endsWith(heard)) sound += heard
  }
  return sound || name.slice(0, 1)
}
