import { plain } from '../../formats/values/likeness.ts'
import { type Person, textsAlike } from './compare.ts'

/** How telling each of the store's own fields is, by field: bits when two profiles agree in it, or differ. */
export type DistinguishingValues = ReadonlyMap<string, Told>
export interface Told {
  gives: number
  takes: number
}

/** A field in which two profiles differ takes this share of what it would have given. */
const TAKEN = 0.35
/** One that is close gives this share. */
const CLOSE = 0.6

/** The store's own fields: the bits that speak for one person, and those that speak against. */
export function othersOf(a: Person, b: Person, telling: DistinguishingValues): Told {
  let [gives, takes] = [0, 0]
  const [textsOfA, textsOfB] = [textsOf(a, telling), textsOf(b, telling)]
  for (const [field, told] of telling) {
    const found = textsAlike(textsOfA.get(field) ?? '', textsOfB.get(field) ?? '')
    if (found === null) continue
    if (found === 'same') gives += told.gives
    else if (found === 'close') gives += told.gives * CLOSE
    else if (found === 'different') takes += told.takes
  }
  return { gives, takes }
}

/** A profile is compared with many others. */
const kept = new WeakMap<Person, ReadonlyMap<string, string>>()

function textsOf(person: Person, telling: DistinguishingValues): ReadonlyMap<string, string> {
  let texts = kept.get(person)
  if (!texts) {
    texts = new Map([...telling.keys()].map((field) => [field, textOf(person, field)]))
    kept.set(person, texts)
  }
  return texts
}

/** The value of one of the store's own fields, as it is compared. */
export function textOf(person: Person, field: string): string {
  const value = person.custom[field]
  // Yes and no say nothing about who somebody is.
  return value === undefined || typeof value === 'boolean' ? '' : plain(String(value))
}

const MOST_TELLING = 5
const LEAST_TELLING = 0.2
/** With fewer values than this nobody can tell how common they are. */
const FEWEST_VALUES = 20

/**
 * How telling each field is, from a sample: the rarer it is that two people agree by chance, the more an agreement gives. `keys`:
 * the fields by which an import tells people apart. Two profiles differ in such a one by their making, so that takes nothing.
 */
export function distinguishingValues(sample: readonly Person[], keys: ReadonlySet<string>): DistinguishingValues {
  const fields = new Set(sample.flatMap((person) => Object.keys(person.custom)))
  const telling = new Map<string, Told>()
  for (const field of fields) {
    const texts = sample.map((person) => textOf(person, field)).filter((text) => text !== '')
    if (texts.length < FEWEST_VALUES) continue
    const counts = [...Map.groupBy(texts, (text) => text).values()].map((group) => group.length)
    const chance = counts.reduce((sum, count) => sum + (count / texts.length) ** 2, 0)
    const gives = Math.min(MOST_TELLING, -Math.log2(chance) / 2)
    if (gives > LEAST_TELLING) telling.set(field, { gives, takes: keys.has(field) ? 0 : gives * TAKEN })
  }
  return telling
}
