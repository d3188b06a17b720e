import { plain } from '../../formats/values/likeness.ts'
import { type ComparedPerson, textsAlike } from './compare.ts'

/** Information of custom fields: bits if two profiles agree or differ in one. */
export type DistinguishingValues = ReadonlyMap<string, Told>
export interface Told {
  gives: number
  takes: number
}

/** Share of its bits that a field subtracts when two profiles differ in it. */
const TAKEN = 0.35
/** Share for a close value. */
const CLOSE = 0.6

/** The store's own fields: the bits that speak for one person, and those that speak against. */
export function othersOf(a: ComparedPerson, b: ComparedPerson, telling: DistinguishingValues): Told {
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
const kept = new WeakMap<ComparedPerson, ReadonlyMap<string, string>>()

function textsOf(person: ComparedPerson, telling: DistinguishingValues): ReadonlyMap<string, string> {
  let texts = kept.get(person)
  if (!texts) {
    texts = new Map([...telling.keys()].map((field) => [field, distinguishingText(person, field)]))
    kept.set(person, texts)
  }
  return texts
}

/** The value of one of the store's own fields, as it is compared. */
export function distinguishingText(person: ComparedPerson, field: string): string {
  const value = person.custom[field]
  // Booleans do not identify a person.
  return value === undefined || typeof value === 'boolean' ? '' : plain(String(value))
}

const MOST_TELLING = 5
const LEAST_TELLING = 0.2
/** Minimum values to measure how common they are. */
const FEWEST_VALUES = 20

/**
 * Measures the information of custom fields in a sample: the rarer a chance agreement, the more bits. `keys`: match keys, in which imported
 * profiles always differ, so a difference costs nothing.
 */
export function distinguishingValues(
  sample: readonly ComparedPerson[],
  keys: ReadonlySet<string>,
): DistinguishingValues {
  const fields = new Set(sample.flatMap((person) => Object.keys(person.custom)))
  const telling = new Map<string, Told>()
  for (const field of fields) {
    const texts = sample.map((person) => distinguishingText(person, field)).filter((text) => text !== '')
    if (texts.length < FEWEST_VALUES) continue
    const counts = [...Map.groupBy(texts, (text) => text).values()].map((group) => group.length)
    const chance = counts.reduce((sum, count) => sum + (count / texts.length) ** 2, 0)
    const gives = Math.min(MOST_TELLING, -Math.log2(chance) / 2)
    if (gives > LEAST_TELLING) telling.set(field, { gives, takes: keys.has(field) ? 0 : gives * TAKEN })
  }
  return telling
}
